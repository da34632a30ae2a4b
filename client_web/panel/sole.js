/**
 * One call of a site at a time, over all its tabs: two would both listen, both act, and hear each other. The browser gives
 * the place back where a tab ends or breaks.
 * @module
 */

/** @import { Antiphon } from '../antiphon.js' */

const NAME = 'antiphon call';

/** Of each call, however many panels show it. @type {WeakMap<Antiphon, Sole>} */
const known = new WeakMap();

export class Sole {
  /** Told when another call has taken its place. @type {Set<() => void>} */ losers = new Set();
  /** @type {((value?: unknown) => void) | undefined} */ #leave;
  /** @type {Promise<void>} */ #left = Promise.resolve();
  /** @type {Promise<boolean> | undefined} */ #taking;
  #locks;

  /** @param {LockManager} [locks] missing on pages that are not secure: they have no microphone either */
  constructor(locks = navigator.locks) {
    this.#locks = locks;
  }

  /** @param {Antiphon} antiphon @returns {Sole} */
  static of(antiphon) {
    const sole = known.get(antiphon) ?? new Sole();
    known.set(antiphon, sole);
    return sole;
  }

  /** Whether it may call now. @param {boolean} [force] another one yields */
  async claim(force = false) {
    if (this.#leave || !this.#locks) return true;
    this.#taking ??= this.#request(this.#locks, force).finally(() => (this.#taking = undefined));
    return this.#taking;
  }

  /** @param {LockManager} locks @param {boolean} force @returns {Promise<boolean>} */
  async #request(locks, force) {
    await this.#left;
    const { promise, resolve } = /** @type {PromiseWithResolvers<boolean>} */ (Promise.withResolvers());
    const hold = (/** @type {Lock | null} */ lock) => {
      resolve(lock !== null);
      return lock && new Promise((leave) => (this.#leave = leave));
    };
    const held = locks.request(NAME, force ? { steal: true } : { ifAvailable: true }, hold);
    this.#left = held.then(
      () => {},
      () => this.#lost(resolve),
    );
    return promise;
  }

  /** Resolves when no other call runs any more, to false where nobody asks by then. @param {AbortSignal} signal */
  async alone(signal) {
    // Who waits for it asks anew, and takes it then: a place that is held for him here would be in his way.
    const waited = this.#locks?.request(NAME, { signal, mode: 'shared' }, () => true);
    return (await waited?.catch(() => false)) ?? false;
  }

  /** The call is over. */
  leave() {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Taken away; or the browser keeps nothing for this page, and then it may call. @param {(may: boolean) => void} resolve */
  #lost(resolve) {
    resolve(true);
    if (!this.#leave) return;
    this.#leave = undefined;
    for (const loser of this.losers) loser();
  }
}
