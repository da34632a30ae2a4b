/** A bookmark that opens the panel on whatever page is there. */

import { below, serverOf } from './src/address.js';

const REFUSED =
  'This page does not let the voice assistant in: its Content-Security-Policy forbids scripts of other hosts, or the server does not answer.';

/** @param {string} server its address */
export function bookmarklet(server) {
  const from = JSON.stringify(below(server, '/client/embed.js'));
  const code = `void import(${from}).then(({ embed }) => embed({ open: true }), () => alert(${JSON.stringify(REFUSED)}))`;
  return `javascript:${encodeURIComponent(code)}`;
}

if (globalThis.document) {
  const link = /** @type {HTMLAnchorElement} */ (document.querySelector('[data-bookmarklet]'));
  const told = /** @type {HTMLElement} */ (document.querySelector('[data-told]'));
  const code = /** @type {HTMLTextAreaElement} */ (document.querySelector('[data-code]'));
  link.href = code.value = bookmarklet(serverOf(import.meta.url, 'bookmarklet.js'));
  link.addEventListener('click', (event) => {
    event.preventDefault();
    told.textContent = 'Drag it to your bookmarks bar, and click it there, on another page.';
  });
}
