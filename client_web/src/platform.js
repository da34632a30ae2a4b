/** What a call needs of the browser: tests bring their own. */

/** @returns {import('../types.js').Platform} */
export function browser() {
  let storage, localStorage;
  try {
    ({ sessionStorage: storage, localStorage } = globalThis);
  } catch {
    // The user has forbidden all storage.
  }
  return {
    fetch: globalThis.fetch,
    mediaDevices: globalThis.navigator.mediaDevices,
    origin: globalThis.location.origin,
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createMeter,
    storage,
    localStorage,
    events: globalThis,
  };
}

/** @param {MediaStream} stream */
function createMeter(stream) {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(stream).connect(analyser);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => void context.close(),
  };
}
