/** @import { On } from '../types.js' */

import { AntiphonError } from './errors.js';

/** -12 dB, in unheard steps. */
const [DUCKED, FADE_MS, STEP_MS] = [0.25, 100, 20];

const DUCK_MS = 1500;

const REFUSED = 'The browser plays no sound before a click. Click anywhere on the page.';
const UNUSABLE = 'The voice cannot be played there. Choose another loudspeaker.';
const UNPLUGGED = 'The loudspeaker was disconnected. The default one plays now.';

export class Playback {
  #tell;
  /** Nobody hears it. */ #silent;
  /** @type {boolean=} */ #refused;
  /** The message, until it is answered. */ #interruption = '';
  /** @type {On} */
  #reply = { id: '', ms: 0 };
  #down = false;
  /** The page's volume. @type {number=} */ #full;
  #set = 0;
  #fade = 0;
  #back = 0;
  /** @type {(() => void)=} */ #unplugged;

  /** @param {HTMLAudioElement} element its `muted` is ours @param {(told: object) => void} tell */
  constructor(element, tell, silent = false) {
    this.element = element;
    this.#tell = tell;
    this.#silent = element.muted = silent;
    element.autoplay = true;
  }

  /** @param {MediaStream} stream */
  attach(stream) {
    this.element.srcObject = stream;
    return this.play();
  }

  async play() {
    let refused = false;
    try {
      await this.element.play();
    } catch (thrown) {
      // Otherwise the stream was taken away.
      if (Object(thrown).name !== 'NotAllowedError') return;
      refused = true;
    }
    if (refused !== this.#refused) this.#tell({ blocked: refused, ...(refused && { message: REFUSED }) });
    this.#refused = refused;
  }

  /** Back to the default where it is unplugged. @param {MediaDevices=} mediaDevices */
  async useSpeaker(mediaDevices, id = '') {
    const { element } = this;
    try {
      await element.setSinkId(id);
    } catch (cause) {
      throw new AntiphonError('playback.device', UNUSABLE, { cause });
    }
    this.#unplugged ??= async () => {
      const found = await mediaDevices?.enumerateDevices();
      if (!element.sinkId || found?.some(({ deviceId }) => deviceId === element.sinkId)) return;
      await element.setSinkId('');
      this.#tell({ blocked: !!this.#refused, code: 'playback.replaced', message: UNPLUGGED });
    };
    mediaDevices?.addEventListener('devicechange', this.#unplugged);
  }

  /** @param {boolean} slept */
  wake(slept) {
    if (this.#refused || (slept && this.element.srcObject)) void this.play();
  }

  /** At once, until the next reply begins (V7-BARGE). */
  silence() {
    this.element.muted = true;
    this.hold(true);
    this.duck(false);
  }

  /** Silent before the server knows. @param {string} messageId of what tells it */
  interrupt(messageId) {
    this.silence();
    this.#interruption = messageId;
  }

  confirmed() {
    this.#interruption = '';
  }

  /** An interruption: the reply is heard again. @param {string} messageId */
  refused(messageId) {
    if (messageId !== this.#interruption) return;
    this.confirmed();
    this.element.muted = this.#silent;
    this.hold(false);
  }

  /** One that was already under way is not heard. @param {string} id */
  replyStarted(id) {
    if (!this.#interruption) this.element.muted = this.#silent;
    this.#reply = { id, ms: 0 };
    this.hold(false);
  }

  /** Its time stands still, or runs where it is heard. @param {boolean} held */
  hold(held) {
    const now = this.element.currentTime * 1000;
    this.#reply.ms += Math.max(0, now - (this.#reply.since ?? now));
    this.#reply.since = held || (this.element.muted && !this.#silent) ? undefined : now;
  }

  /** Of the present one. @param {string} id */
  playedMs(id) {
    this.hold(this.#reply.since === undefined);
    return id === this.#reply.id ? this.#reply.ms : undefined;
  }

  /** A page that sets the volume meanwhile is right. @param {boolean} down */
  duck(down) {
    const { element } = this;
    clearTimeout(this.#back);
    if (down) this.#back = setTimeout(() => this.duck(false), DUCK_MS);
    if (down === this.#down) return;
    this.#down = down;
    clearInterval(this.#fade);
    if (this.#full === undefined) this.#set = this.#full = element.volume;
    const target = this.#full * (down ? DUCKED : 1);
    const from = this.#set;
    const start = Date.now();
    this.#fade = setInterval(() => {
      const ours = element.volume === this.#set;
      // A hidden tab has few ticks, and a clock may be set.
      const left = Math.max(0, 1 - Math.abs(Date.now() - start) / FADE_MS);
      if (ours) element.volume = this.#set = target + (from - target) * left;
      if (left && ours) return;
      clearInterval(this.#fade);
      if (!down || !ours) this.#full = undefined;
    }, STEP_MS);
  }

  close() {
    this.duck(false);
    this.confirmed();
    this.element.srcObject = null;
    this.element.muted = this.#silent;
  }
}
