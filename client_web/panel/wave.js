/** How loud it was in the last moments, as bars. */

import { h } from './dom.js';

const BARS = 36;

/** Where nothing may move: the outline of a word, so that the picture is still one of a voice. */
const STILL = Array.from({ length: BARS }, (_, at) => {
  const swell = Math.sin((Math.PI * (at + 0.5)) / BARS);
  return swell * (0.35 + 0.3 * Math.abs(Math.sin(at * 1.7)) + 0.35 * Math.abs(Math.sin(at * 0.61)));
});

export class Wave {
  element = h('div', { class: 'wave', part: 'wave', 'aria-hidden': 'true' });
  /** @type {number[]} */ #levels = new Array(BARS).fill(0);
  #bars = this.#levels.map(() => h('i'));

  constructor() {
    this.element.append(...this.#bars);
    this.flat();
  }

  /** No voice. */
  flat() {
    this.#draw(this.#levels.fill(0));
  }

  /** @param {number} level 0 to 1 */
  push(level) {
    this.#levels.push(level);
    this.#levels.shift();
    this.#draw(this.#levels);
  }

  still() {
    this.#draw(STILL);
  }

  /** @param {number[]} levels */
  #draw(levels) {
    levels.forEach((level, at) => this.#bars[at].style.setProperty('--level', level.toFixed(2)));
  }
}
