/**
 * The user's microphone, and a sentence for everything that can be wrong with it.
 * @module
 */

import { AntiphonError } from './errors.js';

/** What speech recognition and a loudspeaker in the same room ask for. */
const CONSTRAINTS = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
};

/** The speech that counts after a key's release (VIP7-MATRIX, "150 ms after its release"), and a frame more. */
const RELEASE_MS = 200;

/** @type {Record<string, [code: string, message: string]>} */
const REFUSALS = {
  NotAllowedError: [
    'microphone.refused',
    'The microphone is blocked for this page. Allow it in the address bar and start again. You can type meanwhile.',
  ],
  NotFoundError: [
    'microphone.missing',
    'No microphone was found. Connect one and start again. You can type meanwhile.',
  ],
  NotReadableError: [
    'microphone.busy',
    'The microphone does not answer; another program may use it. Close that and start again. You can type meanwhile.',
  ],
};

export class Microphone {
  /** @type {MediaStream} */ stream;
  #muted = false;
  #held = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #release;

  /** @param {MediaStream} stream */
  constructor(stream) {
    this.stream = stream;
  }

  /** @param {(error: AntiphonError) => void} lost told when the device goes away */
  watch(lost) {
    const message = 'The microphone was disconnected. Connect it and start again. You can type meanwhile.';
    for (const track of this.stream.getTracks()) {
      track.addEventListener('ended', () => lost(new AntiphonError('microphone.lost', message)));
    }
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.#muted = muted;
    this.#apply();
  }

  /** While the key is held a muted microphone is open. @param {boolean} held */
  hold(held) {
    clearTimeout(this.#release);
    if (held) {
      this.#held = true;
      this.#apply();
    } else {
      this.#release = setTimeout(() => {
        this.#held = false;
        this.#apply();
      }, RELEASE_MS);
    }
  }

  /** The browser's microphone light goes out. */
  close() {
    clearTimeout(this.#release);
    for (const track of this.stream.getTracks()) track.stop();
  }

  #apply() {
    for (const track of this.stream.getTracks()) track.enabled = this.#held || !this.#muted;
  }
}

/**
 * Asks for the microphone. The browser may show its question, so this can take as long as the user likes.
 * @param {MediaDevices | undefined} devices
 * @param {string} origin the page's, for the sentence
 * @returns {Promise<Microphone>}
 * @throws {AntiphonError} `microphone.insecure`, `.refused`, `.missing`, `.busy` or `.failed`
 */
export async function openMicrophone(devices, origin) {
  if (!devices?.getUserMedia) {
    // Browsers take `navigator.mediaDevices` away where the page did not come over a secure connection.
    throw new AntiphonError(
      'microphone.insecure',
      `This page is not secure (${origin}), so the browser gives it no microphone. ` +
        'Open it over https:// or on localhost. You can type meanwhile.',
    );
  }
  try {
    return new Microphone(await devices.getUserMedia(CONSTRAINTS));
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    const [code, message] = REFUSALS[name] ?? [
      'microphone.failed',
      `The microphone could not be opened (${name || 'unknown reason'}). You can type meanwhile.`,
    ];
    throw new AntiphonError(code, message, { cause });
  }
}
