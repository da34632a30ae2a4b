/** The assistant's voice, through an `<audio>` element. */

/** -12 dB, in steps that are not heard as such. */
const [DUCKED, STEPS, STEP_MS] = [0.25, 5, 20];

export class Playback {
  #element;
  #blocked;
  /** The message that interrupts, until it is answered. */ #interruption = '';
  /** How long it was on, and since when it is. @type {{id: string, ms: number, since?: number}} */
  #reply = { id: '', ms: 0 };
  #down = false;
  /** The page's volume, while the voice is quieter. @type {number | undefined} */ #full;
  #set = 0;
  #fade = 0;

  /** @param {HTMLAudioElement} element its `muted` belongs to this class @param {(blocked: boolean) => void} blocked */
  constructor(element, blocked) {
    this.#element = element;
    this.#blocked = blocked;
    element.autoplay = true;
  }

  /** @param {MediaStream} stream */
  attach(stream) {
    this.#element.srcObject = stream;
    return this.play();
  }

  async play() {
    try {
      await this.#element.play();
      this.#blocked(false);
    } catch (thrown) {
      // Otherwise the stream was taken away.
      if (thrown instanceof DOMException && thrown.name === 'NotAllowedError') this.#blocked(true);
    }
  }

  /** A barge-in: silent at once, until the next reply begins (V7-BARGE). */
  silence() {
    this.#element.muted = true;
    this.hold(true);
    this.duck(false);
  }

  /** Silent before the server knows. @param {string} messageId of what tells it */
  interrupt(messageId) {
    this.silence();
    this.#interruption = messageId;
  }

  /** The next `audio.start` is a new reply's. */
  confirmed() {
    this.#interruption = '';
  }

  /** If it was the interruption, the reply is heard again. @param {string} messageId */
  refused(messageId) {
    if (messageId !== this.#interruption) return;
    this.confirmed();
    this.#element.muted = false;
    this.hold(false);
  }

  /** One that was already under way is not heard. @param {string} id */
  replyStarted(id) {
    if (!this.#interruption) this.#element.muted = false;
    this.#reply = { id, ms: 0 };
    this.hold(false);
  }

  /** Its time stands still, or runs where it is heard. @param {boolean} held */
  hold(held) {
    const now = this.#element.currentTime * 1000;
    this.#reply.ms += Math.max(0, now - (this.#reply.since ?? now));
    this.#reply.since = held || this.#element.muted ? undefined : now;
  }

  /** How long it has been on, if it is the present one. @param {string} id */
  playedMs(id) {
    this.hold(this.#reply.since === undefined);
    return id === this.#reply.id ? this.#reply.ms : undefined;
  }

  /** A page that sets the volume meanwhile is right. @param {boolean} down */
  duck(down) {
    const element = this.#element;
    if (down === this.#down) return;
    this.#down = down;
    clearInterval(this.#fade);
    if (this.#full === undefined) this.#set = this.#full = element.volume;
    const target = this.#full * (down ? DUCKED : 1);
    const step = (target - this.#set) / STEPS;
    let left = STEPS;
    this.#fade = setInterval(() => {
      const ours = element.volume === this.#set;
      if (ours) element.volume = this.#set = --left ? this.#set + step : target;
      if (left && ours) return;
      clearInterval(this.#fade);
      if (!down || !ours) this.#full = undefined;
    }, STEP_MS);
  }

  close() {
    this.duck(false);
    this.confirmed();
    this.#element.srcObject = null;
    this.#element.muted = false;
  }
}
