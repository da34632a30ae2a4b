/** How the panel begins a call where there is one at a time for the whole site (`sole.js`), and what it says of another one. */

/** @import { Antiphon } from '../antiphon.js' */
/** @import { View } from './view.js' */
/** @import { Words } from './words.js' */

import { Sole } from './sole.js';

/**
 * @typedef {object} Panel
 * @property {() => Antiphon} antiphon
 * @property {() => View} view
 * @property {() => Words} words
 * @property {() => boolean} sharesSite whether several calls of the site may run
 */

export class Alone {
  #panel;
  /** For the end of another call: aborted when nothing is said of it any more. */ #waiting = new AbortController();

  /** @param {Panel} panel */
  constructor(panel) {
    this.#panel = panel;
  }

  /** Whether there is a call now, or will be. @param {boolean} [force] another one of this site yields */
  async start(force = false) {
    const antiphon = this.#panel.antiphon();
    this.#panel.view().notices.clearAll();
    if (!this.#panel.sharesSite() && !(await Sole.of(antiphon).claim(force))) {
      void this.until(this.#panel.view().showElsewhere(() => void this.start(true)));
      return false;
    }
    antiphon.connect().catch(() => {}); // `error` and `closed` have told it
    return true;
  }

  /** Keeps the call's place among those of the site, and says when it is taken. @param {Antiphon} antiphon @returns {() => void} what ends it */
  follow(antiphon) {
    const sole = Sole.of(antiphon);
    const lost = () => {
      const { again, takenOver } = this.#panel.words();
      antiphon.hangUp();
      void this.until(this.#panel.view().showNews(takenOver, { [again]: () => void this.start(true) }));
    };
    sole.losers.add(lost);
    const stop = antiphon.on('state', ({ state }) => {
      if (state === 'not_connected') {
        sole.leave();
        this.#panel.view().notices.clear('elsewhere'); // it offered to go on with this call alone
      }
      if (state === 'connecting') void this.join(antiphon);
    });
    return () => {
      stop();
      sole.losers.delete(lost);
    };
  }

  /** A call that the page has begun by itself goes on beside another one until the user decides. @param {Antiphon} antiphon */
  async join(antiphon) {
    if (this.#panel.sharesSite()) return;
    const sole = Sole.of(antiphon);
    const alone = await sole.claim();
    if (antiphon.state === 'not_connected') return sole.leave();
    if (alone) return;
    const clear = this.#panel.view().showElsewhere(() => {
      clear();
      void sole.claim(true);
    });
    if (await this.until(clear)) await this.join(antiphon);
  }

  /** What a notice says of another call is no longer so when that is over. @param {() => void} clear @returns {Promise<boolean>} whether it is */
  async until(clear) {
    this.giveUp();
    this.#waiting = new AbortController();
    const alone = await Sole.of(this.#panel.antiphon()).alone(this.#waiting.signal);
    if (alone) clear();
    return alone;
  }

  giveUp() {
    this.#waiting.abort();
  }
}
