/** The form of the order. */

/** @import { Cart } from './cart.js' */

import { ask } from './dialog.js';
import { money } from './items.js';
import { keep, kept } from './kept.js';
import { element, find } from './page.js';
import { textOf } from './texts.js';

export class Order {
  #form = /** @type {HTMLFormElement} */ (find('#order'));
  #name = /** @type {HTMLInputElement} */ (find('#name'));
  #note = /** @type {HTMLTextAreaElement} */ (find('#note'));
  #cart;
  #placed;

  /** @param {Cart} cart @param {() => void} placed */
  constructor(cart, placed) {
    this.#cart = cart;
    this.#placed = placed;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#name.addEventListener('input', () => this.#complain(''));
    const { name, delivery, note } = kept();
    if (typeof name === 'string') this.#name.value = name;
    if (typeof note === 'string') this.#note.value = note;
    if (delivery === 'courier' || delivery === 'pickup') this.setDelivery(delivery);
    this.#form.addEventListener('input', () => this.#keep());
  }

  #keep() {
    keep({ name: this.#name.value, delivery: this.delivery, note: this.#note.value });
  }

  get delivery() {
    return String(new FormData(this.#form).get('delivery'));
  }

  /** @param {string} name */
  setName(name) {
    this.#name.value = name;
    this.#complain('');
    this.#keep();
    return `The order is for ${name}.`;
  }

  /** @param {string} delivery */
  setDelivery(delivery) {
    for (const radio of this.#form.querySelectorAll('input')) {
      if (radio.name === 'delivery') radio.checked = radio.value === delivery;
    }
    this.#keep();
    return delivery === 'pickup' ? 'You pick it up at the shop.' : 'The courier brings it.';
  }

  /** @param {string} text */
  setNote(text) {
    this.#note.value = text;
    this.#keep();
    return 'The note is written.';
  }

  render() {
    const lines = this.#cart.lines.map(({ item, quantity }) =>
      element('li', {}, element('span', { lang: 'en' }, `${quantity} × ${item.name}`), money.format(item.price * quantity)),
    );
    find('[data-order-lines]').replaceChildren(...lines);
    find('[data-order-total]').textContent = this.#cart.total;
    find('[data-order-empty]').hidden = lines.length > 0;
    this.#form.hidden = lines.length === 0;
  }

  /** What the dialog shows. */
  question() {
    const way = this.delivery === 'pickup' ? 'picked up at the shop' : 'brought by courier';
    const whom = this.#name.value.trim() || 'nobody yet';
    return {
      title: 'Place this order?',
      text: `${this.#cart.inWords().replace('Your cart holds ', '')} ${this.#cart.total}, for ${whom}, ${way}.`,
      yes: textOf('placeOrder'),
      no: textOf('notYet'),
    };
  }

  /** Throws a sentence where something is missing. */
  place() {
    if (!this.#cart.count) throw new Error('Your cart is empty, so there is nothing to order yet.');
    const name = this.#name.value.trim();
    if (!name) {
      this.#complain(textOf('enterName'));
      throw new Error('Whom is it for? Say “set the name to Anna”, then place the order.');
    }
    find('[data-thanks]').textContent = textOf(this.delivery === 'pickup' ? 'thanksPickup' : 'thanksCourier', { name });
    this.#form.reset();
    this.#keep();
    this.#cart.clear();
    this.#placed();
    return `Thank you, ${name}. The order is placed.`;
  }

  async #submit() {
    if (!this.#name.value.trim()) {
      this.#complain(textOf('enterName'));
      this.#name.focus();
      return;
    }
    if (await ask(this.question())) this.place();
  }

  /** @param {string} sentence */
  #complain(sentence) {
    const place = find('#name-error');
    place.textContent = sentence;
    place.hidden = sentence === '';
    this.#name.setAttribute('aria-invalid', String(sentence !== ''));
  }
}
