/**
 * How loud a stream is, for the eye.
 * @module
 */

/** Speech at a usual distance, as the root mean square of its samples, fills the meter. */
const FULL = 0.12;

export class Meter {
  /** @type {AudioContext | undefined} */ #context;
  /** @type {Map<MediaStream, AnalyserNode>} */ #analysers = new Map();
  #samples = new Float32Array(512);

  /**
   * @param {MediaStream | undefined} stream
   * @returns {number} 0 to 1
   */
  level(stream) {
    const analyser = stream && this.#analyser(stream);
    if (!analyser) return 0;
    analyser.getFloatTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length;
    return Math.min(1, Math.sqrt(power) / FULL);
  }

  /** Lets go of the streams and of the sound device. */
  close() {
    void this.#context?.close();
    this.#context = undefined;
    this.#analysers.clear();
  }

  /** @param {MediaStream} stream */
  #analyser(stream) {
    const known = this.#analysers.get(stream);
    if (known || !stream.getAudioTracks().length) return known;
    this.#context ??= new AudioContext();
    const analyser = new AnalyserNode(this.#context, { fftSize: this.#samples.length });
    this.#context.createMediaStreamSource(stream).connect(analyser);
    this.#analysers.set(stream, analyser);
    return analyser;
  }
}
