/**
 * A browser's parts and a server at their other end, for tests: they do what the real ones do as far as the client can
 * see, and remember what was done to them.
 */

import assert from 'node:assert/strict';

import { Antiphon } from '../antiphon.js';
import { WAYS } from '../generated/transitions.js';

/** The scope of an AudioWorklet in which a block of 128 samples is 20 ms. @type {any} */
export let Worklet;
Object.assign(globalThis, {
  sampleRate: 6400,
  AudioWorkletProcessor: class {
    constructor(heard) {
      this.port = { postMessage: heard };
    }
  },
  registerProcessor: (_, processor) => (Worklet = processor),
});
await import('../src/worklet.js');
/** The class of one is told last. */
const Hint = Worklet;
await import('../src/gate-worklet.js');
/** The gate of the microphone, in the same scope. @type {any} */
export const GateWorklet = Worklet;
Worklet = Hint;

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
  label = 'Fake microphone';
  enabled = true;
  muted = false;
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

  createDataChannel(label, options) {
    Object.assign(this.channel, { label, options });
    return this.channel;
  }
  /** Of a track, or of a kind. */
  addTransceiver(source) {
    if (source !== 'audio') this.tracks.push(source);
    return { sender: { replaceTrack: async (track) => void this.tracks.push(track) } };
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
  /** The jitter buffer holds the voice for 40 ms. */
  async getStats() {
    return new Map([['A', { type: 'inbound-rtp', jitterBufferDelay: 4, jitterBufferEmittedCount: 100 }]]);
  }
  /** The network does this to the connection. */
  becomes(state) {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
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
  /** In seconds: it runs when a test says so. */
  currentTime = 0;
  /** @type {Error | undefined} */ refusal;
  async play() {
    if (this.refusal) throw this.refusal;
  }
}

/** A browser with one microphone, and a server that accepts every call. */
export class FakeBrowser {
  origin = 'http://127.0.0.1:8080';
  /** The newest. */
  peer = new FakePeerConnection();
  /** Every connection that was asked for. @type {FakePeerConnection[]} */
  peers = [];
  audio = new FakeAudio();
  stream = new FakeStream();
  /** @type {Array<{url: string, body: any}>} */ requests = [];
  /** @type {() => Response | Promise<Response>} */
  answer = () =>
    Response.json(
      { session_id: 'sess_1', session_token: 't', answer: { type: 'answer', sdp: 'v=0 answer' } },
      { status: 201 },
    );
  /** The answer to a page that comes back, or hangs up without a connection. @type {() => Response | Promise<Response>} */
  again = () => Response.json({ type: 'answer', sdp: 'v=0 again', session_token: 't' });
  /** What `session.connected` tells besides. */
  connected = {};
  /** How loud the user is, in dBFS. */
  level = -70;
  /** Without it nothing listens to the microphone: `hears()` gives the real worklet, on the clock of the test. */
  createHint = undefined;
  hints = 0;
  hears() {
    this.createHint = ({ track }, heard) => {
      this.hints++;
      const listener = new Worklet(heard);
      const block = new Float32Array(128);
      const timer = setInterval(() => {
        block.fill(track.enabled ? 10 ** (this.level / 20) : 0);
        listener.process([[block]]);
      }, 20);
      const close = () => {
        this.hints--;
        clearInterval(timer);
      };
      return { wake() {}, close };
    };
  }
  events = new EventTarget();
  /** @type {Map<string, string>} */
  stored = new Map();
  page = Math.random();
  storage = {
    getItem: (key) => this.stored.get(key) ?? null,
    setItem: (key, value) => void this.stored.set(key, value),
    removeItem: (key) => void this.stored.delete(key),
  };
  /** @type {any} */
  mediaDevices = {
    getUserMedia: async (constraints) => {
      this.constraints = constraints;
      return this.stream;
    },
  };

  /** The microphone is pulled out, and there is no other. */
  unplug() {
    const missing = Object.assign(new Error('none'), { name: 'NotFoundError' });
    this.mediaDevices.getUserMedia = () => Promise.reject(missing);
    this.stream.track.dispatchEvent(new Event('ended'));
  }

  createPeerConnection = (configuration) => {
    this.configuration = configuration;
    if (this.peers.length) this.peer = new FakePeerConnection();
    this.peers.push(this.peer);
    return this.peer;
  };

  fetch = async (url, init = { method: 'GET' }) => {
    const method = init.method === 'POST' ? {} : { method: init.method };
    this.requests.push({ url: String(url), ...method, ...(init.body && { body: JSON.parse(init.body) }) });
    this.headers = init.headers;
    return String(url).endsWith('/v1/sessions') ? this.answer() : this.again();
  };

  get channel() {
    return this.peer.channel;
  }

  /** Everything that was sent, whatever the connection. */
  get sent() {
    return this.peers.flatMap((peer) => peer.channel.sent);
  }

  /** An `Antiphon` on this browser, with everything it tells in `events`. */
  antiphon(options = {}) {
    const antiphon = new Antiphon({ audio: this.audio, ...options }, this);
    const events = [];
    const types = [
      'state',
      'connection',
      'connected',
      'policy',
      'caption',
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
      'turn',
      'unknown',
    ];
    for (const type of types) antiphon.on(type, (detail) => events.push(type === 'unknown' ? { ...detail, unknown: true } : { ...detail, type }));
    return Object.assign(antiphon, { events });
  }

  /** The same, called and ready. */
  async call(options = {}) {
    const antiphon = this.antiphon(options);
    const opened = antiphon.connect();
    await until(() => this.peer.remoteDescription);
    this.channel.open();
    this.channel.receive('session.connected', { session_id: 'sess_1', ...this.connected });
    this.state('idle', 'server.ready');
    await opened;
    return antiphon;
  }

  /** Wherever the server was, so that this is a way to go. */
  state(state, trigger, turnId = 'turn_1') {
    const ways = ['idle session.close not_connected', ...WAYS];
    const way = ways.find((one) => one.endsWith(` ${trigger} ${state}`)) ?? assert.fail(`${trigger} to ${state}`);
    this.channel.receive('session.state', { state, previous: way.split(' ')[0], trigger, turn_id: turnId });
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

/** The events of this type that a page was told of. */
export const only = (antiphon, type) => antiphon.events.filter((event) => event.type === type);

/** What a browser refuses with. */
export const named = (name) => Object.assign(new Error(name), { name });
