/** Several observers of one page, as one. */

/** @import { Seen, Told } from '../../observe.js' */

import { fitted } from '../outline/size.js';

/** All that observe one page. @implements {Seen} */
export class Together {
  /** @type {Set<Seen>} */ all = new Set();

  /** @param {Told} page @returns {Together} */
  static of(page) {
    if (page.seen instanceof Together) return page.seen;
    return (page.seen = new Together());
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
    return { blocks: fitted([...this.all].flatMap((one) => one.outline().blocks)) };
  }
}
