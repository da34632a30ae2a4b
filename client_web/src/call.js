/** One call. Over 300 lines: what it sends and what it hears share its state. */

/** @import { ActionResult, CallParts, Envelope, Fields, Invocation, Send, VipState } from '../types.js' */

import { STATES, WAYS } from '../generated/transitions.js';
import { ActionRunner } from './actions.js';
import { VipChannel } from './channel.js';
import { Claim } from './claim.js';
import { AntiphonError, asAntiphonError, endingOf } from './errors.js';
import { Line } from './line.js';
import { ask, isGone, sessionOf, tokenOf, wishOf } from './signalling.js';

/** `not_connected` has its reason in the next message. */
const [CONNECT_MS, CLOSED_MS] = [15_000, 1000];

/** The pauses between attempts to come back, and how long one may take. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS, ATTEMPT_MS] = [300, 5000, 8000];

/** Where the page may be told of (VIP7-WINDOWS). */
const WINDOWS = ['idle', 'ai_speaking', 'invoke_action'];

/** A reply that lacks less was heard whole. */
const PLAYED_TOLERANCE_MS = 250;

/** What may end a sleep or a wait, and what makes the browser allow sound. */
const WAKES = ['online', 'resume', 'pageshow', 'visibilitychange', 'click', 'keydown'];

const ASLEEP = 'The browser has put this tab to sleep. The call goes on when you come back.';
const GONE = 'The connection is gone. It is being made again.';

/** The events under which the page is told. @type {Record<string, string>} */
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

export class Call {
  /** @type {VipState} */ state = 'not_connected';
  /** @type {MediaStream | undefined} */ assistantStream;
  /** @type {Promise<void> | undefined} */ #opened;
  #parts;
  #server;
  #page;
  #playback;
  #emit;
  /** Aborted at the end: nothing waits any more. */ #end = new AbortController();
  #channel = new VipChannel();
  #claim;
  #runner;
  /** Replies so far. @type {Map<string, string>} */ #texts = new Map();
  /** @type {{turnId: string, responseId: string} | undefined} */ #reply;
  /** Typed, not taken, by message or ''. @type {Map<string, string>} */ #typed = new Map();
  #ready = Promise.withResolvers();
  /** It is ready with `session.resume`. */ #resuming = false;
  /** The connection is lost. */ #away = false;
  /** Ends a pause between attempts. */ #wake = () => {};
  #initialization = '';
  /** What was told of the page, by message. @type {Map<string, any>} */ #updates = new Map();
  /** Until the server has gone on. @type {ActionResult | undefined} */ #unsettled;
  /** What ran before a reload. @type {string[]} */ #orphans = [];
  /** The browser has frozen the tab. */ #asleep = false;
  /** @type {boolean | undefined} */ #toldMuted = false;

  /** @param {CallParts} parts */
  constructor(parts) {
    const { options, platform, page, playback, muted, emit } = parts;
    const url = options.url ?? platform.origin;
    this.#parts = parts;
    this.#server = { fetch: platform.fetch, url };
    this.#page = page;
    this.#playback = playback;
    this.#emit = emit;
    const session = /** @type {any} */ (options.session)?.id;
    const key = ['antiphon', url, options.assistantId, session].join(' ');
    this.#claim = new Claim(options.resume === false ? undefined : platform.storage, key);
    this.#runner = new ActionRunner({
      page,
      send: (result) => this.#answer(result),
      report: (report) => emit('action', report),
    });
    this.line = new Line(platform, {
      microphone: (available, fault) => {
        const { code, message } = fault ?? {};
        emit('microphone', { available, label: this.line.microphone?.track.label, code, message });
        this.#tellMute();
      },
      heard: ({ level, speech, began, hint }) => {
        emit('level', { level, speech });
        if (hint) this.send('input.detected', { source: 'client-hint', level });
        if (began && this.state === 'ai_speaking') playback.duck(true);
      },
      channel: (data) =>
        this.#channel.attach(data, {
          message: (envelope) => this.#try(() => this.#receive(envelope), 'protocol.invalid_message'),
          malformed: (error) => this.#report(error),
          closed: () => this.#lost(),
        }),
      voice: (stream) => {
        this.assistantStream = stream;
        void playback.attach(stream);
      },
      lost: () => this.#lost(),
    });
    this.line.mute(muted);
    const { signal } = this.#end;
    this.#ready.promise.catch(() => {});
    signal.addEventListener('abort', () => this.#ready.reject(signal.reason));
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
    await this.line.openMicrophone(this.#parts.microphoneId);
    const late = new AntiphonError('network.timeout', 'The call was not ready after 15 seconds. Try again.');
    const timer = setTimeout(() => this.#finish('error', late), CONNECT_MS);
    try {
      ended.throwIfAborted();
      await Promise.all([this.#join(), this.#ready.promise]);
    } catch (thrown) {
      this.#finish('error', asAntiphonError(thrown));
      throw ended.reason;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Joins the session that this page has left, or a new one. */
  async #join() {
    this.#resuming = this.#claim.load();
    this.#orphans = this.#claim.ticket.open;
    try {
      if (this.#resuming) return await this.#rejoin();
    } catch (thrown) {
      if (!isGone(thrown)) throw thrown;
      this.#drop();
      this.#claim.forget();
      this.#resuming = false;
    }
    await this.line.connect(async (offer, signal) => {
      const session = await sessionOf(this.#parts.options);
      const bearer = session?.key ?? (await tokenOf(this.#parts.options));
      const wish = session ? offer : { ...wishOf(this.#parts.options, this.#parts.platform.localStorage), offer };
      signal.throwIfAborted();
      const opened = await ask(this.#server, 'POST', session ? `/${session.id}/offer` : '', bearer, wish, signal);
      this.#claim.save({ sessionId: session?.id ?? opened.session_id, sessionToken: opened.session_token });
      return session ? opened : opened.answer;
    });
  }

  #rejoin() {
    const { sessionId, sessionToken } = this.#claim.ticket;
    return this.line.connect((offer, signal) =>
      ask(this.#server, 'POST', `/${sessionId}/offer`, sessionToken, offer, signal),
    );
  }

  get sessionId() {
    return this.#claim.ticket.sessionId || undefined;
  }

  hangUp() {
    const { sessionId, sessionToken } = this.#claim.ticket;
    if (!this.send('session.close', {}) && sessionId) {
      ask(this.#server, 'DELETE', `/${sessionId}`, sessionToken).catch(() => {});
    }
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
    if (!this.#channel.isReady || !this.line.microphone) return false;
    if (trigger === 'ptt') this.line.microphone.hold(true);
    this.takeFloor('input.start', { trigger });
    return true;
  }

  /** @param {boolean} cancel */
  stopTalking(cancel) {
    this.line.microphone?.hold(false);
    this.send(cancel ? 'input.cancel' : 'input.end', {});
  }

  /** @param {string} text */
  sendText(text) {
    const waits = !this.#channel.isReady;
    const id = waits ? undefined : this.takeFloor('input.text', { text });
    if (waits || id) this.#typed.set(text.trim(), id ?? '');
    else this.#emit('unsent', { text });
  }

  /** @param {(text: string) => void} give @param {string} [id] of one alone */
  #untype(give, id) {
    for (const [text, its] of [...this.#typed]) {
      if (id !== undefined && id !== its) continue;
      this.#typed.delete(text);
      give(text);
    }
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.line.mute(muted);
    this.#tellMute();
  }

  /** @type {Send} */ send = (type, payload) => this.#try(() => this.#channel.send(type, payload));

  /** A failure is told, and no more. @template T @param {() => T} act @param {string} [code] */
  #try(act, code) {
    try {
      return act();
    } catch (thrown) {
      this.#report(asAntiphonError(thrown, code));
    }
  }

  get #answering() {
    return this.state === 'ai_speaking' || this.state === 'ai_thinking';
  }

  /** An assistant that has the floor is silent at once. @type {Send} */
  takeFloor = (type, payload) => {
    const id = this.send(type, payload);
    if (id && this.#answering) this.#playback.interrupt(id);
    return id;
  };

  /** Silence of an open microphone is a fault to the server. */
  #tellMute() {
    const muted = this.line.muted || (this.line.microphone?.track.muted ?? true);
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

  /** A changed registry goes before, a changed state in it. @param {ActionResult} result */
  #answer(result) {
    this.tellPage();
    const id = this.#channel.send('action.result', { ...result, ...this.#try(() => this.#page.news()) });
    if (this.#channel.isReady) this.#unsettled = result;
    this.#claim.settled(result.invocation_id);
    return id;
  }

  /** `audio.played`, as well as a page can know. @param {string} id @param {number} sentMs @param {boolean} ended */
  async #acknowledge(id, sentMs, ended) {
    let on = this.#playback.playedMs(id);
    const delay = await this.line.delayMs();
    if (ended) {
      await new Promise((done) => setTimeout(done, delay));
      on = this.#playback.playedMs(id);
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
  #receive({ type, payload, seq, reply_to: replyTo }) {
    if (typeof seq === 'number') {
      if (seq <= this.#claim.ticket.lastSeq) return;
      this.#claim.save({ lastSeq: seq });
    }
    switch (type) {
      case 'session.connected':
        return this.#connected(payload);
      case 'session.state':
        return this.#stateChanged(payload);
      case 'session.closed':
        return this.#finish(String(payload.reason));
      case 'transcript.final':
        this.#typed.delete(String(payload.text).trim());
        break;
      case 'response.delta':
      case 'response.done':
        return this.#written(payload, type === 'response.done');
      case 'response.interrupted':
        this.#playback.silence();
        this.#playback.confirmed();
        this.#reply = undefined;
        void this.#acknowledge(payload.response_id, payload.played_ms, false);
        break;
      case 'audio.start':
        this.#reply = { turnId: payload.turn_id, responseId: payload.response_id };
        return this.#playback.replyStarted(payload.response_id);
      case 'audio.end':
        return void this.#acknowledge(payload.response_id, payload.duration_ms, true);
      case 'audio.complete':
        this.#reply = undefined;
        return;
      case 'playback.paused':
      case 'playback.resumed': {
        const paused = type === 'playback.paused';
        this.#playback.hold(paused);
        if (!paused) this.#playback.duck(false);
        return this.#emit('held', { ...camelCase(payload), paused });
      }
      case 'action.invoke':
        return this.#invoked(/** @type {Invocation} */ (payload));
      case 'action.cancel':
        this.#claim.settled(payload.invocation_id);
        return this.#runner.cancel(payload.invocation_id);
      case 'error':
      case 'error.recognition':
      case 'error.fatal':
        return this.#refused(payload, type === 'error.fatal', replyTo);
    }
    if (Object.hasOwn(TOLD, type)) this.#emit(TOLD[type], camelCase(payload));
    // The borders of a turn are told by the states.
    else if (!type.startsWith('input.')) this.#emit('unknown', { type, payload });
  }

  /** @param {Fields} payload */
  #connected({ assistant, policy, resume_token: resumeToken, resume_window_s: windowS }) {
    const told = { sessionId: this.sessionId, assistant: Object(assistant), policy: Object(policy) };
    if (!this.#away) this.#emit('connected', told);
    if (this.#parts.options.resume !== false) this.#claim.save({ resumeToken, windowS: Number(windowS) || 0 });
    this.#initialize();
  }

  #initialize(lastSeq = this.#claim.ticket.lastSeq) {
    const { sessionId, resumeToken } = this.#claim.ticket;
    try {
      this.#initialization = this.#channel.initialize({
        protocol: 'vip/1',
        subscribe: this.#parts.options.turnEvents ? ['turn.event'] : undefined,
        // What was told of the page may be lost, and a reloaded one is another.
        ...((!this.#away || this.#page.changed) && this.#page.introduction()),
        resume: this.#resuming ? { session_id: sessionId, resume_token: resumeToken, last_seq: lastSeq } : undefined,
      });
    } catch (thrown) {
      this.#finish('error', asAntiphonError(thrown));
    }
  }

  /** @param {Fields} payload @param {boolean} done */
  #written({ turn_id: turnId, response_id: responseId, text }, done) {
    const whole = done ? text : (this.#texts.get(responseId) ?? '') + text;
    this.#texts.set(responseId, whole);
    this.#reply = { turnId, responseId };
    this.#emit('reply', { turnId, responseId, text: whole, done });
  }

  /** @param {Invocation} invocation */
  #invoked(invocation) {
    const { invocation_id: id, confirm } = invocation;
    if (!confirm) {
      this.#claim.save({ open: [...this.#claim.ticket.open, id] });
      return void this.#runner.invoke(invocation);
    }
    const asked = this.#runner.ask(invocation, (approved) => {
      this.takeFloor('action.confirm', { invocation_id: id, approved });
    });
    if (asked) this.#emit('confirm', asked);
  }

  /** @param {Fields} payload */
  #stateChanged({ state, previous = this.state, trigger, turn_id: turnId }) {
    const resumed = trigger === 'session.resume';
    if (state === 'not_connected') return void setTimeout(() => this.#finish('lost'), CLOSED_MS);
    if (resumed ? !STATES.includes(state) : !WAYS.has(`${previous} ${trigger} ${state}`)) {
      const message = `No "${trigger}" leads from ${previous} to ${state}. The state stays ${this.state}.`;
      throw new AntiphonError('protocol.invalid_transition', message);
    }
    const ready = this.#resuming ? resumed : this.state === 'connecting' && state === 'idle';
    if (!resumed) this.#unsettled = undefined;
    if (trigger === 'input.barge_in') this.#playback.silence();
    // Others may have been under way when we interrupted.
    if (state === 'user_speaking' || state === 'idle') {
      this.#playback.confirmed();
      this.#reply = undefined;
    }
    this.#enter(state, trigger, turnId);
    if (ready) this.#begin();
    this.tellPage();
  }

  /** The session is ready (again): what has waited leaves. */
  #begin() {
    const reloaded = this.#resuming && !this.#away;
    const orphans = reloaded ? this.#orphans.filter((id) => this.#claim.ticket.open.includes(id)) : [];
    this.#channel.ready();
    this.#emit('connection', { status: 'connected', resumed: this.#resuming });
    if (reloaded) this.#toldMuted = undefined;
    this.#tellMute();
    if (this.#away) this.#playback.hold(false);
    this.#resuming = this.#away = false;
    // The server still waits: it was lost.
    if (this.#unsettled && this.state === 'invoke_action') this.#answer(this.#unsettled);
    for (const id of orphans) {
      const error = { code: 'action.failed', message: 'The page was loaded again before it had ended.' };
      this.#answer({ invocation_id: id, status: 'error', error });
    }
    this.#untype((text) => this.sendText(text));
    this.#ready.resolve(undefined);
  }

  /** @param {Fields} payload @param {boolean} fatal @param {string} [replyTo] */
  #refused(payload, fatal, replyTo) {
    const code = String(payload.code);
    if (replyTo && replyTo === this.#initialization && !this.#channel.isReady && !fatal) {
      const kept = this.#resuming && payload.details?.first_seq;
      if (kept) return this.#initialize(kept - 1);
      fatal = true; // The server would wait, and the user with it.
    }
    if (fatal) return this.#finish('error', new AntiphonError(code, String(payload.message)));
    if (replyTo) {
      const update = this.#updates.get(replyTo);
      if (update && code === 'context.window_closed') return this.#page.missed(update);
      this.#playback.refused(replyTo);
      this.#runner.refused(replyTo, code);
      this.#untype((text) => this.#emit('unsent', { text }), replyTo);
    }
    this.#emit('error', { ...camelCase(payload), fatal: false });
  }

  /** @param {string} type */
  #stir(type) {
    const gesture = type === 'click' || type === 'keydown';
    const asleep = this.#asleep;
    this.#asleep = type === 'freeze' && this.#channel.isReady;
    if (this.#asleep) return this.#emit('connection', { status: 'asleep', message: ASLEEP });
    this.line.microphone?.wake();
    this.#playback.wake(!gesture);
    if (gesture) return;
    this.#wake();
    if (!this.#channel.isReady) return;
    if (!this.line.isConnected) this.#lost();
    else if (asleep) this.#emit('connection', { status: 'connected', resumed: true });
  }

  #lost() {
    if (this.#end.signal.aborted) return;
    if (this.#away) return this.#ready.reject(undefined);
    if (this.state === 'connecting' || !this.#claim.ticket.windowS) return this.#finish('lost');
    this.#away = this.#resuming = true;
    this.#playback.hold(true);
    this.#drop();
    this.#emit('connection', { status: 'reconnecting', message: GONE });
    void this.#comeBack();
  }

  #drop() {
    this.#channel.detach();
    this.line.drop();
  }

  async #comeBack() {
    const deadline = Date.now() + this.#claim.ticket.windowS * 1000;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
      await new Promise((done) => {
        this.#wake = () => done(undefined);
        setTimeout(done, pause * (0.5 + Math.random() / 2));
      });
      if (this.#end.signal.aborted) return;
      const { promise, reject } = (this.#ready = Promise.withResolvers());
      const timer = setTimeout(reject, ATTEMPT_MS);
      try {
        return void (await Promise.race([promise, this.#rejoin().then(() => promise)]));
      } catch (thrown) {
        this.#drop();
        if (isGone(thrown) || Date.now() > deadline) return this.#finish('lost');
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** @param {VipState} state @param {string} trigger @param {string} [turnId] */
  #enter(state, trigger, turnId) {
    const previous = this.state;
    this.state = state;
    this.#emit('state', { state, previous, trigger, ...(turnId && { turnId }) });
  }

  /** The one way out, also twice. @param {string} reason @param {AntiphonError} [error] */
  #finish(reason, error) {
    if (this.#end.signal.aborted) return;
    const message = error?.message ?? endingOf(reason);
    this.#end.abort(error ?? new AntiphonError(`session.${reason}`, message));
    this.#wake();
    this.#claim.forget();
    this.line.close();
    this.#channel.close();
    this.#runner.close();
    this.#playback.close();
    if (error) this.#report(error, true);
    this.#enter('not_connected', 'session.close');
    this.#untype((text) => this.#emit('unsent', { text }));
    const cut = this.#reply;
    this.#emit('closed', { reason, message, ...(error && { code: error.code }), ...(cut && { cut }) });
  }
}

/** `turn_id` becomes `turnId`; values are left alone. @param {Record<string, any>} payload */
function camelCase(payload) {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name.replace(/_(.)/g, (_, one) => one.toUpperCase()), value]),
  );
}
