/**
 * The assistant's voice, through an `<audio>` element.
 * @module
 */

export class Playback {
  /** @type {HTMLAudioElement} */ #element;
  /** @type {(blocked: boolean) => void} */ #blocked;
  /** The message with which the user interrupted, until the server has answered it. @type {string | undefined} */
  #interruption;

  /**
   * @param {HTMLAudioElement} element its `muted` belongs to this class; its `volume` is the page's
   * @param {(blocked: boolean) => void} blocked told when the browser refuses to play without a gesture, and when it
   *   plays again
   */
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

  /** Starts to play. Call it from a click where the browser has refused before. */
  async play() {
    try {
      await this.#element.play();
      this.#blocked(false);
    } catch (thrown) {
      // Anything but a refusal means that the stream was taken away again meanwhile, which is what was wanted.
      if (thrown instanceof DOMException && thrown.name === 'NotAllowedError') this.#blocked(true);
    }
  }

  /** A barge-in: silent at once, until the next reply begins (V7-BARGE). */
  silence() {
    this.#element.muted = true;
  }

  /**
   * The user interrupts here and now: silent before the server even knows.
   * @param {string | undefined} messageId of the message that tells the server
   */
  interrupt(messageId) {
    this.silence();
    this.#interruption = messageId;
  }

  /** The server has taken the floor from the assistant: the next `audio.start` is a new reply's. */
  confirmed() {
    this.#interruption = undefined;
  }

  /**
   * The server has refused a message. If it was the interruption, the reply goes on and must be heard.
   * @param {string} messageId
   */
  refused(messageId) {
    if (messageId !== this.#interruption) return;
    this.#interruption = undefined;
    this.#element.muted = false;
  }

  /** `audio.start`. One that was under way when the user interrupted belongs to what was interrupted. */
  replyStarted() {
    if (!this.#interruption) this.#element.muted = false;
  }

  close() {
    this.#interruption = undefined;
    this.#element.srcObject = null;
    this.#element.muted = false;
  }
}
