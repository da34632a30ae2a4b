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
    createHint,
    storage,
    localStorage,
    events: globalThis,
  };
}

/** @param {MediaStream} stream @param {(heard: import('../types.js').Heard) => void} heard */
function createHint(stream, heard) {
  // It would not run, and the browser would complain on the console.
  if (navigator.userActivation?.hasBeenActive === false) return undefined;
  const context = new AudioContext();
  const start = async () => {
    await context.audioWorklet.addModule(new URL('./worklet.js', import.meta.url));
    const node = new AudioWorkletNode(context, 'antiphon-hint', { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }) => heard(data);
    context.createMediaStreamSource(stream).connect(node);
  };
  // Closed meanwhile, or not allowed by the page's policy: the server hears all the same.
  const ignored = () => {};
  start().catch(ignored);
  return { wake: () => void context.resume().catch(ignored), close: () => void context.close().catch(ignored) };
}
