/** @import { On, Say } from '../types.js' */

import { AntiphonError } from './errors.js';

/** The volume while the user may be speaking: 12 dB less. */
const DUCKED = 0.25;

/** It goes there in steps that nobody hears. */
const FADE_MS = 100;
const STEP_MS = 20;

/** The voice comes back by then, where the server has not said that somebody speaks. */
const DUCK_MS = 1500;

/** The assistant's voice in the page: silent, lowered or heard, and how much of it was. */
export class Playback {
  #report;
  #say;
  /** Whether the call is one in writing: the element plays, and nobody hears it. */ #silent;
  /** Whether the browser plays nothing before a click. @type {boolean=} */ #refused;
  /** The message that interrupts, until the server has answered it. */ #interruption = '';
  /** The reply that is on, and how much of it was played. @type {On} */
  #reply = { id: '', ms: 0 };
  /** Whether the voice is lowered. */ #down = false;
  /** The volume that the page has chosen. @type {number=} */ #full;
  /** The volume that was set here last. */ #set = 0;
  /** Timers: of the steps, and of the way back. */ #fade = 0;
  #back = 0;
  /** Listens for the chosen loudspeaker to go. @type {(() => void)=} */ #unplugged;

  /** @param {HTMLAudioElement} element its `muted` is ours @param {(told: object) => void} tell @param {Say} say */
  constructor(element, tell, say, silent = false) {
    this.element = element;
    this.#report = tell;
    this.#say = say;
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
      // Any other name says that the stream was taken away meanwhile.
      if (Object(thrown).name !== 'NotAllowedError') return;
      refused = true;
    }
    if (refused !== this.#refused) this.#report({ blocked: refused, ...(refused && { message: this.#say('playback.refused') }) });
    this.#refused = refused;
  }

  /** Plays on another loudspeaker, and on the default one again where that is unplugged. @param {MediaDevices=} mediaDevices */
  async useSpeaker(mediaDevices, id = '') {
    const { element } = this;
    try {
      await element.setSinkId(id);
    } catch (cause) {
      throw new AntiphonError('playback.device', this.#say('playback.device'), { cause });
    }
    this.#unplugged ??= async () => {
      const found = await mediaDevices?.enumerateDevices();
      if (!element.sinkId || found?.some(({ deviceId }) => deviceId === element.sinkId)) return;
      await element.setSinkId('');
      this.#report({ blocked: !!this.#refused, code: 'playback.replaced', message: this.#say('playback.replaced') });
    };
    mediaDevices?.addEventListener('devicechange', this.#unplugged);
  }

  /** Plays again what the browser has stopped. @param {boolean} slept whether the tab did, and not the user a gesture */
  wake(slept) {
    if (this.#refused || (slept && this.element.srcObject)) void this.play();
  }

  /** At once, until the next reply begins (V7-BARGE). */
  silence() {
    this.element.muted = true;
    this.hold(true);
    this.duck(false);
  }

  /** Silent before the server knows of it. @param {string} messageId of what tells it */
  interrupt(messageId) {
    this.silence();
    this.#interruption = messageId;
  }

  /** The server has taken the interruption, or there is nothing to interrupt. */
  confirmed() {
    this.#interruption = '';
  }

  /** The server has refused an interruption: the reply is heard again. @param {string} messageId */
  refused(messageId) {
    if (messageId !== this.#interruption) return;
    this.confirmed();
    this.element.muted = this.#silent;
    this.hold(false);
  }

  /** Another reply is heard, unless it was already under way when the user interrupted. @param {string} id */
  replyStarted(id) {
    if (!this.#interruption) this.element.muted = this.#silent;
    this.#reply = { id, ms: 0 };
    this.hold(false);
  }

  /** The time of the reply stands still, or runs on where it is heard. @param {boolean} held */
  hold(held) {
    const now = this.element.currentTime * 1000;
    this.#reply.ms += Math.max(0, now - (this.#reply.since ?? now));
    this.#reply.since = held || (this.element.muted && !this.#silent) ? undefined : now;
  }

  /** How much was played of the present reply; nothing of any other. @param {string} id */
  playedMs(id) {
    this.hold(this.#reply.since === undefined);
    return id === this.#reply.id ? this.#reply.ms : undefined;
  }

  /** Lowers the voice, or raises it again; a page that sets the volume meanwhile is right. @param {boolean} down */
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
      // A hidden tab has few ticks, and a clock may be set back or forth.
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
