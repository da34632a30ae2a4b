/**
 * Pairing with a server of the local network: six digits that its terminal shows, for a token that opens calls.
 * A server without pairing serves the page without the mark, and nothing of this is seen.
 * @module
 */

import { AntiphonError } from '../antiphon.js';
import { below, serverOf } from '../src/address.js';
import { find } from './page.js';
import { textOf } from './texts.js';

const KEY = 'antiphon paired';

/** A token that ends sooner is not used any more. */
const EARLY_MS = 10_000;

/** @typedef {{token: string, expiresAt: number}} Paired */

export class Pairing {
  #needed = document.querySelector('meta[name="antiphon-pairing"]') !== null;
  #dialog = /** @type {HTMLDialogElement} */ (find('#pairing'));
  #code = /** @type {HTMLInputElement} */ (find('#pairing-code'));
  /** Where the browser lets nothing be kept. @type {Paired=} */ #paired;

  /** Takes a scanned code out of the address, so that neither history nor a copied link has it. */
  constructor() {
    const { hash, pathname, search } = window.location;
    const scanned = /^#pair=(\d{6})$/.exec(hash)?.[1];
    if (scanned) window.history.replaceState(null, '', pathname + search);
    if (!this.#needed) return;
    find('form', this.#dialog).addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#pair(this.#code.value);
    });
    if (scanned) void this.#pair(scanned);
    else if (!this.#load()) this.#ask('');
  }

  /** For the option `token`: undefined where nobody needs one. */
  get token() {
    return this.#needed ? () => this.#token() : undefined;
  }

  /** The server has refused the token: it was started anew, perhaps. */
  ended() {
    if (!this.#needed || this.#dialog.open) return;
    this.#keep(undefined);
    this.#ask(textOf('pairingEnded'));
  }

  #token() {
    const paired = this.#load();
    if (paired) return paired.token;
    this.#ask('');
    throw new AntiphonError('auth.required', textOf('unpaired'));
  }

  /** @param {string} code */
  async #pair(code) {
    const button = /** @type {HTMLButtonElement} */ (find('button', this.#dialog));
    button.disabled = true;
    try {
      const response = await fetch(below(serverOf(import.meta.url, 'demo/pairing.js'), '/v1/pair'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      const body = await response.json();
      if (!response.ok) return this.#ask(String(body.detail));
      this.#keep({ token: body.token, expiresAt: body.expires_at });
      this.#dialog.close();
    } catch {
      this.#ask(textOf('noAnswer'));
    } finally {
      button.disabled = false;
    }
  }

  /** @param {string} problem what was wrong before */
  #ask(problem) {
    const told = find('[data-pairing-problem]', this.#dialog);
    told.textContent = problem;
    told.hidden = !problem;
    this.#code.setAttribute('aria-invalid', String(Boolean(problem)));
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#code.focus();
    this.#code.select();
  }

  /** What this device has been given, while it is good. */
  #load() {
    try {
      this.#paired ??= JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
    } catch {
      // Nothing can be kept here; or it was not we who kept it.
    }
    return this.#paired && this.#paired.expiresAt - EARLY_MS > Date.now() ? this.#paired : undefined;
  }

  /** @param {Paired=} paired */
  #keep(paired) {
    this.#paired = paired;
    try {
      if (paired) window.sessionStorage.setItem(KEY, JSON.stringify(paired));
      else window.sessionStorage.removeItem(KEY);
    } catch {
      // It is good until the page is left.
    }
  }
}
