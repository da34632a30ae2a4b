/** @import { CallParts, LineEvents, Negotiate } from '../types.js' */

import { below } from './address.js';
import { AntiphonError, asError } from './errors.js';
import { fault, Microphone } from './microphone.js';

/** So long is waited for candidates of ICE; an offer without some of them may do as well. */
const GATHERING_MS = 1000;

/** A path that is disturbed may mend itself within this time. */
const DISTURBED_MS = 2000;

/** A message that was just sent leaves before the connection is closed. */
const FAREWELL_MS = 500;

/** So often it is looked at whether anything comes; some 50 packets do. */
const WATCH_MS = 1000;

/** The connection that carries a call, and the microphone at its end. */
export class Line {
  /** @type {Microphone=} */ mic;
  /** @type {RTCPeerConnection=} */ #peer;
  /** @type {RTCRtpSender=} */ #sender;
  #attempt = new AbortController();
  /** How many microphones were asked for: the newest wish holds. */ #wishes = 0;
  /** Whether no microphone was there, so that one that is plugged in is taken. */ #wanting = false;
  /** Whether nothing is heard but what is awaited, and whether something is. */ #heard = {
    gated: false,
    awaited: false,
  };
  #parts;
  #on;
  #end;

  /** @param {CallParts} parts @param {AbortSignal} end @param {LineEvents} on */
  constructor(parts, end, on) {
    this.#parts = parts;
    this.#on = on;
    this.#end = end;
    const changed = () => this.#wanting && this.openMic();
    parts.platform.mediaDevices?.addEventListener?.('devicechange', changed, { signal: end });
  }

  /** Takes a microphone, in place of the one before. @param {string} [id] nothing: the default one @param {string} [gone] the sentence for what befell the one before @returns {Promise<void>} */
  async openMic(id, gone) {
    const wish = ++this.#wishes;
    const { say } = this.#parts;
    const holds = () => wish === this.#wishes && !this.#end.aborted;
    let mic, told;
    try {
      mic = await this.#ask(id);
    } catch (thrown) {
      told = asError(thrown, 'microphone.failed');
    }
    if (!holds()) return mic?.close();
    if (id && told && !/refused|policy/.test(told.code)) return this.openMic('', gone ?? 'instead');
    this.mic?.close();
    this.mic = mic;
    this.#wanting = told?.code === 'microphone.missing';
    if (gone && this.#wanting) told = fault(say, 'ended');
    if (mic) {
      const { track } = mic;
      mic.gate(this.#heard.gated, this.#heard.awaited);
      this.#send();
      const label = track.label || say('microphone.another');
      if (gone) told = new AntiphonError('microphone.replaced', say(`microphone.${gone}`, { label }));
      const tell = () => holds() && this.#on.microphone(!track.muted, track.muted ? fault(say, 'mute') : undefined);
      track.addEventListener('mute', tell);
      track.addEventListener('unmute', tell);
      track.addEventListener('ended', () => holds() && this.openMic('', 'replaced'));
    }
    this.#on.microphone(!!mic, told);
  }

  /** @param {boolean} gated @param {boolean} awaited */
  listen(gated, awaited) {
    this.#heard = { gated, awaited };
    this.mic?.gate(gated, awaited);
  }

  #send() {
    if (this.mic) this.#sender?.replaceTrack(this.mic.sent).catch(() => {});
  }

  /** @param {string} [id] */
  async #ask(id) {
    const { say, platform } = this.#parts;
    const { mediaDevices, createHint, forbidding } = platform;
    if (!mediaDevices?.getUserMedia) throw fault(say, 'insecure');
    const forbids = forbidding?.();
    if (forbids && forbids !== 'perhaps') throw fault(say, forbids);
    const wish = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
    const audio = id ? { ...wish, deviceId: { exact: id } } : wish;
    const stream = await mediaDevices.getUserMedia({ audio }).catch((cause) => {
      const name = String(cause?.name);
      throw fault(say, name === 'NotAllowedError' && forbids ? forbids : name, cause);
    });
    const mic = new Microphone(
      this.#parts,
      stream,
      () => createHint?.(stream, this.#on.heard),
      () => mic === this.mic && this.#send(),
    );
    return mic;
  }

  /** Connects, in place of the connection before. @param {Negotiate} ask */
  async connect(ask) {
    this.drop();
    const { signal } = (this.#attempt = new AbortController());
    const { server, platform } = this.#parts;
    const peer = (this.#peer = platform.createPeerConnection({ iceServers: [] }));
    peer.addEventListener('track', ({ track, streams }) => {
      this.#on.voice(streams[0] ?? new MediaStream([track]));
    });
    let disturbed = 0;
    const lost = () => signal.aborted || this.#on.lost();
    const { fetch } = platform;
    let watch = 0;
    let packets = 0;
    let still = 0;
    const look = async () => {
      const { packetsReceived: now = 0 } = await this.#inbound();
      still = now && now === packets ? still + 1 : 0;
      packets = now;
      // A server that is dead sends nothing more; ICE would find that out 8 s later.
      if (still === 1) fetch(below(server, '/healthz'), { mode: 'no-cors' }).catch(lost);
    };
    signal.addEventListener('abort', () => clearInterval(watch));
    const changed = () => {
      clearTimeout(disturbed);
      if (peer.connectionState === 'connected') watch ||= setInterval(look, WATCH_MS);
      if (peer.connectionState === 'failed') lost();
      if (peer.connectionState === 'disconnected') disturbed = setTimeout(lost, DISTURBED_MS);
    };
    peer.addEventListener('connectionstatechange', changed, { signal });
    const channel = peer.createDataChannel('vip', { ordered: true });
    channel.addEventListener('close', () => (this.#end.aborted ? this.drop() : lost()));
    this.#on.channel(channel);
    this.#sender = peer.addTransceiver(this.mic?.sent ?? 'audio').sender;

    await peer.setLocalDescription();
    await new Promise((done) => {
      setTimeout(done, GATHERING_MS);
      const check = () => peer.iceGatheringState === 'complete' && done(undefined);
      peer.addEventListener('icegatheringstatechange', check);
      check();
    });
    signal.throwIfAborted();
    const answer = await ask({ type: 'offer', sdp: peer.localDescription?.sdp ?? '' }, signal);
    signal.throwIfAborted();
    await peer.setRemoteDescription({ type: 'answer', sdp: Object(answer).sdp }).catch((cause) => {
      throw new AntiphonError('protocol.invalid_message', 'The server answered, but with no call to join.', { cause });
    });
  }

  get isConnected() {
    return this.#peer?.connectionState === 'connected';
  }

  /** How long sound waits in the jitter buffer. */
  async delayMs() {
    const { jitterBufferDelay: delay, jitterBufferEmittedCount: count } = await this.#inbound();
    return count ? (1000 * delay) / count : 0;
  }

  async #inbound() {
    const reports = await this.#peer?.getStats().catch(() => undefined);
    return [...(reports?.values() ?? [])].find(({ type }) => type === 'inbound-rtp') ?? {};
  }

  drop() {
    this.#attempt.abort();
    this.#peer?.close();
  }

  /** The microphone is closed at once, the connection when the last message has left. */
  close() {
    this.#attempt.abort();
    this.mic?.close();
    setTimeout(() => this.drop(), FAREWELL_MS);
  }
}
