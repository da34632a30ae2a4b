/** When a page is looked at: soon after a first change, and then so seldom that the page keeps nearly all of its time. */

import { pause, work } from './work.js';

/** At most so often; a first change is told sooner. */
const SOON_MS = 50;
const BETWEEN_MS = 400;

/** A round is followed by so many times what it took: a page that changes all the time keeps 98 % of its own. */
const REST = 66;
const LONGEST_REST_MS = 3000;

/**
 * @typedef {object} Look
 * @property {() => Iterator<unknown>} steps of a round
 * @property {(done: boolean) => {isPaid: boolean, isLeft: boolean}} ended whether a rest is due for it, and whether there is more to look at
 */

export class Rounds {
  #look;
  #stop;
  #measure;
  /** When the next one may begin. */ #restsUntil = 0;
  #isWaking = false;
  /** One after the other. @type {Promise<void>} */ #turn = Promise.resolve();

  /** @param {Look} look @param {AbortSignal} stop @param {boolean} [measure] */
  constructor(look, stop, measure) {
    this.#look = look;
    this.#stop = stop;
    this.#measure = measure;
  }

  /** Something may be another: there is a round when that is due. */
  async wake() {
    if (this.#isWaking || this.#stop.aborted) return;
    this.#isWaking = true;
    await pause(Math.max(SOON_MS, this.#restsUntil - performance.now()), this.#stop);
    this.#isWaking = false;
    await this.next();
  }

  /** At once, but behind the one that is on. */
  next() {
    // What one round could not do, the next one may.
    const before = this.#turn.catch(() => {});
    this.#turn = before
      .then(() => work(this.#look.steps(), this.#stop, this.#measure))
      .then(
        (took) => this.#rest(true, took),
        (thrown) => {
          this.#rest(false, 0);
          throw thrown;
        },
      );
    return this.#turn;
  }

  /** @param {boolean} done @param {number} took */
  #rest(done, took) {
    const { isPaid, isLeft } = this.#look.ended(done);
    const rest = isPaid ? REST * took : 0;
    this.#restsUntil = performance.now() + Math.min(Math.max(BETWEEN_MS, rest), LONGEST_REST_MS);
    if (isLeft) void this.wake();
  }
}
