/** One call, from its first message to its last. Over 300 lines: it is one class, with all that a page asks of a call. */

/** @import { CallParts, Fields, Handlers, Ready, Send, VipState } from '../types.js' */

import { STATES, WAYS } from '../generated/transitions.js';
import { VipChannel } from './channel.js';
import { AntiphonError, asError } from './errors.js';
import { Floor } from './floor.js';
import { receive } from './incoming.js';
import { Line } from './line.js';
import { PageLink } from './page-link.js';
import { Reconnection } from './reconnection.js';
import { Replies } from './replies.js';
import { ask, Claim, isGone, opening } from './signalling.js';
import { watchSleep } from './sleep.js';
import { Typed } from './typed.js';

/** A call that is not ready by then has failed. */
const CONNECT_MS = 15_000;

/** After the last state comes the reason, unless it is lost on its way. */
const CLOSED_MS = 1000;

/** An attempt to come back takes no longer. */
const ATTEMPT_MS = 8000;

/** One call, from the wish to have it to its end. Its parts are told of it by what they need: its state, and ways to send. */
export class Call {
  /** @type {VipState} */ state = 'not_connected';
  /** @type {MediaStream=} */ assistantStream;
  /** @type {Promise<void>=} */ #opened;
  #parts;
  #page;
  #voice;
  #emit;
  #end = new AbortController();
  #channel = new VipChannel();
  #reconnection = new Reconnection();
  #typed = new Typed();
  #replies;
  #claim;
  /** @type {Ready} */ #ready = {};
  /** Whether the session is one that goes on: it is ready with `session.resume`. */ #resuming = false;
  /** Whether the connection is being made again. */ #away = false;
  /** The message with which the call introduces itself. */ #hello = '';
  /** What the server was told of the microphone last. @type {boolean=} */ #toldMuted = false;

  /** @param {CallParts} parts */
  constructor(parts) {
    const { platform, page, playback, emit } = parts;
    this.#parts = parts;
    this.#page = page;
    this.#voice = playback;
    this.#emit = emit;
    this.#claim = Claim.of(parts);
    this.floor = new Floor(this, parts);
    this.#replies = new Replies(this, parts);
    this.pageLink = new PageLink(this, parts, this.#channel, this.#claim);
    Object.assign(this.#handlers, this.#replies.handlers, this.pageLink.handlers);
    const { signal } = this.#end;
    this.line = new Line(parts, signal, {
      microphone: (available, fault) => {
        this.mute();
        this.floor.listen();
        const { code, message } = fault ?? {};
        emit('microphone', { available, label: this.line.mic?.track.label, code, message });
      },
      heard: ({ level, speech, began, hint }) => {
        emit('level', { level, speech });
        if (hint) this.send('input.detected', { source: 'client-hint', level, speech });
        if (began && this.state === 'ai_speaking') playback.duck(true);
      },
      channel: (data) =>
        this.#channel.attach(data, (read) =>
          this.attempt(() => receive(read(), this.#claim, this.#handlers, emit), 'protocol.invalid_message'),
        ),
      voice: (stream) => {
        this.assistantStream = stream;
        void playback.attach(stream);
      },
      lost: () => this.#lost(),
    });
    // From then on only the server keeps the call: the page that is loaded next may go on with it.
    platform.events?.addEventListener('pagehide', () => this.#claim.save({ left: true }), { signal });
    watchSleep(this, parts, signal);
  }

  get isReady() {
    return !!this.#channel.isReady;
  }

  open() {
    return (this.#opened ??= this.#open());
  }

  async #open() {
    const ended = this.#end.signal;
    this.#enter('connecting', 'client.connect');
    try {
      const { asks, microphoneId, spoken, say } = this.#parts;
      const over = new Promise((done) => ended.addEventListener('abort', done));
      if (spoken) await Promise.race([spoken, over]);
      const late = new AntiphonError('network.timeout', say('network.timeout'));
      if (asks) {
        // The browser's question may stay open for as long as nobody answers it.
        await Promise.race([this.line.openMic(microphoneId), over]);
      } else this.#emit('microphone', { available: false });
      ended.throwIfAborted();
      await this.#within(CONNECT_MS, () => this.#join(), late);
    } catch (thrown) {
      this.#finish('error', asError(thrown));
      throw ended.reason;
    }
  }

  /** Joins, and waits until the session is ready. @param {number} ms @param {() => Promise<void>} join @param {AntiphonError} [late] */
  async #within(ms, join, late) {
    const { promise, reject } = (this.#ready = Promise.withResolvers());
    const timer = setTimeout(reject, ms, late);
    try {
      await Promise.all([promise, join()]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #join() {
    this.#resuming = this.#claim.load();
    this.pageLink.load();
    try {
      if (this.#resuming) return await this.#rejoin();
    } catch (thrown) {
      if (!isGone(thrown)) throw thrown;
      this.#drop();
      this.#claim.forget();
      this.#resuming = false;
    }
    await this.line.connect(opening(this.#parts, this.#claim));
  }

  #rejoin() {
    const { sessionId, sessionToken } = this.#claim;
    return this.line.connect((offer, signal) => ask(this.#parts, `/${sessionId}/offer`, sessionToken, offer, signal));
  }

  get sessionId() {
    return this.#claim.sessionId || undefined;
  }

  get note() {
    return this.#claim.note;
  }

  set note(note) {
    this.#claim.note = note;
  }

  hangUp() {
    const { sessionId, sessionToken } = this.#claim;
    if (!this.send('session.close', {}) && sessionId) ask(this.#parts, `/${sessionId}`, sessionToken).catch(() => {});
    this.#finish('client');
  }

  /** @param {string} code @param {string} message */
  fail(code, message) {
    this.send('error.fatal', { code, message });
    this.#finish('error', new AntiphonError(code, message));
  }

  /** @param {string} text */
  sendText(text) {
    const waits = !this.isReady || this.state === 'invoke_action';
    const id = waits ? '' : this.floor.take('input.text', { text });
    if (id === undefined) this.#emit('unsent', { text });
    else this.#typed.add(text, id);
  }

  /** @type {Send} */ send = (type, payload) => this.attempt(() => this.#channel.send(type, payload));

  /** Does something, and tells the page where it fails. @template T @param {() => T} act @param {string} [code] */
  attempt(act, code) {
    try {
      return act();
    } catch (thrown) {
      this.report(asError(thrown, code));
    }
  }

  /** Tells whether the microphone is closed: silence of an open one is a fault to the server. */
  mute() {
    const { mic } = this.line;
    mic?.open();
    const muted = this.#parts.muted || (mic?.track.muted ?? true);
    if (!this.isReady || muted === this.#toldMuted) return;
    this.#toldMuted = muted;
    this.send('input.mute', { muted });
  }

  /** @param {AntiphonError} error */
  report({ code, message }, fatal = false) {
    this.#emit('error', { code, message, fatal, retryable: false });
  }

  /** @type {Handlers} */
  #handlers = {
    'session.connected': ({ assistant, policy, resumeToken, resumeWindowS }) => {
      const told = { sessionId: this.sessionId, assistant: Object(assistant), policy: Object(policy) };
      if (!this.#away) this.#emit('connected', told);
      this.floor.listen(told.assistant.triggers);
      if (this.#parts.options.resume !== false) this.#claim.save({ resumeToken, windowS: Number(resumeWindowS) || 0 });
      this.#initialize();
    },
    'session.state': (payload) => this.#stateChanged(payload),
    'session.closed': ({ reason }) => this.#finish(String(reason)),
    'transcript.final': ({ text }) => this.#typed.taken(text),
    error: (payload, replyTo) => this.#refused(payload, replyTo),
    'error.recognition': (payload, replyTo) => this.#refused(payload, replyTo),
    'error.fatal': ({ code, message }) => this.#finish('error', new AntiphonError(code, message)),
  };

  #initialize(lastSeq = this.#claim.lastSeq) {
    const { sessionId, resumeToken } = this.#claim;
    try {
      const hello = this.#channel.send('session.initialize', {
        protocol: 'vip/1',
        subscribe: this.#parts.options.turnEvents ? ['turn.event'] : undefined,
        // What was told before the connection was lost may be lost too, and a page that was loaded again is another one.
        ...((!this.#away || this.#page.changed) && this.#page.introduction()),
        resume: this.#resuming ? { session_id: sessionId, resume_token: resumeToken, last_seq: lastSeq } : undefined,
      });
      this.#hello = hello ?? '';
    } catch (thrown) {
      this.#finish('error', asError(thrown));
    }
  }

  /** @param {Fields} payload */
  #stateChanged({ state, previous = this.state, trigger, turnId }) {
    const resumed = trigger === 'session.resume';
    if (state === 'not_connected') return void setTimeout(() => this.#finish('lost'), CLOSED_MS);
    if (resumed ? !STATES.includes(state) : !WAYS.has(`${previous} ${trigger} ${state}`)) {
      const message = `No "${trigger}" leads from ${previous} to ${state}.`;
      throw new AntiphonError('protocol.invalid_transition', message);
    }
    const ready = this.#resuming ? resumed : this.state === 'connecting' && state === 'idle';
    if (!resumed) this.pageLink.settle();
    if (trigger === 'input.barge_in') this.#voice.silence();
    if (state === 'user_speaking' || state === 'idle') this.#replies.over();
    this.#enter(state, trigger, turnId);
    if (ready) this.#begin();
    this.pageLink.sendPage();
  }

  #begin() {
    const reloaded = this.#resuming && !this.#away;
    this.#channel.ready();
    this.floor.listen();
    this.#emit('connection', { status: 'connected', resumed: this.#resuming });
    if (reloaded) this.#toldMuted = undefined;
    this.mute();
    if (this.#away) this.#voice.hold(false);
    this.#resuming = this.#away = false;
    this.pageLink.resume(reloaded);
    this.#typed.release((text) => this.sendText(text));
    this.#ready.resolve?.(undefined);
  }

  /** @param {Fields} payload @param {string} [replyTo] */
  #refused(payload, replyTo) {
    const { code } = payload;
    // Of what it could not read, the server does not know the id; before it is ready that is the hello.
    if (!replyTo && this.#hello && !this.isReady && String(code).startsWith('protocol.'))
      return this.#handlers['error.fatal'](payload);
    if (replyTo) {
      if (replyTo === this.#hello && !this.isReady) {
        const kept = this.#resuming && payload.details?.first_seq;
        // The server cannot send all of what was missed, or wants no such call: without another hello both would wait.
        return kept ? this.#initialize(kept - 1) : this.#handlers['error.fatal'](payload);
      }
      if (this.pageLink.missed(replyTo, code)) return;
      this.#voice.refused(replyTo);
      this.floor.settle(replyTo);
      this.pageLink.refused(replyTo, code);
      // The action began while the text was on its way: that waits for its end.
      if (this.state === 'invoke_action' && this.#typed.has(replyTo))
        return this.#typed.release((text) => this.#typed.add(text), replyTo);
      this.#typed.release((text) => this.#emit('unsent', { text }), replyTo);
    }
    this.#emit('error', { ...payload, fatal: false });
  }

  /** Looks whether the connection outlived a sleep of the tab, or another network. @param {boolean} slept */
  stir(slept) {
    this.#reconnection.wake();
    if (!this.isReady) return;
    if (!this.line.isConnected) this.#lost();
    else if (slept) this.#emit('connection', { status: 'connected', resumed: true });
  }

  #lost() {
    if (this.#end.signal.aborted) return;
    if (this.#away) return this.#ready.reject?.();
    if (this.state === 'connecting' || !this.#claim.windowS) return this.#finish('lost');
    this.#away = this.#resuming = true;
    this.#voice.hold(true);
    this.#drop();
    this.#emit('connection', { status: 'reconnecting', message: this.#parts.say('connection.reconnecting') });
    void this.#reconnect();
  }

  async #reconnect() {
    const attempt = async () => {
      try {
        await this.#within(ATTEMPT_MS, () => this.#rejoin());
      } catch (thrown) {
        this.#drop();
        throw thrown;
      }
    };
    if (await this.#reconnection.run(this.#claim.windowS * 1000, attempt, this.#end.signal)) this.#finish('lost');
  }

  #drop() {
    this.#channel.detach();
    this.line.drop();
  }

  /** @param {VipState} state @param {string} trigger @param {string} [turnId] */
  #enter(state, trigger, turnId) {
    const previous = this.state;
    this.state = state;
    this.floor.settle();
    this.#emit('state', { state, previous, trigger, ...(turnId && { turnId }) });
    if (previous === 'invoke_action' && this.isReady) this.#typed.release((text) => this.sendText(text), '');
  }

  /** The one way out. @param {string} reason @param {AntiphonError} [error] */
  #finish(reason, error) {
    if (this.#end.signal.aborted) return;
    const { say } = this.#parts;
    const message = error?.message || (say(`session.${reason}`) ?? say('session.ended'));
    this.#end.abort(error ?? new AntiphonError(`session.${reason}`, message));
    this.#ready.reject?.(this.#end.signal.reason);
    this.#reconnection.wake();
    this.#claim.forget();
    this.floor.close();
    this.line.close();
    this.#channel.close();
    this.pageLink.close();
    this.#voice.close();
    if (error) this.report(error, true);
    this.#enter('not_connected', 'session.close');
    this.#typed.release((text) => this.#emit('unsent', { text }));
    const cut = this.#replies.present;
    this.#emit('closed', { reason, message, ...(error && { code: error.code }), ...(cut && { cut }) });
  }
}
