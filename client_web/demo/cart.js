/** What is in the cart. */

import { ITEMS, money } from './items.js';
import { keep, kept } from './kept.js';

export const MAX_QUANTITY = 20;

const list = new Intl.ListFormat('en');

export class Cart {
  /** @type {Map<string, number>} */ #quantities = new Map();
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
    const { cart } = kept();
    for (const [id, quantity] of Array.isArray(cart) ? cart.filter(Array.isArray) : []) {
      const isCount = Number.isInteger(quantity) && quantity > 0 && quantity <= MAX_QUANTITY;
      if (isCount) this.#quantities.set(String(id), quantity);
    }
  }

  /** In the order of the catalogue. */
  get lines() {
    return ITEMS.flatMap((item) => {
      const quantity = this.#quantities.get(item.id) ?? 0;
      return quantity ? [{ item, quantity }] : [];
    });
  }

  get count() {
    return this.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  get total() {
    return money.format(this.lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0));
  }

  /** @param {string} id @param {number} quantity beside what is there */
  add(id, quantity) {
    this.set(id, (this.#quantities.get(id) ?? 0) + quantity);
  }

  /** @param {string} id @param {number} quantity */
  set(id, quantity) {
    if (quantity > MAX_QUANTITY) throw new Error(`We sell at most ${MAX_QUANTITY} of one item at a time.`);
    if (quantity > 0) this.#quantities.set(id, quantity);
    else if (!this.#quantities.delete(id)) throw new Error(`There is no ${id} in the cart.`);
    this.#tell();
  }

  clear() {
    this.#quantities.clear();
    this.#tell();
  }

  #tell() {
    keep({ cart: [...this.#quantities] });
    this.#changed();
  }

  inWords() {
    if (!this.count) return 'Your cart is empty.';
    const lines = this.lines.map(({ item: { id, one = id, many }, quantity }) =>
      quantity === 1 ? `1 ${one}` : `${quantity} ${many}`,
    );
    return `Your cart holds ${list.format(lines)}.`;
  }
}
