/** @import { CallParts, Gate, Hint, Say, Strings } from '../types.js' */

import { AntiphonError } from './errors.js';

/** Speech still counts for so long after the key is released (VIP7-MATRIX), and a frame more. */
const RELEASE_MS = 200;

/** The code, by the browser's name of the fault, or ours. @type {Strings} */
const FAULTS = {
  NotAllowedError: 'refused',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
  ended: 'lost',
  insecure: 'insecure',
  mute: 'muted',
  perhaps: 'perhaps',
  frame: 'policy',
  page: 'policy',
};

const FRAME =
  'The frame that this page is in needs the attribute allow="microphone"; a page around it with a Permissions-Policy must name this origin there.';
/** What the page's author is told, who alone can mend it. @type {Record<string, string>} */
const ADVICE = {
  frame: FRAME,
  perhaps: `If nobody has refused the microphone: ${FRAME}`,
  page: 'This page’s Permissions-Policy forbids the microphone. It needs microphone=(self).',
};

/** @param {Say} say @param {string} name @param {unknown} [cause] */
export function fault(say, name, cause) {
  const what = FAULTS[name] ?? 'failed';
  if (ADVICE[name]) console.error(`Antiphon: ${ADVICE[name]}`);
  const message = say('microphone.typing', { message: say(`microphone.${what}`, { name }) });
  // Who forbids it is not known where it is `perhaps` the page around.
  return new AntiphonError(`microphone.${what === 'perhaps' ? 'refused' : what}`, message, { cause });
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
