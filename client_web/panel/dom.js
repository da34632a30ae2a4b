/** Elements without markup in strings: also a page with Trusted Types may have the panel. */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | boolean>} [attributes] true stands for an empty one, false for none
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}

/** A picture that says nothing which words beside it do not say. @param {keyof typeof SHAPES} name */
export function icon(name, attributes = {}) {
  const node = document.createElementNS(SVG, 'svg');
  const all = { viewBox: '0 0 24 24', 'aria-hidden': 'true', 'data-icon': name, ...attributes };
  for (const [key, value] of Object.entries(all)) node.setAttribute(key, value);
  for (const shape of SHAPES[name]) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', shape);
    node.append(path);
  }
  return node;
}

/** @param {number} x */
const dot = (x) => `M${x - 2.2} 12a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z`;

/** Paths in a square of 24. */
const SHAPES = {
  unplugged: ['M1 12h2.5M3.5 7v10h1a5 5 0 0 0 0-10z', 'M9 10h2.2M9 14h2.2', 'M23 12h-2.5M20.5 7v10H20a5 5 0 0 1 0-10z'],
  phone: [
    'M5 4h3.5l1.8 4.5-2.3 1.6a11 11 0 0 0 5.9 5.9l1.6-2.3L20 15.5V19a1.8 1.8 0 0 1-2 1.8A15.5 15.5 0 0 1 3.2 6 1.8 1.8 0 0 1 5 4z',
  ],
  microphone: [
    'M12 3a3 3 0 0 1 3 3v5.5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3z',
    'M6 11v.5a6 6 0 0 0 12 0V11M12 17.5V21M9 21h6',
  ],
  muted: [
    'M9 9v3a3 3 0 0 0 5 2.2M15 9.5V6a3 3 0 0 0-5.7-1.3',
    'M17 16.5A6 6 0 0 1 6 12v-1M18 11v1a6 6 0 0 1-.3 1.8M12 18v3M4 3l16 18',
  ],
  keyboard: [
    'M5 6h14a2.5 2.5 0 0 1 2.5 2.5V16a2.5 2.5 0 0 1-2.5 2.5H5A2.5 2.5 0 0 1 2.5 16V8.5A2.5 2.5 0 0 1 5 6z',
    'M6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8 14.5h8',
  ],
  bars: ['M3.5 10v4', 'M7.75 7v10', 'M12 4v16', 'M16.25 7v10', 'M20.5 10v4'],
  dots: [dot(5), dot(12), dot(19)],
  speaker: ['M4 9.5v5h3.2l4.8 4v-13L7.2 9.5z', 'M15.5 9a4.2 4.2 0 0 1 0 6', 'M18.3 6.2a8.2 8.2 0 0 1 0 11.6'],
  bolt: ['M13 2.5 5 13.5h6L10 21.5l8.5-11.5h-6z'],
  stop: ['M8.5 6h7A2.5 2.5 0 0 1 18 8.5v7a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 15.5v-7A2.5 2.5 0 0 1 8.5 6z'],
  fold: ['M6 9.5l6 6 6-6'],
  close: ['M6 6l12 12M18 6 6 18'],
  send: ['M12 19V5M6 11l6-6 6 6'],
  warning: ['M12 3.8 2.8 19.5h18.4z', 'M12 10v4.5M12 17h.01'],
  note: ['M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z', 'M12 11v5.5M12 7.8h.01'],
  network: ['M3 9.5a13 13 0 0 1 18 0M6.5 13a8 8 0 0 1 11 0M10 16.5a3 3 0 0 1 4 0M12 20h.01', 'M4 3l16 18'],
  question: ['M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z', 'M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8h.01'],
};
