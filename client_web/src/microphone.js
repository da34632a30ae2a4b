/** @import { CallParts, Gate, Hint, Pairs } from '../types.js' */

import { AntiphonError } from './errors.js';

/** Speech still counts for so long after the key is released (VIP7-MATRIX), and a frame more. */
const RELEASE_MS = 200;

/** Code and words, by the browser's name of the fault, or ours. @type {Pairs} */
const FAULTS = {
  NotAllowedError: ['refused', 'The microphone is blocked for this page. Allow it in the address bar and try again.'],
  NotFoundError: ['missing', 'No microphone was found. Connect one.'],
  NotReadableError: ['busy', 'Another program may use the microphone. Close that and try again.'],
  ended: ['lost', 'The microphone was disconnected. Connect one.'],
  insecure: ['insecure', 'This page is not secure, so that it gets no microphone. Open it over https://.'],
  mute: ['muted', 'The microphone is muted by the system or the headset. Unmute it there.'],
  perhaps: [
    'refused',
    'The microphone is blocked for this part of the page, by the page around it or in the address bar.',
  ],
  frame: ['policy', 'This page does not let its assistant use the microphone.'],
  page: ['policy', 'This page does not let its assistant use the microphone.'],
};

const FRAME =
  'The frame that this page is in needs the attribute allow="microphone"; a page around it with a Permissions-Policy must name this origin there.';
/** What the page's author is told, who alone can mend it. @type {Record<string, string>} */
const ADVICE = {
  frame: FRAME,
  perhaps: `If nobody has refused the microphone: ${FRAME}`,
  page: 'This page’s Permissions-Policy forbids the microphone. It needs microphone=(self).',
};

/** @param {string} name @param {unknown} [cause] */
export function fault(name, cause) {
  const [code, message] = FAULTS[name] ?? ['failed', `The microphone could not be opened (${name}).`];
  if (ADVICE[name]) console.error(`Antiphon: ${ADVICE[name]}`);
  return new AntiphonError(`microphone.${code}`, `${message} You can type meanwhile.`, { cause });
}

/** A microphone that the browser has opened: what of it is heard, and by whom. */
export class Microphone {
  #parts;
  #changed;
  #listen;
  /** @type {Hint=} */ #hint;
  /** @type {Gate=} */ #gate;
  #isGated = false;
  #isAwaited = false;
  #held = false;
  #release = 0;

  /** @param {CallParts} parts @param {MediaStream} stream @param {() => Hint | undefined} listen @param {() => void} changed another track is to be sent */
  constructor(parts, stream, listen, changed) {
    this.#parts = parts;
    this.stream = stream;
    this.track = stream.getAudioTracks()[0];
    this.#listen = listen;
    this.#changed = changed;
    this.wake();
  }

  /** The track that the server gets. */
  get sent() {
    return this.#gate?.track ?? this.track;
  }

  /** How long after it was said something is sent. */
  get lateMs() {
    return this.#gate?.lateMs ?? 0;
  }

  /** Listens as soon as the browser lets it: not before the first click. */
  wake() {
    this.#gate?.wake();
    try {
      this.#hint ??= this.#listen();
      this.#hint?.wake();
    } catch {
      // The server hears it all the same.
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
    else this.#release = setTimeout(apply, RELEASE_MS + this.lateMs);
  }

  /** @param {boolean} gated nothing is heard but what is awaited, or said while the key is held @param {boolean} awaited */
  gate(gated, awaited) {
    if (gated !== this.#isGated) {
      this.#gate?.close();
      this.#gate = gated ? this.#parts.platform.createGate?.(this.stream, this.#changed) : undefined;
      this.#isGated = gated;
      this.#changed();
    }
    this.#isAwaited = awaited;
    this.open();
  }

  open() {
    const isOpen = this.#held || !this.#parts.muted;
    const isHeard = isOpen && (this.#held || this.#isAwaited || !this.#isGated);
    // What listens on the page itself, such as to a wake word, goes on.
    this.track.enabled = this.#gate ? isOpen : isHeard;
    this.#gate?.open(isHeard);
  }

  close() {
    clearTimeout(this.#release);
    this.#hint?.close();
    this.#gate?.close();
    for (const track of this.stream.getTracks()) track.stop();
  }
}
