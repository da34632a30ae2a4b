// Over 300 lines: what a call sends and what it makes of the answers share its state, and are read together.
/**
 * One call, from the first request to the last message. A new call is a new object: nothing leaks from one to the next.
 * @module
 */

import { ActionRunner } from './actions.js';
import { VipChannel } from './channel.js';
import { AntiphonError, asAntiphonError, endingOf } from './errors.js';
import { Line } from './line.js';
import { PROTOCOL, STATES, camelCase } from './protocol.js';
import { Replies } from './replies.js';
import { TypedTexts } from './typed.js';

/**
 * @typedef {import('./protocol.js').VipState} VipState
 * @typedef {import('./protocol.js').Envelope} Envelope
 */

/**
 * @typedef {object} CallSettings
 * @property {string} url
 * @property {string | undefined} assistantId
 * @property {import('./signalling.js').Token | undefined} token
 * @property {import('./page.js').Page} page
 * @property {import('./playback.js').Playback} playback
 * @property {import('./platform.js').Platform} platform
 */

/** From the microphone's permission to a ready session (B17: a spinner for ever says nothing). */
const CONNECT_MS = 15_000;

/** A server that says `not_connected` says why in its next message. */
const CLOSED_MS = 1000;

export class Call {
  /** @type {VipState} */ state = 'not_connected';
  /** @type {MediaStream | undefined} */ assistantStream;
  /** @type {Promise<void> | undefined} */ #opened;
  /** @type {CallSettings} */ #settings;
  /** @type {(type: string, detail: any) => void} */ #emit;
  /** Aborted at the end, whatever the reason: everything that waits stops waiting. */ #end = new AbortController();
  #channel = new VipChannel();
  /** @type {ActionRunner} */ #runner;
  /** @type {Line} */ #line;
  /** @type {(() => void) | undefined} */ #ready;
  #replies = new Replies();
  #typed = new TypedTexts();
  /** @type {string | undefined} */ #initialization;
  #muted;
  /** What the server knows of the microphone. */ #toldMuted = false;

  /**
   * @param {CallSettings} settings
   * @param {boolean} muted whether the microphone begins closed
   * @param {(type: string, detail: any) => void} emit
   */
  constructor(settings, muted, emit) {
    this.#settings = settings;
    this.#muted = muted;
    this.#emit = emit;
    this.#runner = new ActionRunner(
      settings.page.actions,
      (payload) => void this.#channel.send('action.result', { ...payload, ...this.#news() }),
      (report) => emit('action', report),
    );
    this.#line = new Line(settings.platform, {
      microphone: (refusal) => {
        emit(
          'microphone',
          refusal ? { available: false, code: refusal.code, message: refusal.message } : { available: true },
        );
        this.#tellMute();
      },
      channel: (data) =>
        this.#channel.attach(data, {
          message: (envelope) => this.#receive(envelope),
          malformed: (error) => this.#report(error),
          closed: () => this.#finish('lost'),
        }),
      voice: (stream) => {
        this.assistantStream = stream;
        void settings.playback.attach(stream);
      },
      lost: () => this.#finish('lost'),
    });
  }

  get microphoneStream() {
    return this.#line.microphone?.stream;
  }

  /** Settles when the session is ready, or will never be. */
  open() {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open() {
    const { url, assistantId, token } = this.#settings;
    const ended = this.#end.signal;
    this.#enter('connecting', 'client.connect');
    await this.#line.openMicrophone(this.#muted);
    const late = new AntiphonError(
      'network.timeout',
      `The call was not ready after ${CONNECT_MS / 1000} seconds. Try again.`,
    );
    const timer = setTimeout(() => this.#finish('error', late), CONNECT_MS);
    const ready = new Promise((resolve, reject) => {
      this.#ready = () => resolve(undefined);
      ended.addEventListener('abort', () => reject(ended.reason));
    });
    try {
      ended.throwIfAborted();
      await Promise.all([this.#line.connect(url, assistantId, token), ready]);
    } catch (thrown) {
      this.#finish('error', asAntiphonError(thrown, 'client.failed'));
      throw ended.reason;
    } finally {
      clearTimeout(timer);
    }
  }

  hangUp() {
    this.#send('session.close', {});
    this.#finish('client');
  }

  interrupt() {
    if (this.#assistantHasTheFloor()) this.#takeFloor('input.barge_in', { source: 'manual' });
  }

  startTalking() {
    if (!this.#channel.isReady || !this.#line.microphone) return false;
    this.#line.microphone.hold(true);
    this.#takeFloor('input.start', { trigger: 'ptt' });
    return true;
  }

  stopTalking() {
    this.#line.microphone?.hold(false);
    this.#send('input.end', {});
  }

  /** @param {string} text */
  sendText(text) {
    const id = this.#takeFloor('input.text', { text });
    if (id) this.#typed.sent(id, text);
    else this.#emit('unsent', { text });
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.#muted = muted;
    this.#line.microphone?.mute(muted);
    this.#tellMute();
  }

  // --- sending ------------------------------------------------------------------------------------------------------

  /**
   * @param {string} type
   * @param {Record<string, unknown>} payload
   * @returns {string | undefined} the message's id
   */
  #send(type, payload) {
    try {
      return this.#channel.send(type, payload);
    } catch (thrown) {
      this.#report(asAntiphonError(thrown, 'client.failed'));
      return undefined;
    }
  }

  #assistantHasTheFloor() {
    return this.state === 'ai_speaking' || this.state === 'ai_thinking';
  }

  /**
   * Tells the server that the user has something to say; an assistant that has the floor is silenced first.
   * @param {string} type
   * @param {Record<string, unknown>} payload
   * @returns {string | undefined} the message's id
   */
  #takeFloor(type, payload) {
    const interrupts = this.#assistantHasTheFloor();
    const id = this.#send(type, payload);
    if (interrupts && id) this.#settings.playback.interrupt(id);
    return id;
  }

  /** The server takes silence of an open microphone for a fault; of a closed one, or of none, it expects nothing. */
  #tellMute() {
    const muted = this.#muted || !this.#line.microphone;
    if (!this.#channel.isReady || muted === this.#toldMuted) return;
    this.#toldMuted = muted;
    this.#send('input.mute', { muted });
  }

  /** @param {AntiphonError} error */
  #report({ code, message }) {
    this.#emit('error', { code, message, fatal: false, retryable: false });
  }

  // --- receiving ----------------------------------------------------------------------------------------------------

  /** @param {Envelope} envelope */
  #receive({ type, payload, reply_to: replyTo }) {
    const { playback } = this.#settings;
    switch (type) {
      case 'session.connected':
        this.#emit('connected', { assistant: payload.assistant ?? {}, policy: payload.policy ?? {} });
        return this.#initialize();
      case 'session.state':
        return this.#stateChanged(payload);
      case 'session.closed':
        return this.#finish(String(payload.reason));
      case 'session.health':
        return this.#emit('health', camelCase(payload));
      case 'transcript.partial':
        return this.#emit('partial', camelCase(payload));
      case 'transcript.final':
        this.#typed.taken(String(payload.text));
        return this.#emit('transcript', camelCase(payload));
      case 'response.delta':
      case 'response.done':
        return this.#emit('reply', this.#replies.written(payload, type === 'response.done'));
      case 'response.interrupted':
        playback.silence();
        playback.confirmed();
        this.#replies.ended(payload);
        return this.#emit('interrupted', camelCase(payload));
      case 'audio.start':
        this.#replies.started(payload);
        return playback.replyStarted();
      case 'audio.complete':
        return this.#replies.ended(payload);
      case 'playback.paused':
      case 'playback.resumed':
        return this.#emit('held', { ...camelCase(payload), paused: type === 'playback.paused' });
      case 'action.invoke':
        return this.#invoked(/** @type {import('./actions.js').Invocation} */ (payload));
      case 'action.cancel':
        return this.#runner.cancel(payload.invocation_id);
      case 'metrics.turn':
        return this.#emit('metrics', camelCase(payload));
      case 'error':
      case 'error.recognition':
      case 'error.fatal':
        return this.#refused(payload, type === 'error.fatal', replyTo);
      default:
        // A newer server may say more than this client knows.
        return undefined;
    }
  }

  #initialize() {
    try {
      this.#initialization = this.#channel.initialize({ protocol: PROTOCOL, ...this.#settings.page.introduction() });
    } catch (thrown) {
      this.#finish('error', asAntiphonError(thrown, 'client.failed'));
    }
  }

  /** @param {import('./actions.js').Invocation} invocation */
  #invoked(invocation) {
    if (!invocation.confirm) return void this.#runner.invoke(invocation);
    const asked = this.#runner.ask(
      invocation,
      (approved) => void this.#takeFloor('action.confirm', { invocation_id: invocation.invocation_id, approved }),
    );
    if (asked) this.#emit('confirm', asked);
  }

  /** What an action has changed on the page; never a reason for its result not to leave. */
  #news() {
    try {
      return this.#settings.page.news();
    } catch (thrown) {
      this.#report(asAntiphonError(thrown, 'client.failed'));
      return {};
    }
  }

  /** @param {Record<string, any>} payload */
  #stateChanged({ state, trigger, turn_id: turnId }) {
    const { playback } = this.#settings;
    if (!STATES.includes(state)) return;
    if (state === 'not_connected') {
      setTimeout(() => this.#finish('lost'), CLOSED_MS);
      return;
    }
    if (trigger === 'input.barge_in') playback.silence();
    // Speaking and thinking may have been on their way when we interrupted; these two are the server's answer.
    if (state === 'user_speaking' || state === 'idle') {
      playback.confirmed();
      this.#replies.yielded();
    }
    if (this.state === 'connecting' && state === 'idle') {
      this.#channel.ready();
      this.#tellMute();
    }
    this.#enter(state, trigger, turnId);
    this.#ready?.();
  }

  /**
   * @param {Record<string, any>} payload
   * @param {boolean} fatal
   * @param {string | undefined} replyTo
   */
  #refused(payload, fatal, replyTo) {
    // A page that cannot be introduced gets no session: the server would wait for another try, and the user with it.
    if (fatal || (replyTo && replyTo === this.#initialization && this.state === 'connecting')) {
      this.#finish('error', new AntiphonError(String(payload.code), String(payload.message)));
      return;
    }
    if (replyTo) this.#settings.playback.refused(replyTo);
    const unsent = replyTo && this.#typed.refused(replyTo);
    if (unsent) this.#emit('unsent', { text: unsent });
    this.#emit('error', { ...camelCase(payload), fatal: false });
  }

  // --- state and end ------------------------------------------------------------------------------------------------

  /**
   * @param {VipState} state
   * @param {string} trigger
   * @param {string} [turnId]
   */
  #enter(state, trigger, turnId) {
    const previous = this.state;
    this.state = state;
    this.#emit('state', { state, previous, trigger, ...(turnId && { turnId }) });
  }

  /**
   * The one way out. Safe to take twice.
   * @param {string} reason as in `session.closed`
   * @param {AntiphonError} [error] what went wrong, where something did
   */
  #finish(reason, error) {
    if (this.#end.signal.aborted) return;
    const message = error?.message ?? endingOf(reason);
    this.#end.abort(error ?? new AntiphonError(`session.${reason}`, message));
    this.#line.close();
    this.#channel.close();
    this.#runner.close();
    this.#settings.playback.close();
    if (error) this.#emit('error', { code: error.code, message: error.message, fatal: true, retryable: false });
    this.#enter('not_connected', 'session.close');
    for (const text of this.#typed.rest()) this.#emit('unsent', { text });
    const cut = this.#replies.underWay;
    this.#emit('closed', { reason, message, ...(cut && { cut }) });
  }
}
