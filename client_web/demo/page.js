/** Small helpers of the page. */

/** @import { Item } from './items.js' */

/** @param {string} selector @param {ParentNode} [root] */
export const find = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** What has the focus, shadow trees included. */
export function focused() {
  let { activeElement: active } = document;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
}

/** What of an `<input>` is not written into. */
const PRESSED = ['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'color', 'file'];

/** Whether somebody writes into it. @param {Element | null} element */
export const isWritten = (element) =>
  element instanceof HTMLInputElement
    ? !PRESSED.includes(element.type)
    : element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** @param {string} kind @param {string | Node} label @param {() => void} act @param {Record<string, string>} [attributes] */
export function button(kind, label, act, attributes = {}) {
  const node = element('button', { type: 'button', class: kind, ...attributes }, label);
  node.addEventListener('click', act);
  return node;
}

/** @param {Item} item */
export const picture = ({ id }) =>
  element('div', { class: 'picture', 'data-item': id.replace(' ', '-'), 'aria-hidden': 'true' });

/** How long a sentence stays. */
const TOLD_MS = 4000;
let hiding = 0;

/** A sentence about what was done by hand. @param {string} sentence */
export function say(sentence) {
  const place = find('[data-toast]');
  place.textContent = sentence;
  place.classList.add('shown');
  clearTimeout(hiding);
  hiding = setTimeout(() => place.classList.remove('shown'), TOLD_MS);
}
