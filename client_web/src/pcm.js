/**
 * Raw PCM both ways: what the microphone hears as frames of 20 ms, and frames as sound. 16 kHz, mono, 16 bit.
 */

export const RATE = 16_000;
export const FRAME = 320;

/**
 * Samples from -1 to 1 as signed 16-bit little-endian.
 * @param {Float32Array | number[]} samples
 */
export function encode(samples) {
  const view = new DataView(new ArrayBuffer(2 * samples.length));
  samples.forEach((/** @type {number} */ sample, /** @type {number} */ index) => {
    view.setInt16(2 * index, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  });
  return view.buffer;
}

/**
 * The same the other way round.
 * @param {ArrayBuffer} buffer
 */
export function decode(buffer) {
  const view = new DataView(buffer);
  return Float32Array.from({ length: buffer.byteLength / 2 }, (_, index) => view.getInt16(2 * index, true) / 32_768);
}

/**
 * Cuts what comes in pieces of any length into whole frames, and hands each to `take`.
 * @param {(frame: ArrayBuffer) => void} take
 */
export function framer(take) {
  /** @type {number[]} */
  const rest = [];
  return (/** @type {Float32Array} */ samples) => {
    rest.push(...samples);
    while (rest.length >= FRAME) take(encode(rest.splice(0, FRAME)));
  };
}

/** Plays frames one after the other, and says when all that has come was heard. */
export class Player {
  #context;
  #until = 0;
  /** @type {Set<AudioBufferSourceNode>} */
  #sounds = new Set();
  #frames = 0;

  /** @param {AudioContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** How much has been handed over since the last `begin`, in milliseconds. */
  get playedMs() {
    return 20 * this.#frames;
  }

  begin() {
    this.#frames = 0;
  }

  /** @param {ArrayBuffer} buffer */
  play(buffer) {
    const samples = decode(buffer);
    const sound = this.#context.createBuffer(1, samples.length, RATE);
    sound.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(this.#context, { buffer: sound });
    source.connect(this.#context.destination);
    const start = Math.max(this.#until, this.#context.currentTime + 0.05);
    source.onended = () => this.#sounds.delete(source);
    source.start(start);
    this.#until = start + sound.duration;
    this.#frames += samples.length / FRAME;
    this.#sounds.add(source);
  }

  /** Resolves when nothing is left to be heard. */
  async drained() {
    const left = this.#until - this.#context.currentTime;
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, 1000 * left));
  }

  /** Silence at once; what was not heard is forgotten. Returns how much was heard, in milliseconds. */
  stop() {
    const left = Math.max(0, this.#until - this.#context.currentTime);
    for (const source of this.#sounds) source.stop();
    this.#sounds.clear();
    this.#until = 0;
    return Math.max(0, Math.round(this.playedMs - 1000 * left));
  }
}
