/** @import { WakeWord } from '../types.js' */

/** Runs the page's detector of a wake word while one may begin a turn. */
export class Watchword {
  #detector;
  #heard;
  #failed;
  /** What it listens to. @type {MediaStream=} */ #stream;

  /** @param {WakeWord | undefined} detector @param {() => void} heard @param {(thrown: unknown) => void} failed */
  constructor(detector, heard, failed) {
    this.#detector = detector;
    this.#heard = heard;
    this.#failed = failed;
  }

  /** From now on; to nothing unless given. @param {MediaStream} [stream] */
  listen(stream) {
    if (!this.#detector || stream === this.#stream) return;
    const before = this.#stream;
    this.#stream = stream;
    const heard = () => stream === this.#stream && this.#heard();
    const run = async () => {
      if (before) await this.#detector?.stop();
      if (stream && stream === this.#stream) await this.#detector?.start(stream, heard);
    };
    run().catch(this.#failed);
  }
}
