/** Hands the samples of its input to the page, 128 at a time. */
registerProcessor(
  'pcm',
  class extends AudioWorkletProcessor {
    /** @param {Float32Array[][]} inputs */
    process([[samples]]) {
      if (samples) this.port.postMessage(samples.slice());
      return true;
    }
  },
);
