/** The browser module. What each part of it does is said in `antiphon.d.ts`. */

/** @import { Antiphon as Api } from './antiphon.js' */
/** @import { CallParts, Device, Options, Strings } from './types.js' */

import { Call } from './src/call.js';
import { Page } from './src/page.js';
import { browser } from './src/platform.js';
import { Playback } from './src/playback.js';
import { sayIn } from './src/sentences.js';
import { Claim } from './src/signalling.js';

export { AntiphonError } from './src/errors.js';
export { STATES } from './generated/transitions.js';

/** @type {Record<string, Device['kind']>} */
const KINDS = { audioinput: 'microphone', audiooutput: 'speaker' };

export class Antiphon extends EventTarget {
  /** @type {CallParts} */ #parts;
  /** @type {Call=} */ #call;

  /** @param {Options} [options] */
  constructor(options = {}, platform = browser()) {
    super();
    /** @type {CallParts['emit']} */ const emit = (type, detail) => {
      if (detail.state === 'not_connected') this.#call = undefined;
      this.dispatchEvent(new CustomEvent(type, { detail }));
    };
    /** @type {Strings} */ const own = {};
    const say = sayIn(own);
    const { language, audio } = options;
    const tags = language ? [language] : platform.languages;
    // Where English comes first, nothing of other languages is loaded.
    const isEnglish = /^en\b/i.test(tags?.[0] ?? 'en');
    const spoken = isEnglish ? undefined : import('./src/language.js').then((it) => it.learn(own, tags)).catch(() => {});
    const playback = new Playback(
      audio || new Audio(),
      (told) => emit('playback', told),
      say,
      audio === false,
    );
    const page = new Page();
    page.change(options);
    const { url = platform.server ?? platform.origin, microphone } = options;
    const microphoneId = microphone || undefined;
    const server = URL.canParse(url) ? url : String(new URL(url, platform.origin));
    const asks = microphone !== false;
    this.#parts = { options, server, platform, page, playback, muted: false, asks, microphoneId, emit, say, spoken };
  }

  #update = (/** @type {Options} */ news) => {
    this.#parts.page.change(news);
    this.#call?.pageLink.sendPage();
  };

  get state() {
    return this.#call?.state ?? 'not_connected';
  }

  get sessionId() {
    return this.#call?.sessionId;
  }

  get waitingMs() {
    return this.#call ? 0 : Claim.of(this.#parts).leftMs;
  }

  get note() {
    if (this.#call) return this.#call.note;
    const claim = Claim.of(this.#parts);
    return claim.leftMs ? claim.note : '';
  }

  set note(note) {
    if (this.#call) this.#call.note = note;
  }

  get microphoneStream() {
    return this.#call?.line.mic?.stream;
  }

  get assistantStream() {
    return this.#call?.assistantStream;
  }

  connect() {
    return (this.#call ??= new Call(this.#parts)).open();
  }

  hangUp() {
    this.#call?.hangUp();
  }

  /** @type {Api['fail']} */
  fail(code, message) {
    this.#call?.fail(code, message);
  }

  interrupt() {
    this.#call?.floor.interrupt();
  }

  /** @type {Api['yieldFloor']} */
  yieldFloor(reason) {
    this.#call?.floor.take('assistant.yield', { reason });
  }

  cancelReply({ graceful = false } = {}) {
    if (graceful) this.#call?.send('response.cancel', { graceful });
    else this.#call?.floor.take('response.cancel', {});
  }

  /** @type {Api['grant']} */
  grant({ expectResponse, delayMs } = {}) {
    this.#call?.send('assistant.grant', { expect_response: expectResponse, delay_ms: delayMs });
  }

  startTalking() {
    return this.#call?.floor.startTalking('ptt') ?? false;
  }

  stopTalking({ cancel = false } = {}) {
    this.#call?.floor.stopTalking(cancel);
  }

  wake() {
    return this.#call?.floor.wake() ?? false;
  }

  /** @type {Api['sendText']} */
  sendText(text) {
    if (this.#call) this.#call.sendText(text);
    else this.#parts.emit('unsent', { text });
  }

  /** @type {Api['mute']} */
  mute(muted) {
    this.#parts.muted = muted;
    this.#call?.mute();
  }

  async devices() {
    const { platform, microphoneId, playback } = this.#parts;
    const found = (await platform.mediaDevices?.enumerateDevices()) ?? [];
    const chosen = {
      microphone: this.microphoneStream?.getAudioTracks()[0]?.getSettings().deviceId ?? (microphoneId || 'default'),
      speaker: playback.element.sinkId || 'default',
    };
    return found.flatMap(({ deviceId: id, label, kind: medium }) => {
      const kind = KINDS[medium];
      return kind ? { id, label, kind, chosen: chosen[kind] === id } : [];
    });
  }

  /** @type {Api['useMicrophone']} */
  async useMicrophone(id) {
    Object.assign(this.#parts, { asks: true, microphoneId: id });
    await this.#call?.line.openMic(id);
  }

  /** @type {Api['useSpeaker']} */
  useSpeaker(id) {
    return this.#parts.playback.useSpeaker(this.#parts.platform.mediaDevices, id);
  }

  /** @type {Api['policy']} */
  policy(fields) {
    this.#call?.send('policy.update', fields);
  }

  /** @type {Api['narrate']} */
  narrate(narration, route, outline) {
    this.#update({ narration, route, outline });
  }

  /** @type {Api['actions']} */
  actions(actions) {
    this.#update({ actions });
  }

  /** @type {Api['observe']} */
  observe(element, options) {
    const ready = import('./src/observe/observe.js').then((it) =>
      it.observe(this.#parts.page, this.#update, element, options),
    );
    return { ready, stop: async () => (await ready).stop() };
  }

  resumePlayback() {
    this.#call?.line.mic?.wake();
    return this.#parts.playback.play();
  }

  /** @type {Api['on']} */
  on(type, listener) {
    const handler = (/** @type {any} */ event) => listener(event.detail);
    this.addEventListener(type, handler);
    return () => this.removeEventListener(type, handler);
  }
}

/** @param {Options} [options] */
export async function connect(options) {
  const antiphon = new Antiphon(options);
  await antiphon.connect();
  return antiphon;
}
