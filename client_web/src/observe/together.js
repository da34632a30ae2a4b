/** Several observers of one page, as one. */

/** @import { Seen, Told } from '../../observe.js' */

import { fitted } from '../outline/size.js';
import { bytesOf, jsonOf } from '../texts.js';

/** Bytes of a registry and an outline in one message: the server's 64 KiB, less a narration of 8 and what is around them. */
const ROOM = 54 * 1024;

/** All that observe one page. @implements {Seen} */
export class Together {
  /** @type {Set<Seen>} */ all = new Set();
  #page;

  /** @param {Told} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Told} page @returns {Together} */
  static of(page) {
    if (page.seen instanceof Together) return page.seen;
    return (page.seen = new Together(page));
  }

  /** @type {Seen['actions']} */
  actions(own) {
    for (const one of this.all) own = one.actions(own);
    return own;
  }

  /** @type {Seen['narration']} */
  narration(own) {
    for (const one of this.all) own = one.narration(own);
    return own;
  }

  /** @type {Seen['outline']} */
  outline() {
    const room = ROOM - bytesOf(jsonOf(this.#page.actions));
    const blocks = [...this.all].flatMap((one) => one.outline().blocks);
    return { blocks: fitted(blocks, room) };
  }
}
