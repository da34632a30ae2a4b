/**
 * The peer connection: what is offered, and when it counts as gone.
 * @module
 */

/** Gathering is bounded: an interface without an answer must not hold up the call. */
const GATHERING_MS = 1000;

/** How long a farewell may travel before the connection is taken down. */
const FAREWELL_MS = 500;

/**
 * @typedef {object} PeerEvents
 * @property {(stream: MediaStream) => void} stream the assistant's voice
 * @property {() => void} lost
 */

export class Peer {
  /** @type {RTCPeerConnection} */ #connection;
  /** @type {RTCDataChannel} */ channel;

  /**
   * @param {RTCPeerConnection} connection
   * @param {MediaStream | undefined} microphone without one, the offer's audio is `recvonly`
   * @param {PeerEvents} on
   */
  constructor(connection, microphone, on) {
    this.#connection = connection;
    this.channel = connection.createDataChannel('vip', { ordered: true });
    connection.addEventListener('track', ({ track, streams }) => on.stream(streams[0] ?? new MediaStream([track])));
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'failed' || connection.connectionState === 'closed') on.lost();
    });
    const track = microphone?.getAudioTracks()[0];
    if (microphone && track) connection.addTrack(track, microphone);
    else connection.addTransceiver('audio', { direction: 'recvonly' });
  }

  /**
   * The whole offer, with the candidates that were found in time.
   * @returns {Promise<{type: 'offer', sdp: string}>}
   */
  async offer() {
    const connection = this.#connection;
    await connection.setLocalDescription();
    await new Promise((done) => {
      const timer = setTimeout(done, GATHERING_MS);
      const check = () => {
        if (connection.iceGatheringState !== 'complete') return;
        clearTimeout(timer);
        done(undefined);
      };
      connection.addEventListener('icegatheringstatechange', check);
      check();
    });
    return { type: 'offer', sdp: connection.localDescription?.sdp ?? '' };
  }

  /** @param {RTCSessionDescriptionInit} answer */
  accept(answer) {
    return this.#connection.setRemoteDescription(answer);
  }

  /** Closes once the other side has closed the channel, or soon: a message just sent still leaves. */
  closeSoon() {
    const timer = setTimeout(() => this.close(), FAREWELL_MS);
    this.channel.addEventListener('close', () => {
      clearTimeout(timer);
      this.close();
    });
  }

  close() {
    this.#connection.close();
  }
}
