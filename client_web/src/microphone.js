/** The user's microphone, and what can be wrong with it. */

/** @import { LineEvents, Platform } from '../types.js' */

import { AntiphonError } from './errors.js';
import { hint } from './hint.js';

const CONSTRAINTS = {
  audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
};

/** What counts after a key's release (VIP7-MATRIX), and a frame more. */
const RELEASE_MS = 200;

/** @type {Record<string, [code: string, message: string]>} */
const REFUSALS = {
  NotAllowedError: ['refused', 'The microphone is blocked for this page. Allow it in the address bar and start again.'],
  NotFoundError: ['missing', 'No microphone was found. Connect one and start again.'],
  NotReadableError: ['busy', 'The microphone does not answer; another program may use it. Close that and start again.'],
};

export class Microphone {
  stream;
  #hint;
  #muted = false;
  #held = false;
  #release = 0;

  /** @param {MediaStream} stream @param {ReturnType<typeof hint> | undefined} watch */
  constructor(stream, watch) {
    this.stream = stream;
    this.#hint = watch;
  }

  /** @param {(error: AntiphonError) => void} lost */
  watch(lost) {
    for (const track of this.stream.getTracks()) {
      track.addEventListener('ended', () =>
        lost(failure('lost', 'The microphone was disconnected. Connect it and start again.')),
      );
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
    const open = this.#held || !this.#muted;
    for (const track of this.stream.getTracks()) track.enabled = open;
    this.#hint?.run(open);
  }
}

/** @param {Platform} platform @param {LineEvents['speech']} speech */
export async function openMicrophone({ mediaDevices, origin, createMeter }, speech) {
  if (!mediaDevices?.getUserMedia) {
    const message = `This page is not secure (${origin}), so the browser gives it no microphone.`;
    throw failure('insecure', `${message} Open it over https:// or on localhost.`);
  }
  const stream = await mediaDevices.getUserMedia(CONSTRAINTS).catch((cause) => {
    const name = String(cause?.name);
    const [code, message] = REFUSALS[name] ?? ['failed', `The microphone could not be opened (${name}).`];
    throw failure(code, message, cause);
  });
  return new Microphone(stream, createMeter && hint(createMeter(stream), speech));
}

/** @param {string} code @param {string} message @param {unknown} [cause] */
function failure(code, message, cause) {
  return new AntiphonError(`microphone.${code}`, `${message} You can type meanwhile.`, { cause });
}
