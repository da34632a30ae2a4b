/**
 * The tea room: a small shop. It knows nothing of voice; `actions` is what it lets itself be asked to do.
 * @module
 */

/** @typedef {{id: string, one?: string, many: string, name: string, note: string, price: number}} Item */

/** @type {Item[]} */
const ITEMS = [
  { id: 'green tea', many: 'green teas', name: 'Green tea', note: 'Steamed leaves, fresh as cut grass', price: 8.5 },
  { id: 'black tea', many: 'black teas', name: 'Black tea', note: 'Malty and strong, good with milk', price: 7 },
  { id: 'mint tea', many: 'mint teas', name: 'Mint tea', note: 'Spearmint, sweet and cool', price: 6.5 },
  { id: 'coffee', many: 'coffees', name: 'Coffee', note: 'For those who came by mistake', price: 9 },
  {
    id: 'honey',
    one: 'jar of honey',
    many: 'jars of honey',
    name: 'Honey',
    note: 'From the lime trees next door',
    price: 5,
  },
  { id: 'teapot', many: 'teapots', name: 'Teapot', note: 'Stoneware, for four cups', price: 32 },
];
const SECTIONS = ['home', 'catalogue', 'cart', 'settings'];
const HERE = {
  home: 'You are at the start.',
  catalogue: 'Here is what we sell.',
  settings: 'Here are the settings.',
};
const MAX_QUANTITY = 20;

const list = new Intl.ListFormat('en');
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/**
 * @param {string} selector
 * @param {ParentNode} [root]
 */
const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** @param {Item} item */
const picture = ({ id }) =>
  element('div', { class: 'picture', 'data-item': id.replace(' ', '-'), 'aria-hidden': 'true' });

export class Shop {
  /** @type {Map<string, number>} */ #cart = new Map();
  /** @type {HTMLInputElement} */ #volume;
  /** @type {HTMLAudioElement} */ #voice;

  /** @param {HTMLAudioElement} voice whose loudness the settings hold */
  constructor(voice) {
    this.#voice = voice;
    this.#volume = /** @type {HTMLInputElement} */ (find('#volume'));
    this.#volume.addEventListener('input', () => this.setVolume(this.#volume.valueAsNumber));
    for (const radio of this.#themes()) radio.addEventListener('change', () => this.setTheme(radio.value));
    find('[data-items]').append(...ITEMS.map((item) => this.#card(item)));
    find('[data-shelf]').append(...ITEMS.map((item) => element('li', {}, picture(item))));
    window.addEventListener('hashchange', () => this.#show());
    this.#show();
    this.setVolume(80);
  }

  get section() {
    const wanted = window.location.hash.slice(1);
    return SECTIONS.includes(wanted) ? wanted : 'home';
  }

  /** What is seen, in words. */
  narrate() {
    return (
      `This is a tea shop. It shows the section ${this.section}. ${this.#cartInWords()} ` +
      `The theme is ${this.theme}. The volume is ${this.#volume.value} of 100.`
    );
  }

  /** @returns {Record<string, import('../types.js').Action>} */
  actions() {
    const item = { type: 'string', enum: ITEMS.map(({ id }) => id), description: 'Item' };
    const quantity = { type: 'integer', minimum: 1, maximum: MAX_QUANTITY, default: 1, description: 'Quantity' };
    /** @param {Record<string, unknown>} properties @param {string[]} required */
    const object = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false });
    return {
      navigate: {
        description: 'Go to a section of the shop',
        parameters: object({ section: { type: 'string', enum: SECTIONS, description: 'Section' } }, ['section']),
        run: ({ section }) => this.navigate(section),
      },
      add_to_cart: {
        description: 'Add an item to the cart',
        parameters: object({ item, quantity }, ['item']),
        run: ({ item: id, quantity: count = 1 }) => this.add(id, count),
      },
      remove_from_cart: {
        description: 'Remove an item from the cart',
        parameters: object({ item }, ['item']),
        run: ({ item: id }) => this.remove(id),
      },
      set_volume: {
        description: 'Set the volume',
        parameters: object({ level: { type: 'integer', minimum: 0, maximum: 100, description: 'Volume' } }, ['level']),
        run: ({ level }) => this.setVolume(level),
      },
      set_theme: {
        description: 'Change the theme',
        parameters: object({ theme: { type: 'string', enum: ['light', 'dark'], description: 'Theme' } }, ['theme']),
        run: ({ theme }) => this.setTheme(theme),
      },
    };
  }

  // What follows is done by hand or by voice alike; the sentence that comes back is for the assistant to say.

  /** @param {string} section */
  navigate(section) {
    window.location.hash = section;
    this.#show();
    return section === 'cart' ? this.#cartInWords() : HERE[/** @type {keyof typeof HERE} */ (section)];
  }

  /**
   * @param {string} id
   * @param {number} [quantity]
   */
  add(id, quantity = 1) {
    const sum = (this.#cart.get(id) ?? 0) + quantity;
    if (sum > MAX_QUANTITY) throw new Error(`We sell at most ${MAX_QUANTITY} of one item at a time.`);
    this.#cart.set(id, sum);
    this.#renderCart();
    return this.#cartInWords();
  }

  /** @param {string} id */
  remove(id) {
    if (!this.#cart.delete(id)) throw new Error(`There is no ${id} in the cart.`);
    this.#renderCart();
    return this.#cartInWords();
  }

  /** @param {number} level 0 to 100 */
  setVolume(level) {
    this.#volume.value = String(level);
    find('[data-volume]').textContent = String(level);
    this.#voice.volume = level / 100;
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
    return `The theme is ${theme}.`;
  }

  #themes() {
    return /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[name="theme"]'));
  }

  #show() {
    for (const section of SECTIONS) {
      find(`[data-section="${section}"]`).hidden = section !== this.section;
      const link = find(`[data-section-link="${section}"]`);
      if (section === this.section) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  }

  /** @param {Item} item */
  #card(item) {
    const { id, name, note, price } = item;
    const add = element('button', { type: 'button', class: 'button', 'aria-label': `Add ${name} to the cart` }, 'Add');
    add.addEventListener('click', () => this.add(id));
    const text = element('div', { class: 'words' }, element('h2', {}, name), element('p', {}, note));
    return element(
      'li',
      { class: 'item' },
      picture(item),
      text,
      element('p', { class: 'price' }, money.format(price)),
      add,
    );
  }

  #cartInWords() {
    const lines = ITEMS.filter(({ id }) => this.#cart.has(id)).map(({ id, one = id, many }) => {
      const quantity = this.#cart.get(id) ?? 0;
      return quantity === 1 ? `1 ${one}` : `${quantity} ${many}`;
    });
    return lines.length === 0 ? 'Your cart is empty.' : `Your cart holds ${list.format(lines)}.`;
  }

  #total() {
    return ITEMS.reduce((sum, { id, price }) => sum + price * (this.#cart.get(id) ?? 0), 0);
  }

  #renderCart() {
    const lines = ITEMS.filter(({ id }) => this.#cart.has(id)).map((item) => this.#line(item));
    find('[data-cart-lines]').replaceChildren(...lines);
    find('[data-cart-total]').textContent = money.format(this.#total());
    find('[data-cart-empty]').hidden = lines.length > 0;
    find('[data-cart-table]').hidden = lines.length === 0;
    const count = [...this.#cart.values()].reduce((sum, quantity) => sum + quantity, 0);
    find('[data-cart-count]').textContent = String(count);
    find('[data-cart-count]').hidden = count === 0;
  }

  /** @param {Item} item */
  #line({ id, name, price }) {
    const quantity = this.#cart.get(id) ?? 0;
    const remove = element(
      'button',
      { type: 'button', class: 'button quiet', 'aria-label': `Remove ${name}` },
      'Remove',
    );
    remove.addEventListener('click', () => this.remove(id));
    const cells = [String(quantity), money.format(price * quantity), remove].map((content) =>
      element('td', {}, content),
    );
    return element('tr', {}, element('th', { scope: 'row' }, name), ...cells);
  }
}
