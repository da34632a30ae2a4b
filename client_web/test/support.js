/**
 * A browser's parts and a server at their other end, for tests: they do what the real ones do as far as the client can
 * see, and remember what was done to them.
 */

import { Antiphon } from '../antiphon.js';

export class FakeDataChannel extends EventTarget {
  readyState = 'connecting';
  /** @type {any[]} */ sent = [];

  open() {
    this.readyState = 'open';
    this.dispatchEvent(new Event('open'));
  }

  send(text) {
    if (this.readyState !== 'open') throw new DOMException('not open', 'InvalidStateError');
    this.sent.push(JSON.parse(text));
  }

  /** What the server sends. */
  receive(type, payload = {}, more = {}) {
    this.receiveRaw(JSON.stringify({ type, payload, ...more }));
  }

  receiveRaw(data) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  close() {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.dispatchEvent(new Event('close'));
  }

  /** @returns {any[]} the payloads sent under this type */
  payloads(type) {
    return this.sent.filter((message) => message.type === type).map((message) => message.payload);
  }
}

class FakeTrack extends EventTarget {
  kind = 'audio';
  enabled = true;
  readyState = 'live';
  stop() {
    this.readyState = 'ended';
  }
}

export class FakeStream {
  track = new FakeTrack();
  getTracks() {
    return [this.track];
  }
  getAudioTracks() {
    return [this.track];
  }
}

class FakePeerConnection extends EventTarget {
  connectionState = 'new';
  iceGatheringState = 'new';
  localDescription = null;
  channel = new FakeDataChannel();
  tracks = [];
  transceivers = [];

  createDataChannel(label, options) {
    Object.assign(this.channel, { label, options });
    return this.channel;
  }
  addTrack(track) {
    this.tracks.push(track);
  }
  addTransceiver(kind, options) {
    this.transceivers.push({ kind, ...options });
  }
  async setLocalDescription() {
    this.localDescription = { type: 'offer', sdp: 'v=0 offer' };
    queueMicrotask(() => {
      this.iceGatheringState = 'complete';
      this.dispatchEvent(new Event('icegatheringstatechange'));
    });
  }
  async setRemoteDescription(description) {
    this.remoteDescription = description;
  }
  close() {
    this.connectionState = 'closed';
    this.channel.close();
  }
}

export class FakeAudio {
  muted = false;
  srcObject = null;
  volume = 1;
  /** @type {Error | undefined} */ refusal;
  async play() {
    if (this.refusal) throw this.refusal;
  }
}

/** A browser with one microphone, and a server that accepts every call. */
export class FakeBrowser {
  origin = 'http://127.0.0.1:8080';
  peer = new FakePeerConnection();
  audio = new FakeAudio();
  stream = new FakeStream();
  /** @type {Array<{url: string, body: any}>} */ requests = [];
  /** @type {() => Response | Promise<Response>} */
  answer = () =>
    Response.json(
      { session_id: 'sess_1', session_token: 't', answer: { type: 'answer', sdp: 'v=0 answer' } },
      { status: 201 },
    );
  /** @type {any} */
  mediaDevices = {
    getUserMedia: async (constraints) => {
      this.constraints = constraints;
      return this.stream;
    },
  };

  createPeerConnection = (configuration) => {
    this.configuration = configuration;
    return this.peer;
  };

  fetch = async (url, init) => {
    this.requests.push({ url: String(url), body: JSON.parse(init.body) });
    this.headers = init.headers;
    return this.answer();
  };

  get channel() {
    return this.peer.channel;
  }

  /** An `Antiphon` on this browser, with everything it tells in `events`. */
  antiphon(options = {}) {
    const antiphon = new Antiphon({ audio: this.audio, ...options }, this);
    const events = [];
    const types = [
      'state',
      'connected',
      'partial',
      'transcript',
      'reply',
      'interrupted',
      'held',
      'health',
      'unsent',
      'action',
      'confirm',
      'microphone',
      'playback',
      'metrics',
      'error',
      'closed',
    ];
    for (const type of types) antiphon.on(type, (detail) => events.push({ ...detail, type }));
    return Object.assign(antiphon, { events });
  }

  /** The same, called and ready. */
  async call(options = {}) {
    const antiphon = this.antiphon(options);
    const opened = antiphon.connect();
    await until(() => this.peer.remoteDescription);
    this.channel.open();
    this.channel.receive('session.connected', { session_id: 'sess_1' });
    this.state('idle', 'server.ready');
    await opened;
    return antiphon;
  }

  state(state, trigger, turnId = 'turn_1') {
    this.channel.receive('session.state', { state, trigger, turn_id: turnId });
  }

  /** A reply that is being heard. */
  speak() {
    this.state('user_speaking', 'input.start');
    this.state('ai_thinking', 'input.end');
    this.channel.receive('audio.start', { turn_id: 'turn_1', response_id: 'resp_1' });
    this.state('ai_speaking', 'response.audio');
  }
}

/** Lets everything that is due happen until the condition holds. */
export async function until(condition) {
  for (let turn = 0; turn < 1000; turn++) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`never: ${condition}`);
}
