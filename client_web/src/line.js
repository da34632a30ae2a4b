/** @import { CallParts, Hint, LineEvents, Negotiate, Pairs } from '../types.js' */

import { below } from './address.js';
import { AntiphonError, asError } from './errors.js';

/** What counts after a key's release (VIP7-MATRIX), and a frame more. */
const RELEASE_MS = 200;

/** For candidates, a path to mend itself, a farewell, 50 packets. */
const [GATHERING_MS, DISTURBED_MS, FAREWELL_MS, WATCH_MS] = [1000, 2000, 500, 1000];

/** Code and words, by the browser's name. @type {Pairs} */
const FAULTS = {
	NotAllowedError: ['refused', 'The microphone is blocked for this page. Allow it in the address bar and try again.'],
	NotFoundError: ['missing', 'No microphone was found. Connect one.'],
	NotReadableError: ['busy', 'Another program may use the microphone. Close that and try again.'],
	ended: ['lost', 'The microphone was disconnected. Connect one.'],
	insecure: ['insecure', 'This page is not secure, so that it gets no mic. Open it over https://.'],
	mute: ['muted', 'The microphone is muted by the system or the headset. Unmute it there.'],
};

/** @param {string} name @param {unknown} [cause] */
function fault(name, cause) {
	const [code, message] = FAULTS[name] ?? ['failed', `The microphone could not be opened (${name}).`];
	return new AntiphonError(`microphone.${code}`, `${message} You can type meanwhile.`, { cause });
}

class Microphone {
	#parts;
	#listen;
	/** @type {Hint=} */ #hint;
	#held = false;
	#release = 0;

	/** @param {CallParts} parts @param {MediaStream} stream @param {() => Hint | undefined} listen */
	constructor(parts, stream, listen) {
		this.#parts = parts;
		this.stream = stream;
		this.track = stream.getAudioTracks()[0];
		this.#listen = listen;
		this.wake();
	}

	/** Nothing may listen before the first click. */
	wake() {
		try {
			this.#hint ??= this.#listen();
			this.#hint?.wake();
		} catch {
			// The server hears.
		}
	}

	/** While the key is held a muted microphone is open. @param {boolean} held */
	hold(held) {
		clearTimeout(this.#release);
		const apply = () => {
			this.#held = held;
			this.open();
		};
		if (held) apply();
		else this.#release = setTimeout(apply, RELEASE_MS);
	}

	open() {
		this.track.enabled = this.#held || !this.#parts.muted;
	}

	close() {
		clearTimeout(this.#release);
		this.#hint?.close();
		for (const track of this.stream.getTracks()) track.stop();
	}
}

export class Line {
	/** @type {Microphone=} */ mic;
	/** @type {RTCPeerConnection=} */ #peer;
	/** @type {RTCRtpSender=} */ #sender;
	#attempt = new AbortController();
	/** The newest holds. */ #wishes = 0;
	/** A device is. */ #wanting = false;
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

	/** @param {string} [id] or the default @param {string} [gone] what befell the one before @returns {Promise<void>} */
	async openMic(id, gone) {
		const wish = ++this.#wishes;
		const holds = () => wish === this.#wishes && !this.#end.aborted;
		let mic, told;
		try {
			mic = await this.#ask(id);
		} catch (thrown) {
			told = asError(thrown, 'microphone.failed');
		}
		if (!holds()) return mic?.close();
		if (id && told && told.code !== 'microphone.refused') return this.openMic('', gone ?? 'cannot be used');
		this.mic?.close();
		this.mic = mic;
		this.#wanting = told?.code === 'microphone.missing';
		if (gone && this.#wanting) told = fault('ended');
		if (mic) {
			const { track } = mic;
			this.#sender?.replaceTrack(track).catch(() => {});
			const words = `The microphone ${gone}. The call goes on with ${track.label || 'another one'}.`;
			if (gone) told = new AntiphonError('microphone.replaced', words);
			const tell = () => holds() && this.#on.microphone(!track.muted, track.muted ? fault('mute') : undefined);
			track.addEventListener('mute', tell);
			track.addEventListener('unmute', tell);
			track.addEventListener('ended', () => holds() && this.openMic('', 'was disconnected'));
		}
		this.#on.microphone(!!mic, told);
	}

	/** @param {string} [id] */
	async #ask(id) {
		const { mediaDevices, createHint } = this.#parts.platform;
		if (!mediaDevices?.getUserMedia) throw fault('insecure');
		const wish = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
		const audio = id ? { ...wish, deviceId: { exact: id } } : wish;
		const stream = await mediaDevices.getUserMedia({ audio }).catch((cause) => {
			throw fault(String(cause?.name), cause);
		});
		return new Microphone(this.#parts, stream, () => createHint?.(stream, this.#on.heard));
	}

	/** In place of the one before. @param {Negotiate} ask */
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
		let [watch, packets, still] = [0, 0, 0];
		const look = async () => {
			const { packetsReceived: now = 0 } = await this.#inbound();
			still = now && now === packets ? still + 1 : 0;
			packets = now;
			// A dead server is silent; ICE sees it 8 s later.
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
		this.#sender = peer.addTransceiver(this.mic?.track ?? 'audio').sender;

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

	/** Of the jitter buffer. */
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

	/** The microphone at once; a message just sent leaves. */
	close() {
		this.#attempt.abort();
		this.mic?.close();
		setTimeout(() => this.drop(), FAREWELL_MS);
	}
}
