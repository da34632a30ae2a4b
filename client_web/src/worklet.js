/** How loud it is, is measured over so long. */
const WINDOW_S = 0.02;
const QUIETEST_DB = -100;

/** Speech is so much louder than the room. */
const RISE_DB = 12;

/** The room gets noisier by no more than this from one window to the next, and is never taken for quieter. */
const FLOOR_DB_PER_WINDOW = 0.04;
const LEAST_FLOOR_DB = -62;

/** So many windows last longer than a click. */
const SURE = 3;

/** So many are longer than a gap within a word. */
const GAP = 25;

/** The level is told every so many windows, and again that speech goes on. */
const TELL = 5;
const AGAIN = 28;

registerProcessor(
  'antiphon-hint',
  class extends AudioWorkletProcessor {
    #sum = 0;
    #count = 0;
    #floor = LEAST_FLOOR_DB;
    #loud = 0;
    #quiet = GAP;
    #untold = 0;
    #windows = 0;

    /** @param {Float32Array[][]} inputs */
    process([[samples = new Float32Array(128)] = []]) {
      for (const sample of samples) this.#sum += sample * sample;
      this.#count += samples.length;
      if (this.#count >= WINDOW_S * sampleRate) {
        this.#weigh(Math.max(QUIETEST_DB, 10 * Math.log10(this.#sum / this.#count)));
        this.#sum = this.#count = 0;
      }
      return true;
    }

    /** @param {number} level */
    #weigh(level) {
      this.#floor = Math.max(LEAST_FLOOR_DB, Math.min(level, this.#floor + FLOOR_DB_PER_WINDOW));
      this.#loud = level > this.#floor + RISE_DB ? this.#loud + 1 : 0;
      const heard = this.#loud >= SURE;
      const began = heard && this.#quiet >= GAP;
      this.#quiet = heard ? 0 : this.#quiet + 1;
      // It begins, it is over, it goes on.
      const hint = began || this.#quiet === GAP || (heard && ++this.#untold >= AGAIN);
      if (hint) this.#untold = 0;
      if (!hint && ++this.#windows % TELL) return;
      this.port.postMessage({ level: Math.round(level), speech: this.#quiet < GAP, began, hint });
    }
  },
);
