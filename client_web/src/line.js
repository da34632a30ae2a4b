/**
 * The line to the server: microphone, peer connection and the request that joins them. What is said is not its concern.
 * @module
 */

import { asAntiphonError } from './errors.js';
import { openMicrophone } from './microphone.js';
import { Peer } from './peer.js';
import { openSession } from './signalling.js';

/** @typedef {import('./errors.js').AntiphonError} AntiphonError */

/**
 * @typedef {object} LineEvents
 * @property {(refusal?: AntiphonError) => void} microphone it is there, or why it is not
 * @property {(channel: RTCDataChannel) => void} channel made, not open yet
 * @property {(stream: MediaStream) => void} voice the assistant's
 * @property {() => void} lost
 */

export class Line {
  /** @type {import('./microphone.js').Microphone | undefined} */ microphone;
  /** @type {Peer | undefined} */ #peer;
  /** @type {import('./platform.js').Platform} */ #platform;
  /** @type {LineEvents} */ #on;
  #closed = new AbortController();

  /**
   * @param {import('./platform.js').Platform} platform
   * @param {LineEvents} on
   */
  constructor(platform, on) {
    this.#platform = platform;
    this.#on = on;
  }

  /**
   * Asks for the microphone, which takes as long as the user likes. A line without one is still a line: typed text goes
   * in, the voice comes out.
   * @param {boolean} muted
   */
  async openMicrophone(muted) {
    const told = (/** @type {AntiphonError | undefined} */ refusal) => {
      if (!this.#closed.signal.aborted) this.#on.microphone(refusal);
    };
    try {
      const microphone = await openMicrophone(this.#platform.mediaDevices, this.#platform.origin);
      if (this.#closed.signal.aborted) return microphone.close();
      this.microphone = microphone;
      microphone.mute(muted);
      microphone.watch((lost) => {
        this.microphone = undefined;
        told(lost);
      });
      told(undefined);
    } catch (thrown) {
      told(asAntiphonError(thrown, 'microphone.failed'));
    }
  }

  /**
   * Offers a session to the server, with the microphone if there is one. The data channel opens when this has returned.
   * @param {string} url
   * @param {string | undefined} assistantId
   * @param {import('./signalling.js').Token | undefined} token
   * @throws {AntiphonError} as `openSession`, or whatever the page's own function for the token throws
   */
  async connect(url, assistantId, token) {
    const { fetch, createPeerConnection } = this.#platform;
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const peer = new Peer(createPeerConnection({ iceServers: [] }), this.microphone?.stream, {
      stream: this.#on.voice,
      lost: this.#on.lost,
    });
    this.#peer = peer;
    this.#on.channel(peer.channel);
    const offer = await peer.offer();
    signal.throwIfAborted();
    const bearer = typeof token === 'function' ? await token() : token;
    signal.throwIfAborted();
    const { answer } = await openSession(fetch, url, { offer, assistantId, bearer, signal });
    signal.throwIfAborted();
    await peer.accept(answer);
  }

  /** The microphone is off when this returns; the connection goes down once a farewell has had its chance to leave. */
  close() {
    this.#closed.abort();
    this.microphone?.close();
    this.#peer?.closeSoon();
  }
}
