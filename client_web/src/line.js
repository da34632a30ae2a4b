/** The line to the server: microphone and peer connection. */

/** @import { LineEvents, Negotiate, Platform } from '../types.js' */

import { asAntiphonError } from './errors.js';
import { openMicrophone } from './microphone.js';

/** For candidates, for a path to mend itself, for a farewell. */
const [GATHERING_MS, DISTURBED_MS, FAREWELL_MS] = [1000, 2000, 500];

export class Line {
  /** @type {import('./microphone.js').Microphone | undefined} */ microphone;
  /** @type {RTCPeerConnection | undefined} */ #connection;
  /** @type {RTCDataChannel | undefined} */ #channel;
  #attempt = new AbortController();
  #closed = false;
  #platform;
  #on;

  /** @param {Platform} platform @param {LineEvents} on */
  constructor(platform, on) {
    this.#platform = platform;
    this.#on = on;
  }

  /** Takes as long as the user likes. @param {boolean} muted */
  async openMicrophone(muted) {
    try {
      const microphone = await openMicrophone(this.#platform, this.#on.speech);
      if (this.#closed) return microphone.close();
      this.microphone = microphone;
      microphone.mute(muted);
      microphone.watch((lost) => {
        microphone.close();
        this.microphone = undefined;
        if (!this.#closed) this.#on.microphone(lost);
      });
      this.#on.microphone();
    } catch (thrown) {
      if (!this.#closed) this.#on.microphone(asAntiphonError(thrown, 'microphone.failed'));
    }
  }

  /** In place of the one before. @param {Negotiate} ask */
  async connect(ask) {
    this.drop();
    const { signal } = (this.#attempt = new AbortController());
    const connection = (this.#connection = this.#platform.createPeerConnection({ iceServers: [] }));
    /** @type {(type: string, listener: (event: any) => void) => void} */
    const on = (type, listener) => connection.addEventListener(type, listener, { signal });
    on('track', ({ track, streams }) => this.#on.voice(streams[0] ?? new MediaStream([track])));
    let disturbed = 0;
    on('connectionstatechange', () => {
      clearTimeout(disturbed);
      const { connectionState } = connection;
      if (connectionState === 'disconnected') {
        disturbed = setTimeout(() => signal.aborted || this.#on.lost(), DISTURBED_MS);
      } else if (connectionState === 'failed') this.#on.lost();
    });
    this.#channel = connection.createDataChannel('vip', { ordered: true });
    this.#on.channel(this.#channel);
    const stream = this.microphone?.stream;
    if (stream) connection.addTrack(stream.getAudioTracks()[0], stream);
    else connection.addTransceiver('audio', { direction: 'recvonly' });

    await connection.setLocalDescription();
    await new Promise((done) => {
      setTimeout(done, GATHERING_MS);
      const check = () => connection.iceGatheringState === 'complete' && done(undefined);
      on('icegatheringstatechange', check);
      check();
    });
    signal.throwIfAborted();
    const answer = await ask({ type: 'offer', sdp: connection.localDescription?.sdp ?? '' }, signal);
    signal.throwIfAborted();
    await connection.setRemoteDescription(answer);
  }

  get isConnected() {
    return this.#connection?.connectionState === 'connected';
  }

  /** How long the voice waits in the jitter buffer. */
  async delayMs() {
    const reports = (await this.#connection?.getStats().catch(() => undefined)) ?? new Map();
    for (const { type, jitterBufferDelay, jitterBufferEmittedCount } of reports.values()) {
      if (type === 'inbound-rtp' && jitterBufferEmittedCount)
        return (1000 * jitterBufferDelay) / jitterBufferEmittedCount;
    }
    return 0;
  }

  drop() {
    this.#attempt.abort();
    this.#connection?.close();
  }

  /** The microphone is off when this returns; a message just sent still leaves. */
  close() {
    this.#closed = true;
    this.#attempt.abort();
    this.microphone?.close();
    setTimeout(() => this.drop(), FAREWELL_MS);
    this.#channel?.addEventListener('close', () => this.drop());
  }
}
