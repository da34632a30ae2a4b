/**
 * What a call needs of the browser, in one place: tests bring their own.
 * @module
 */

/**
 * @typedef {object} Platform
 * @property {typeof globalThis.fetch} fetch
 * @property {MediaDevices | undefined} mediaDevices missing where the page is not secure
 * @property {string} origin the page's
 * @property {(configuration: RTCConfiguration) => RTCPeerConnection} createPeerConnection
 */

/** @returns {Platform} */
export function browser() {
  return {
    fetch: globalThis.fetch,
    mediaDevices: globalThis.navigator.mediaDevices,
    origin: globalThis.location.origin,
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
  };
}
