/** @import { ActionResult, CallParts, Envelope, Fields, Handlers, Ready, Reply, Send, Strings, Texts, VipState } from '../types.js' */

import { STATES, WAYS } from '../generated/transitions.js';
import { ActionRunner } from './actions.js';
import { VipChannel } from './channel.js';
import { AntiphonError, asError, ENDINGS, textOf } from './errors.js';
import { Line } from './line.js';
import { ask, Claim, isGone, opening } from './signalling.js';
import { Watchword } from './wakeword.js';

/** Until it is ready; until a reason comes. */
const [CONNECT_MS, CLOSED_MS] = [15_000, 1000];

/** Between attempts to come back, and for one. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS, ATTEMPT_MS] = [300, 5000, 8000];

/** Where the page may be told of (VIP7-WINDOWS). */
const WINDOWS = ['idle', 'ai_speaking', 'invoke_action'];

const PLAYED_TOLERANCE_MS = 250;

/** What may end a sleep or a wait, or lets sound play. */
const WAKES = ['online', 'resume', 'pageshow', 'visibilitychange', 'click', 'keydown'];

const ASLEEP = 'The browser has put this tab to sleep. The call goes on when you come back.';
const GONE = 'The connection is gone. It is being made again.';

/** @type {Strings} */
const TOLD = {
  'session.health': 'health',
  'policy.updated': 'policy',
  'transcript.partial': 'partial',
  'transcript.final': 'transcript',
  'response.interrupted': 'interrupted',
  caption: 'caption',
  'metrics.turn': 'metrics',
  'voicepilot.turn.event': 'turn',
};

const TEXT = /Id$|^(text|state|trigger|code|message|heardText|guidance)$/;

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
  #claim;
  #runner;
  /** @type {Texts} */ #texts = new Map();
  /** @type {Reply=} */ #reply;
  /** Not taken, by text. @type {Texts} */ #typed = new Map();
  /** @type {Ready} */ #ready = {};
  /** It is ready with `session.resume`. */ #resuming = false;
  #away = false;
  #wake = () => {};
  #hello = '';
  /** By message. @type {Map<string, any>} */ #updates = new Map();
  /** Until the server has gone on. @type {ActionResult=} */ #unsettled;
  /** They ran before a reload. @type {string[]} */ #orphans = [];
  #asleep = false;
  /** @type {boolean=} */ #toldMuted = false;
  /** How a turn may begin. */ #triggers = ['vad'];
  /** What says that the wake word was heard, until something comes of it. */ #waking = '';
  #watchword;
  /** Of a turn by key, which waits for the last of what was said. */ #ending = 0;

  /** @param {CallParts} parts */
  constructor(parts) {
    const { options, platform, page, playback, emit } = parts;
    this.#parts = parts;
    this.#page = page;
    this.#voice = playback;
    this.#emit = emit;
    this.#claim = Claim.of(parts);
    this.#runner = new ActionRunner({
      page,
      send: (result) => this.#answer(result),
      report: (report) => emit('action', report),
    });
    this.#watchword = new Watchword(
      options.wakeWord,
      () => this.wake(),
      (thrown) => this.#report(asError(thrown)),
    );
    const { signal } = this.#end;
    this.line = new Line(parts, signal, {
      microphone: (available, fault) => {
        this.mute();
        this.#listen();
        const { code, message } = fault ?? {};
        emit('microphone', { available, label: this.line.mic?.track.label, code, message });
      },
      heard: ({ level, speech, began, hint }) => {
        emit('level', { level, speech });
        if (hint) this.send('input.detected', { source: 'client-hint', level, speech });
        if (began && this.state === 'ai_speaking') playback.duck(true);
      },
      channel: (data) =>
        this.#channel.attach(data, (read) => this.#try(() => this.#receive(read()), 'protocol.invalid_message')),
      voice: (stream) => {
        this.assistantStream = stream;
        void playback.attach(stream);
      },
      lost: () => this.#lost(),
    });
    // From then on the server keeps it.
    platform.events?.addEventListener('pagehide', () => this.#claim.save({ left: true }), { signal });
    for (const type of ['freeze', ...WAKES]) {
      platform.events?.addEventListener(type, () => this.#stir(type), { signal, capture: true });
    }
  }

  open() {
    return (this.#opened ??= this.#open());
  }

  async #open() {
    const ended = this.#end.signal;
    this.#enter('connecting', 'client.connect');
    const late = new AntiphonError('network.timeout', 'The call was not ready after 15 seconds. Try again.');
    try {
      const { asks, microphoneId } = this.#parts;
      if (asks) {
        // The browser's question may stay open.
        const over = new Promise((done) => ended.addEventListener('abort', done));
        await Promise.race([this.line.openMic(microphoneId), over]);
      } else this.#emit('microphone', { available: false });
      ended.throwIfAborted();
      await this.#within(CONNECT_MS, () => this.#join(), late);
    } catch (thrown) {
      this.#finish('error', asError(thrown));
      throw ended.reason;
    }
  }

  /** Until the session is ready. @param {number} ms @param {() => Promise<void>} join @param {AntiphonError} [late] */
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
    this.#orphans = this.#claim.open;
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
    return this.line.connect((offer, signal) =>
      ask(this.#parts, `/${sessionId}/offer`, sessionToken, offer, signal),
    );
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

  interrupt() {
    if (this.#answering) this.takeFloor('input.barge_in', { source: 'manual' });
  }

  /** @param {'ptt' | 'wake_word'} trigger */
  startTalking(trigger) {
    if (!this.#channel.isReady || !this.line.mic) return false;
    this.#endNow();
    if (trigger === 'ptt') this.line.mic.hold(true);
    const id = this.takeFloor('input.start', { trigger });
    if (trigger === 'wake_word') this.#waking = id ?? '';
    this.#listen();
    return true;
  }

  /** @param {boolean} cancel */
  stopTalking(cancel) {
    const { mic } = this.line;
    mic?.hold(false);
    clearTimeout(this.#ending);
    if (cancel) this.send('input.cancel', {});
    else if (mic?.lateMs) this.#ending = setTimeout(() => this.#endNow(), mic.lateMs);
    else this.send('input.end', {});
  }

  #endNow() {
    if (!this.#ending) return;
    clearTimeout(this.#ending);
    this.#ending = 0;
    this.send('input.end', {});
  }

  wake() {
    return !this.#parts.muted && this.startTalking('wake_word');
  }

  /** Where speech alone begins no turn, nothing is heard before a key or a wake word does, or the user has the floor. */
  #listen() {
    const { mic } = this.line;
    this.line.listen(!this.#triggers.includes('vad'), !!this.#waking || this.state === 'user_speaking');
    const watches = this.#channel.isReady && this.#triggers.includes('wake_word') && this.state !== 'user_speaking';
    this.#watchword.listen(watches ? mic?.stream : undefined);
  }

  /** @param {string} text */
  sendText(text) {
    const waits = !this.#channel.isReady || this.state === 'invoke_action';
    const id = waits ? '' : this.takeFloor('input.text', { text });
    if (id === undefined) this.#emit('unsent', { text });
    else this.#typed.set(text.trim(), id);
  }

  /** @param {(text: string) => void} give @param {string} [id] of one alone */
  #untype(give, id) {
    for (const [text, its] of [...this.#typed]) {
      if (id !== undefined && id !== its) continue;
      this.#typed.delete(text);
      give(text);
    }
  }

  /** @type {Send} */ send = (type, payload) => this.#try(() => this.#channel.send(type, payload));

  /** Tells a failure. @template T @param {() => T} act @param {string} [code] */
  #try(act, code) {
    try {
      return act();
    } catch (thrown) {
      this.#report(asError(thrown, code));
    }
  }

  get #answering() {
    return this.state.startsWith('ai_');
  }

  /** The assistant is silent at once. @type {Send} */
  takeFloor = (type, payload) => {
    const id = this.send(type, payload);
    if (id && this.#answering) this.#voice.interrupt(id);
    return id;
  };

  /** Silence of an open microphone is a fault to the server. */
  mute() {
    const { mic } = this.line;
    mic?.open();
    const muted = this.#parts.muted || (mic?.track.muted ?? true);
    if (!this.#channel.isReady || muted === this.#toldMuted) return;
    this.#toldMuted = muted;
    this.send('input.mute', { muted });
  }

  tellPage() {
    if (!this.#channel.isReady || !WINDOWS.includes(this.state)) return;
    this.#try(() => {
      for (const [type, payload] of this.#page.updates()) {
        const id = this.#channel.send(type, payload);
        if (id) this.#updates.set(id, type);
      }
    });
  }

  /** A changed registry goes before. @param {ActionResult} result */
  #answer(result) {
    this.tellPage();
    const id = this.#channel.send('action.result', { ...result, ...this.#try(() => this.#page.news()) });
    if (this.#channel.isReady) this.#unsettled = result;
    this.#claim.settled(result.invocation_id);
    return id;
  }

  /** @param {string} id @param {number} sentMs @param {boolean} ended */
  async #acknowledge(id, sentMs, ended) {
    let on = this.#voice.playedMs(id);
    const delay = await this.line.delayMs();
    if (ended) {
      await new Promise((done) => setTimeout(done, delay));
      on = this.#voice.playedMs(id);
    }
    if (on === undefined) return;
    const played = Math.min(sentMs, Math.max(0, Math.round(on - delay)));
    const whole = ended && sentMs - played < PLAYED_TOLERANCE_MS;
    this.send('audio.played', { response_id: id, played_ms: whole ? sentMs : played });
  }

  /** @param {AntiphonError} error */
  #report({ code, message }, fatal = false) {
    this.#emit('error', { code, message, fatal, retryable: false });
  }

  /** @param {Envelope} envelope */
  #receive({ type, payload: sent, seq, reply_to: replyTo }) {
    if (typeof seq === 'number') {
      if (seq <= this.#claim.lastSeq) return;
      this.#claim.save({ lastSeq: seq });
    }
    const payload = camelCase(sent);
    const known = Object.hasOwn(this.#handlers, type);
    if (known) this.#handlers[type](payload, replyTo);
    if (Object.hasOwn(TOLD, type)) this.#emit(TOLD[type], payload);
    else if (!known && !type.startsWith('input.')) this.#emit('unknown', { type, payload: sent });
  }

  /** @type {Handlers} */
  #handlers = {
    'session.connected': ({ assistant, policy, resumeToken, resumeWindowS }) => {
      const told = { sessionId: this.sessionId, assistant: Object(assistant), policy: Object(policy) };
      if (!this.#away) this.#emit('connected', told);
      if (Array.isArray(told.assistant.triggers)) this.#triggers = told.assistant.triggers;
      this.#listen();
      if (this.#parts.options.resume !== false) this.#claim.save({ resumeToken, windowS: Number(resumeWindowS) || 0 });
      this.#initialize();
    },
    'session.state': (payload) => this.#stateChanged(payload),
    'session.closed': ({ reason }) => this.#finish(String(reason)),
    'transcript.final': ({ text }) => this.#typed.delete(text.trim()),
    'response.delta': (payload) => this.#written(payload, (this.#texts.get(payload.responseId) ?? '') + (payload.text ?? '')),
    'response.done': (payload) => this.#written(payload, payload.text, true),
    'response.interrupted': ({ responseId, playedMs }) => {
      this.#voice.silence();
      this.#voice.confirmed();
      this.#reply = undefined;
      void this.#acknowledge(responseId, playedMs, false);
    },
    'audio.start': ({ turnId, responseId }) => {
      this.#reply = { turnId, responseId };
      this.#voice.replyStarted(responseId);
    },
    'audio.end': ({ responseId, durationMs }) => this.#acknowledge(responseId, durationMs, true),
    'audio.complete': () => (this.#reply = undefined),
    'playback.paused': (payload) => {
      this.#voice.hold(true);
      this.#emit('held', { ...payload, paused: true });
    },
    'playback.resumed': (payload) => {
      this.#voice.hold(false);
      this.#voice.duck(false);
      this.#emit('held', { ...payload, paused: false });
    },
    'action.invoke': (invocation) => {
      const { invocationId: invocation_id, confirm } = invocation;
      if (!confirm) {
        this.#claim.save({ open: [...this.#claim.open, invocation_id] });
        return this.#runner.invoke(invocation);
      }
      const answer = (/** @type {boolean} */ approved) => this.takeFloor('action.confirm', { invocation_id, approved });
      const asked = this.#runner.ask(invocation, answer);
      if (asked) this.#emit('confirm', asked);
    },
    'action.cancel': ({ invocationId }) => {
      this.#claim.settled(invocationId);
      this.#runner.cancel(invocationId);
    },
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
        // What was told may be lost, and a reloaded page is another.
        ...((!this.#away || this.#page.changed) && this.#page.introduction()),
        resume: this.#resuming ? { session_id: sessionId, resume_token: resumeToken, last_seq: lastSeq } : undefined,
      });
      this.#hello = hello ?? '';
    } catch (thrown) {
      this.#finish('error', asError(thrown));
    }
  }

  /** @param {Fields} payload @param {string} text */
  #written({ turnId, responseId }, text, done = false) {
    if (done) this.#texts.delete(responseId);
    else this.#texts.set(responseId, text);
    this.#reply = { turnId, responseId };
    this.#emit('reply', { turnId, responseId, text, done });
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
    if (!resumed) this.#unsettled = undefined;
    if (trigger === 'input.barge_in') this.#voice.silence();
    if (state === 'user_speaking' || state === 'idle') {
      this.#voice.confirmed();
      this.#reply = undefined;
    }
    this.#enter(state, trigger, turnId);
    if (ready) this.#begin();
    this.tellPage();
  }

  #begin() {
    const reloaded = this.#resuming && !this.#away;
    const orphans = reloaded ? this.#orphans.filter((id) => this.#claim.open.includes(id)) : [];
    this.#channel.ready();
    this.#listen();
    this.#emit('connection', { status: 'connected', resumed: this.#resuming });
    if (reloaded) this.#toldMuted = undefined;
    this.mute();
    if (this.#away) this.#voice.hold(false);
    this.#resuming = this.#away = false;
    // The server still waits: it was lost.
    if (this.#unsettled && this.state === 'invoke_action') this.#answer(this.#unsettled);
    for (const id of orphans) {
      const error = { code: 'action.failed', message: 'The page was loaded anew before it ended.' };
      this.#answer({ invocation_id: id, status: 'error', error });
    }
    this.#untype((text) => this.sendText(text));
    this.#ready.resolve?.(undefined);
  }

  /** @param {Fields} payload @param {string} [replyTo] */
  #refused(payload, replyTo) {
    const { code } = payload;
    // Of what it could not read, the server does not know the id; before it is ready that is the hello.
    if (!replyTo && this.#hello && !this.#channel.isReady && String(code).startsWith('protocol.')) return this.#handlers['error.fatal'](payload);
    if (replyTo) {
      if (replyTo === this.#hello && !this.#channel.isReady) {
        const kept = this.#resuming && payload.details?.first_seq;
        // The server would wait, and the user with it.
        return kept ? this.#initialize(kept - 1) : this.#handlers['error.fatal'](payload);
      }
      const update = this.#updates.get(replyTo);
      if (update && code === 'context.window_closed') return this.#page.missed(update);
      this.#voice.refused(replyTo);
      if (replyTo === this.#waking) this.#waking = '';
      this.#listen();
      this.#runner.refused(replyTo, code);
      if (this.state === 'invoke_action' && [...this.#typed.values()].includes(replyTo))
        return this.#untype((text) => this.#typed.set(text, ''), replyTo); // It began while the text was on its way.
      this.#untype((text) => this.#emit('unsent', { text }), replyTo);
    }
    this.#emit('error', { ...payload, fatal: false });
  }

  /** @param {string} type */
  #stir(type) {
    const gesture = type === 'click' || type === 'keydown';
    const asleep = this.#asleep;
    this.#asleep = type === 'freeze' && this.#channel.isReady;
    if (this.#asleep) return this.#emit('connection', { status: 'asleep', message: ASLEEP });
    this.line.mic?.wake();
    this.#voice.wake(!gesture);
    if (gesture) return;
    this.#wake();
    if (!this.#channel.isReady) return;
    if (!this.line.isConnected) this.#lost();
    else if (asleep) this.#emit('connection', { status: 'connected', resumed: true });
  }

  #lost() {
    if (this.#end.signal.aborted) return;
    if (this.#away) return this.#ready.reject?.();
    if (this.state === 'connecting' || !this.#claim.windowS) return this.#finish('lost');
    this.#away = this.#resuming = true;
    this.#voice.hold(true);
    this.#drop();
    this.#emit('connection', { status: 'reconnecting', message: GONE });
    let late = false;
    const timer = setTimeout(() => (late = true), this.#claim.windowS * 1000);
    void this.#comeBack(() => late).finally(() => clearTimeout(timer));
  }

  #drop() {
    this.#channel.detach();
    this.line.drop();
  }

  /** @param {() => boolean} isLate */
  async #comeBack(isLate) {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
      await new Promise((done) => {
        this.#wake = () => done(undefined);
        setTimeout(done, pause * (0.5 + Math.random() / 2));
      });
      if (this.#end.signal.aborted) return;
      try {
        return await this.#within(ATTEMPT_MS, () => this.#rejoin());
      } catch (thrown) {
        this.#drop();
        if (isGone(thrown) || isLate()) return this.#finish('lost');
      }
    }
  }

  /** @param {VipState} state @param {string} trigger @param {string} [turnId] */
  #enter(state, trigger, turnId) {
    const previous = this.state;
    this.state = state;
    this.#waking = '';
    this.#listen();
    this.#emit('state', { state, previous, trigger, ...(turnId && { turnId }) });
    if (previous === 'invoke_action' && this.#channel.isReady) this.#untype((text) => this.sendText(text), '');
  }

  /** The one way out. @param {string} reason @param {AntiphonError} [error] */
  #finish(reason, error) {
    if (this.#end.signal.aborted) return;
    const message = error?.message || textOf(ENDINGS[reason], 'The call has ended.');
    this.#end.abort(error ?? new AntiphonError(`session.${reason}`, message));
    this.#ready.reject?.(this.#end.signal.reason);
    this.#wake();
    this.#claim.forget();
    clearTimeout(this.#ending);
    this.#watchword.listen();
    this.line.close();
    this.#channel.close();
    this.#runner.close();
    this.#voice.close();
    if (error) this.#report(error, true);
    this.#enter('not_connected', 'session.close');
    this.#untype((text) => this.#emit('unsent', { text }));
    const cut = this.#reply;
    this.#emit('closed', { reason, message, ...(error && { code: error.code }), ...(cut && { cut }) });
  }
}

/** `turn_id` becomes `turnId`. @param {Fields} payload @returns {any} */
const camelCase = (payload) =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([sent, value]) => {
      const name = sent.replace(/_(.)/g, (_, one) => one.toUpperCase());
      if (!TEXT.test(name) || typeof value === 'string') return [[name, value]];
      if (value === null) return [];
      throw new TypeError(`The server sent a ${name} that is no text.`);
    }),
  );
