/**
 * The demonstration: a shop, a panel, and Antiphon between them.
 * @module
 */

import { Antiphon } from '../antiphon.js';
import '../panel/antiphon-panel.js';
import { serverOf } from '../src/address.js';
import { actionsOf } from './actions.js';
import { ask } from './dialog.js';
import { Pairing } from './pairing.js';
import { Shop } from './shop.js';
import { textOf } from './texts.js';

// Before the shop, which takes what comes after # for a section.
const pairing = new Pairing();
const voice = /** @type {HTMLAudioElement} */ (document.querySelector('#voice'));
const shop = new Shop(voice, () => antiphon.narrate());
export const antiphon = new Antiphon({
  // The server that the demonstration comes from, also where the page comes from another one.
  url: serverOf(import.meta.url, 'demo/demo.js'),
  // `/?assistant=shop` calls another one than the server's default.
  token: pairing.token,
  assistantId: new URLSearchParams(window.location.search).get('assistant') || undefined,
  narration: () => shop.narrate(),
  actions: actionsOf(shop),
  audio: voice,
});

export const panel = /** @type {import('../panel/antiphon-panel.js').AntiphonPanel} */ (
  document.querySelector('#panel')
);
panel.antiphon = antiphon;

antiphon.on('closed', ({ code }) => {
  if (code?.startsWith('auth.')) pairing.ended();
});

// The page asks in its own dialog, beside the voice.
antiphon.on('confirm', async ({ id, description, approve, decline, signal }) => {
  const plain = { title: `${description}?`, text: shop.cart.inWords(), yes: textOf('yes'), no: textOf('no') };
  const answer = await ask(id === 'place_order' ? shop.order.question() : plain, signal);
  if (answer === true) approve();
  if (answer === false) decline();
});

// A sheet at the lower edge has no room for the large picture.
const narrow = window.matchMedia('(max-width: 60rem)');
const fit = () => panel.toggleAttribute('compact', narrow.matches);
narrow.addEventListener('change', fit);
fit();

// It makes room for a question of the page, which must not lie under it.
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector('#dialog'));
let madeRoom = false;
const makeRoom = () => {
  const isTight = dialog.open && narrow.matches;
  if (isTight && !panel.hasAttribute('folded')) madeRoom = panel.toggleAttribute('folded', true);
  else if (!isTight && madeRoom) madeRoom = panel.toggleAttribute('folded', false);
};
new MutationObserver(makeRoom).observe(dialog, { attributeFilter: ['open'] });
narrow.addEventListener('change', makeRoom);
new ResizeObserver(() => {
  document.documentElement.style.setProperty('--panel-height', `${panel.offsetHeight}px`);
}).observe(panel);

document.querySelector('[data-skip]')?.addEventListener('click', () => panel.focus());
