/** Silence while the gate is closed; when it opens, what was said just before comes first. */

/** Somebody may have begun to speak so long before the key. */
const BEFORE_S = 0.3;

/** So much of a pause stays where it is cut short. */
const KEPT_S = 0.06;

/** A pause ends so long before what is loud. */
const MARGIN_S = 0.03;

/** Speech is so much louder than the room. */
const RISE = 10 ** 1.2;

/** The room gets noisier by no more than this from one block to the next. */
const NOISIER = 10 ** 0.001;

/** No room is taken for quieter. */
const LEAST = 10 ** -6.2;

registerProcessor(
  'antiphon-gate',
  class extends AudioWorkletProcessor {
    /** What is not heard yet, the oldest first. @type {{ samples: Float32Array, loud: boolean }[]} */ #waiting = [];
    #open = false;
    #floor = LEAST;
    /** How long nothing loud was let through, in seconds. */ #quiet = 0;
    #told = 0;

    constructor() {
      super();
      this.port.onmessage = ({ data }) => {
        // What leads to the first word is no pause that is to be kept.
        if (data && !this.#open) this.#quiet = KEPT_S;
        this.#open = data;
      };
    }

    /** @param {Float32Array[][]} inputs @param {Float32Array[][]} outputs */
    process([[samples = new Float32Array(128)] = []], [[heard]]) {
      const waiting = this.#waiting;
      waiting.push({ samples: samples.slice(), loud: this.#isLoud(samples) });
      const block = samples.length / sampleRate;
      if (this.#open) {
        this.#catchUp(block);
        const next = waiting.shift();
        if (next) heard.set(next.samples);
        this.#quiet = next?.loud ? 0 : this.#quiet + block;
      } else while (waiting.length * block > BEFORE_S) waiting.shift();
      this.#report(this.#open ? waiting.length * block : 0);
      return true;
    }

    /** What waits is let through later than it was said: pauses in it are cut short. @param {number} block */
    #catchUp(block) {
      const margin = Math.ceil(MARGIN_S / block);
      let goes = 0;
      while (
        goes < this.#waiting.length - 1 &&
        this.#quiet >= KEPT_S &&
        !this.#waiting.slice(goes, goes + margin).some(({ loud }) => loud)
      )
        goes++;
      this.#waiting.splice(0, goes);
    }

    /** @param {Float32Array} samples */
    #isLoud(samples) {
      let sum = 0;
      for (const sample of samples) sum += sample * sample;
      const level = sum / samples.length;
      this.#floor = Math.max(LEAST, Math.min(level, this.#floor * NOISIER));
      return level > this.#floor * RISE;
    }

    /** @param {number} late in seconds */
    #report(late) {
      const ms = Math.round(1000 * late);
      if (ms !== this.#told) this.port.postMessage(ms);
      this.#told = ms;
    }
  },
);
