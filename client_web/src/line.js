/** The line to the server: microphone and peer connection. */

/** @import { LineEvents, Negotiate, Platform } from '../types.js' */

import { AntiphonError, asAntiphonError } from './errors.js';
import { fault, openMicrophone } from './microphone.js';

/** For candidates, for a path to mend itself, for a farewell. */
const [GATHERING_MS, DISTURBED_MS, FAREWELL_MS] = [1000, 2000, 500];

export class Line {
  /** @type {import('./microphone.js').Microphone | undefined} */ microphone;
  /** @type {RTCPeerConnection | undefined} */ #connection;
  /** @type {RTCDataChannel | undefined} */ #channel;
  /** @type {RTCRtpSender | undefined} */ #sender;
  #attempt = new AbortController();
  #over = new AbortController();
  muted = false;
  /** The newest wish for a microphone holds. */ #wishes = 0;
  /** Nothing but a device is missing. */ #wanting = false;
  #platform;
  #on;

  /** @param {Platform} platform @param {LineEvents} on */
  constructor(platform, on) {
    this.#platform = platform;
    this.#on = on;
    const changed = () => this.#wanting && void this.openMicrophone();
    platform.mediaDevices?.addEventListener?.('devicechange', changed, { signal: this.#over.signal });
  }

  /** @param {string} [id] or the default @param {string} [gone] what befell the one before @returns {Promise<void>} */
  async openMicrophone(id, gone) {
    const wish = ++this.#wishes;
    const holds = () => wish === this.#wishes && !this.#over.signal.aborted;
    let microphone, told;
    try {
      microphone = await openMicrophone(this.#platform, id, this.#on.heard);
    } catch (thrown) {
      told = asAntiphonError(thrown, 'microphone.failed');
    }
    if (!holds()) return microphone?.close();
    if (id && told && told.code !== 'microphone.refused') return this.openMicrophone('', gone ?? 'cannot be used');
    this.microphone?.close();
    this.microphone = microphone;
    this.#wanting = told?.code === 'microphone.missing';
    if (gone && this.#wanting) told = fault('ended');
    if (microphone) {
      const { track } = microphone;
      microphone.mute(this.muted);
      // One that is being set up has it from the start.
      this.#sender?.replaceTrack(track).catch(() => {});
      const words = `The microphone ${gone}. The call goes on with ${track.label || 'another one'}.`;
      if (gone) told = new AntiphonError('microphone.replaced', words);
      const tell = () => holds() && this.#on.microphone(!track.muted, track.muted ? fault('mute') : undefined);
      track.addEventListener('mute', tell);
      track.addEventListener('unmute', tell);
      track.addEventListener('ended', () => holds() && void this.openMicrophone('', 'was disconnected'));
    }
    this.#on.microphone(!!microphone, told);
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.muted = muted;
    this.microphone?.mute(muted);
  }

  /** In place of the one before. @param {Negotiate} ask */
  async connect(ask) {
    this.drop();
    const { signal } = (this.#attempt = new AbortController());
    const connection = (this.#connection = this.#platform.createPeerConnection({ iceServers: [] }));
    connection.addEventListener('track', ({ track, streams }) => {
      this.#on.voice(streams[0] ?? new MediaStream([track]));
    });
    let disturbed = 0;
    const changed = () => {
      clearTimeout(disturbed);
      const { connectionState } = connection;
      if (connectionState === 'disconnected') {
        disturbed = setTimeout(() => signal.aborted || this.#on.lost(), DISTURBED_MS);
      } else if (connectionState === 'failed') this.#on.lost();
    };
    connection.addEventListener('connectionstatechange', changed, { signal });
    this.#channel = connection.createDataChannel('vip', { ordered: true });
    this.#on.channel(this.#channel);
    // Also without a microphone: one may come.
    this.#sender = connection.addTransceiver(this.microphone?.track ?? 'audio').sender;

    await connection.setLocalDescription();
    await new Promise((done) => {
      setTimeout(done, GATHERING_MS);
      const check = () => connection.iceGatheringState === 'complete' && done(undefined);
      connection.addEventListener('icegatheringstatechange', check);
      check();
    });
    signal.throwIfAborted();
    const answer = await ask({ type: 'offer', sdp: connection.localDescription?.sdp ?? '' }, signal);
    signal.throwIfAborted();
    await connection.setRemoteDescription(answer).catch((cause) => {
      throw new AntiphonError('protocol.invalid_message', 'The server answered, but with no call to join.', { cause });
    });
  }

  get isConnected() {
    return this.#connection?.connectionState === 'connected';
  }

  /** How long the voice waits in the jitter buffer. */
  async delayMs() {
    const reports = (await this.#connection?.getStats().catch(() => undefined)) ?? new Map();
    for (const { type, jitterBufferDelay: delay, jitterBufferEmittedCount: count } of reports.values()) {
      if (type === 'inbound-rtp' && count) return (1000 * delay) / count;
    }
    return 0;
  }

  drop() {
    this.#attempt.abort();
    this.#connection?.close();
  }

  /** The microphone is off when this returns; a message just sent still leaves. */
  close() {
    this.#over.abort();
    this.#attempt.abort();
    this.microphone?.close();
    setTimeout(() => this.drop(), FAREWELL_MS);
    this.#channel?.addEventListener('close', () => this.drop());
  }
}
