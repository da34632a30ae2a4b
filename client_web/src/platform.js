/** @import { Platform } from '../types.js' */

import { serverOf } from './address.js';
import { createGate } from './gate.js';

/** What the browser has that a call needs; tests bring another one. @returns {Platform} */
export function browser() {
  const { fetch, navigator, location } = globalThis;
  const server = serverOf(import.meta.url, 'src/platform.js');
  let storage, localStorage;
  try {
    ({ sessionStorage: storage, localStorage } = globalThis);
  } catch {
    // The user lets no page keep anything.
  }
  const [{ type = '' } = {}] = /** @type {PerformanceNavigationTiming[]} */ (
    performance.getEntriesByType('navigation')
  );
  const isOpened = globalThis.opener && history.length === 1 && type !== 'reload';
  return {
    fetch,
    mediaDevices: navigator.mediaDevices,
    origin: location.origin,
    languages: navigator.languages,
    server: new URL(server).origin === location.origin ? server : location.origin,
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createHint,
    createGate,
    forbidding,
    page: performance.timeOrigin,
    openedAt: isOpened ? performance.timeOrigin : 0,
    storage,
    localStorage,
    events: globalThis,
  };
}

/** Listens to the microphone on the page itself, for how loud it is and whether somebody speaks. @type {NonNullable<Platform['createHint']>} */
function createHint(stream, heard) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  const context = new AudioContext();
  const start = async () => {
    await context.audioWorklet.addModule(new URL('./worklet.js', import.meta.url));
    const node = new AudioWorkletNode(context, 'antiphon-hint', { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }) => heard(data);
    context.createMediaStreamSource(stream).connect(node);
  };
  // The context was closed meanwhile, or the page's policy forbids the worklet: a call goes on without the hint.
  const ignored = () => {};
  start().catch(ignored);
  return { wake: () => void context.resume().catch(ignored), close: () => void context.close().catch(ignored) };
}

/** Who forbids the microphone. Firefox and Safari do not say; that the page is in a frame can be known. @type {NonNullable<Platform['forbidding']>} */
function forbidding() {
  const { permissionsPolicy, featurePolicy = permissionsPolicy } = /** @type {any} */ (document);
  const isFramed = window !== window.top;
  if (featurePolicy) return featurePolicy.allowsFeature('microphone') ? undefined : isFramed ? 'frame' : 'page';
  return isFramed && !window.frameElement ? 'perhaps' : undefined;
}
