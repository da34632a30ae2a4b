/** The user's microphone, and what can be wrong with it. */

/** @import { Heard, Hint, Platform } from '../types.js' */

import { AntiphonError } from './errors.js';

const WISHES = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };

/** What counts after a key's release (VIP7-MATRIX), and a frame more. */
const RELEASE_MS = 200;

/** By the browser's name: what happened, and what to do. @type {Record<string, [code: string, message: string]>} */
const FAULTS = {
  NotAllowedError: ['refused', 'The microphone is blocked for this page. Allow it in the address bar and try again.'],
  NotFoundError: ['missing', 'No microphone was found. Connect one.'],
  NotReadableError: ['busy', 'The microphone does not answer; another program may use it. Close that and try again.'],
  ended: ['lost', 'The microphone was disconnected. Connect one.'],
  insecure: ['insecure', 'This page is not secure, so that it gets no microphone. Open it over https://.'],
  mute: ['muted', 'The microphone is muted by the system or the headset. Unmute it there.'],
};

/** @param {string} name @param {unknown} [cause] */
export function fault(name, cause) {
  const [code, message] = FAULTS[name] ?? ['failed', `The microphone could not be opened (${name}).`];
  return new AntiphonError(`microphone.${code}`, `${message} You can type meanwhile.`, { cause });
}

export class Microphone {
  stream;
  track;
  #listen;
  /** @type {Hint | undefined} */ #hint;
  #muted = false;
  #held = false;
  #release = 0;

  /** @param {MediaStream} stream @param {() => Hint | undefined} listen */
  constructor(stream, listen) {
    this.stream = stream;
    this.track = stream.getAudioTracks()[0];
    this.#listen = listen;
    this.wake();
  }

  /** A browser lets nothing listen before the first click. */
  wake() {
    this.#hint ??= this.#listen();
    this.#hint?.wake();
  }

  /** @param {boolean} muted */
  mute(muted) {
    this.#muted = muted;
    this.#apply();
  }

  /** While the key is held a muted microphone is open. @param {boolean} held */
  hold(held) {
    clearTimeout(this.#release);
    const apply = () => {
      this.#held = held;
      this.#apply();
    };
    if (held) apply();
    else this.#release = setTimeout(apply, RELEASE_MS);
  }

  close() {
    clearTimeout(this.#release);
    this.#hint?.close();
    for (const track of this.stream.getTracks()) track.stop();
  }

  #apply() {
    this.track.enabled = this.#held || !this.#muted;
  }
}

/** @param {Platform} platform @param {string | undefined} id of the device @param {(heard: Heard) => void} heard */
export async function openMicrophone({ mediaDevices, createHint }, id, heard) {
  if (!mediaDevices?.getUserMedia) throw fault('insecure');
  const audio = { ...WISHES, ...(id && { deviceId: { exact: id } }) };
  const stream = await mediaDevices.getUserMedia({ audio }).catch((cause) => {
    throw fault(String(cause?.name), cause);
  });
  return new Microphone(stream, () => createHint?.(stream, heard));
}
