/**
 * The tea room: a small shop. It knows nothing of voice; `actions.js` is what it lets itself be asked to do.
 * @module
 */

/** @import { Item } from './items.js' */

import { Cart, MAX_QUANTITY } from './cart.js';
import { ITEMS, itemOf, money } from './items.js';
import { keep, kept } from './kept.js';
import { Order } from './order.js';
import { button, element, find, picture, say } from './page.js';
import { textOf } from './texts.js';

export const SECTIONS = ['home', 'catalogue', 'cart', 'checkout', 'settings'];

/** Reached by what was done, and not by name. */
const OTHERS = ['item', 'thanks'];

/** Which section they are a part of, to the eye. @type {Record<string, string>} */
const BELONGS = { item: 'catalogue', checkout: 'cart' };

/** @type {Record<string, string>} */
const HERE = {
  home: 'You are at the start.',
  catalogue: 'Here is what we sell.',
  checkout: 'Here is the order. Say whom it is for.',
  settings: 'Here are the settings.',
};

export class Shop {
  cart = new Cart(() => this.#renderCart());
  order = new Order(this.cart, () => this.#go('thanks'));
  #voice;
  #changed;
  #volume = /** @type {HTMLInputElement} */ (find('#volume'));

  /** @param {HTMLAudioElement} voice whose loudness the settings hold @param {() => void} changed told after a change by hand */
  constructor(voice, changed) {
    this.#voice = voice;
    this.#changed = changed;
    this.#volume.addEventListener('input', () => this.setVolume(this.#volume.valueAsNumber));
    for (const radio of this.#themes()) radio.addEventListener('change', () => this.setTheme(radio.value));
    find('[data-items]').append(...ITEMS.map((item) => this.#card(item)));
    find('[data-shelf]').append(...ITEMS.map((item) => element('li', {}, picture(item))));
    window.addEventListener('hashchange', () => this.#show(true));
    this.#show();
    this.#renderCart();
    const { theme, volume } = kept();
    if (theme === 'light' || theme === 'dark') this.setTheme(theme);
    this.setVolume(typeof volume === 'number' && volume >= 0 && volume <= 100 ? volume : 80);
  }

  get section() {
    const wanted = window.location.hash.slice(1).split('/')[0];
    return [...SECTIONS, ...OTHERS].includes(wanted) ? wanted : 'home';
  }

  /** The one that is looked at. */
  get item() {
    const id = window.location.hash.split('/')[1]?.replace('-', ' ') ?? '';
    return this.section === 'item' ? (itemOf(id) ?? ITEMS[0]) : undefined;
  }

  /** What is seen, in words. */
  narrate() {
    const { item } = this;
    const where = item ? `the item ${item.name}: ${item.story}` : `the section ${this.section}.`;
    const prices = ITEMS.map(({ name, price }) => `${name} costs ${price} euros.`);
    return [
      `This is a tea shop. It shows ${where} ${this.cart.inWords()} The total is ${this.cart.total}.`,
      `The theme is ${this.theme}. The volume is ${this.#volume.value} of 100.`,
      ...prices,
    ].join(' ');
  }

  // What follows is done by hand or by voice alike; the sentence that comes back is for the assistant to say.

  /** @param {string} section */
  navigate(section) {
    this.#go(section);
    return section === 'cart' ? this.cart.inWords() : HERE[section];
  }

  /** @param {string} id */
  showItem(id) {
    this.#go(`item/${id.replace(' ', '-')}`);
    const item = itemOf(id);
    return item ? `${item.name}: ${item.note}. It costs ${item.price} euros.` : '';
  }

  goBack() {
    const back = this.item ? 'catalogue' : this.section === 'checkout' ? 'cart' : 'home';
    return this.navigate(back);
  }

  /** @param {string} id @param {number} [quantity] */
  add(id, quantity = 1) {
    this.cart.add(id, quantity);
    return this.cart.inWords();
  }

  /** @param {string} id */
  remove(id) {
    this.cart.set(id, 0);
    return this.cart.inWords();
  }

  emptyCart() {
    this.cart.clear();
    return this.cart.inWords();
  }

  /** @param {number} level 0 to 100 */
  setVolume(level) {
    this.#volume.value = String(level);
    find('[data-volume]').textContent = String(level);
    this.#voice.volume = level / 100;
    keep({ volume: level });
    return `The volume is ${level}.`;
  }

  get theme() {
    return document.documentElement.dataset.theme ?? 'system';
  }

  /** @param {string} theme */
  setTheme(theme) {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const radio of this.#themes()) radio.checked = radio.value === theme;
    keep({ theme });
    return `The theme is ${theme}.`;
  }

  #themes() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="theme"]'));
  }

  /** @param {string} place */
  #go(place) {
    window.location.hash = place;
    this.#show();
  }

  #show(byHand = false) {
    const { section, item } = this;
    for (const one of [...SECTIONS, ...OTHERS]) find(`[data-section="${one}"]`).hidden = one !== section;
    for (const link of document.querySelectorAll('[data-section-link]')) {
      const here = /** @type {HTMLElement} */ (link).dataset.sectionLink;
      if (here === section || here === BELONGS[section]) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (item) this.#renderItem(item);
    if (byHand) this.#changed();
  }

  /** @param {Item} item */
  #card(item) {
    const { id, name, note, price } = item;
    const link = element('a', { href: `#item/${id.replace(' ', '-')}` }, name);
    const add = button('button', textOf('add'), () => this.#byHand(() => this.add(id)), {
      'aria-label': textOf('addItem', { item: name }),
    });
    const text = element('div', { class: 'words', lang: 'en' }, element('h2', {}, link), element('p', {}, note));
    return element(
      'li',
      { class: 'item' },
      picture(item),
      text,
      element('p', { class: 'price' }, money.format(price)),
      add,
    );
  }

  /** @param {Item} item */
  #renderItem(item) {
    const { id, name, note, story, facts, price } = item;
    find('#title-item').textContent = name;
    find('[data-item-note]').textContent = note;
    find('[data-item-story]').textContent = story;
    find('[data-item-price]').textContent = money.format(price);
    find('[data-item-say]').textContent = `“Add two ${item.many} to the cart”`;
    const list = facts.map(([term, fact]) => element('div', {}, element('dt', {}, term), element('dd', {}, fact)));
    find('[data-item-facts]').replaceChildren(...list);
    find('[data-item-picture]').replaceChildren(picture(item));
    const add = button('button primary large', textOf('addToCart'), () => this.#byHand(() => this.add(id)));
    find('[data-item-add]').replaceChildren(add);
  }

  /** Says what came of it, as the assistant would. @param {() => unknown} act */
  #byHand(act) {
    let said;
    try {
      said = act();
    } catch (thrown) {
      said = /** @type {Error} */ (thrown).message;
    }
    say(String(said ?? this.cart.inWords()));
    this.#changed();
  }

  #renderCart() {
    const { lines, count, total } = this.cart;
    const focused = document.activeElement?.getAttribute('aria-label');
    find('[data-cart-lines]').replaceChildren(...lines.map((line) => this.#line(line)));
    if (focused) find(`[data-cart-lines] [aria-label="${focused}"]`)?.focus();
    find('[data-cart-total]').textContent = total;
    find('[data-cart-empty]').hidden = count > 0;
    find('[data-cart-full]').hidden = count === 0;
    find('[data-cart-count]').textContent = String(count);
    find('[data-cart-count]').hidden = count === 0;
    this.order.render();
  }

  /** @param {{item: Item, quantity: number}} line */
  #line({ item, quantity }) {
    const { id, name, price } = item;
    const change = (/** @type {number} */ to) => () => this.#byHand(() => this.cart.set(id, to));
    const more = button('step', '+', change(quantity + 1), { 'aria-label': textOf('oneMore', { item: name }) });
    if (quantity === MAX_QUANTITY) more.setAttribute('disabled', '');
    const less = button('step', '−', change(quantity - 1), { 'aria-label': textOf('oneLess', { item: name }) });
    const remove = button('button quiet', textOf('remove'), change(0), { 'aria-label': textOf('removeItem', { item: name }) });
    const stepper = element('div', { class: 'stepper' }, less, element('span', {}, String(quantity)), more);
    const cells = [stepper, money.format(price * quantity), remove].map((content) => element('td', {}, content));
    return element('tr', {}, element('th', { scope: 'row', lang: 'en' }, name), ...cells);
  }
}
