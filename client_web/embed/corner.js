/** A button in a corner of the page that opens a box, in a shadow tree: page and corner do not touch each other's styles. */

import { h, icon } from '../panel/dom.js';
import { coverOf, holds, look, move, raise, watchLayers } from '../panel/layers.js';
import { cost, keptIn } from '../panel/room.js';
import { corner } from './styles.js';

const ROOT_PX = 16;

/** Where the button alone goes over what it must not cover: where it is at home, if it can. */
const CORNERS = ['below', 'above', 'below across', 'above across'];

/**
 * @typedef {object} CornerOptions
 * @property {() => {label: string, close: string}} words what the button says, closed and open
 * @property {'left' | 'right'} side
 * @property {string} theme `light`, `dark`, or as the system is
 * @property {() => void} opened the first time
 */

export class Corner {
  /** Stands beside the body, so that a page that makes its body anew keeps it. */
  host = document.createElement('antiphon-embed');
  #options;
  #gone = new AbortController();
  /** It has been put over the page. */ #over = false;
  /** What covered the button, without being modal. @type {Element | undefined} */ #cover;
  #fresh = true;
  #state = '';
  #toggle = h('button', { type: 'button', class: 'toggle', part: 'toggle', 'aria-expanded': 'false' });
  #picture = h('span', { class: 'picture' });
  #words = h('span');
  #box = h('div', { class: 'box', part: 'box', hidden: true });

  /** @param {CornerOptions} options */
  constructor(options) {
    this.#options = options;
    const { host } = this;
    Object.assign(host.dataset, { side: options.side, theme: options.theme, voiceIgnore: '' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(corner);
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    this.#toggle.append(this.#picture, this.#words);
    this.#toggle.addEventListener('click', () => (this.isOpen ? this.close() : this.open()));
    root.append(this.#box, this.#toggle);
    host.addEventListener('keydown', (event) => this.#key(event));
    this.tell();
    document.documentElement.append(host);
    watchLayers((top, raised) => this.#place(top, raised), this.#gone.signal);
    // The panel's sizes follow the page's root; one of less than 16 px would make it too small to read.
    const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (px < ROOT_PX) host.style.setProperty('--antiphon-zoom', String(ROOT_PX / px));
  }

  get isOpen() {
    return !this.#box.hidden;
  }

  open() {
    this.#box.hidden = false;
    this.tell();
    look();
    if (this.#fresh) {
      this.#fresh = false;
      this.#options.opened();
    } else this.#focus();
  }

  close() {
    const inside = this.#box.contains(this.host.shadowRoot?.activeElement ?? null);
    this.#box.hidden = true;
    this.tell();
    look();
    if (inside) this.#toggle.focus();
  }

  remove() {
    this.#gone.abort();
    this.host.remove();
  }

  /** In what lies over the page, since nothing outside of that can be used. @param {Element | undefined} top @param {boolean} raised */
  #place(top, raised) {
    const { host } = this;
    const full = document.fullscreenElement;
    this.#cover = top || full ? undefined : coverOf(this.#toggle, undefined, this.#cover);
    const above = top ?? (this.#cover || (this.#state && full && !holds(full, host)) ? document.documentElement : undefined);
    // A panel goes there by itself, and finds its place.
    const panel = this.#box.firstElementChild;
    const covered = this.isOpen && panel?.localName === 'antiphon-panel' ? undefined : above;
    const parent = covered ?? document.documentElement;
    const moves = host.parentNode !== parent;
    if (moves) {
      if (host.matches(':popover-open')) host.hidePopover();
      move(parent, host);
    }
    if (covered && (moves || raised || !this.#over)) raise(host);
    if (!covered && this.#over) host.removeAttribute('popover');
    this.#over = Boolean(covered);
    // It may be only the button that is covered: then the panel is still here.
    host.toggleAttribute('data-away', above !== covered && !panel?.shadowRoot?.querySelector('.panel'));
    if (top && covered && !this.isOpen) this.#makeRoom(top);
    else delete host.dataset.over;
    return this.#over;
  }

  /** The button goes to the corner where it hides the least, and stays there as long as that is so. @param {Element} top */
  #makeRoom(top) {
    const { dataset } = this.host;
    const kept = keptIn(top, this.host);
    const lost = (/** @type {string} */ where) => {
      dataset.over = where;
      return cost(this.#toggle.getBoundingClientRect(), kept);
    };
    const places = [...new Set([dataset.over ?? CORNERS[0], ...CORNERS])];
    const costs = places.map(lost);
    dataset.over = places[costs.indexOf(Math.min(...costs))];
  }

  /** @param {Element} content */
  fill(content) {
    this.#box.replaceChildren(content);
    look();
    if (this.isOpen) this.#focus();
  }

  /** @param {string} text why there is no panel */
  say(text) {
    this.fill(h('p', { class: 'note', role: 'alert' }, text));
  }

  /** The call's, also while the box is closed. @param {string} state @param {string} name in words */
  show(state, name) {
    this.#toggle.dataset.vipState = state;
    this.#state = state === 'not_connected' ? '' : name;
    this.tell();
  }

  /** Says what the button does now. */
  tell() {
    const { label, close } = this.#options.words();
    this.#toggle.setAttribute('aria-expanded', String(this.isOpen));
    this.#picture.replaceChildren(icon(this.isOpen ? 'close' : 'microphone'));
    this.#words.textContent = this.isOpen ? close : this.#state || label;
  }

  #focus() {
    const content = this.#box.firstElementChild;
    if (content instanceof HTMLElement) content.focus({ preventScroll: true });
  }

  /** Escape interrupts while there is a call; else it closes. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.isOpen || this.#state) return;
    event.preventDefault();
    this.close();
    this.#toggle.focus();
  }
}
