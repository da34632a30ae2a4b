/** What it takes to come back to a session. */

/** @import { Ticket } from '../types.js' */

export class Claim {
  /** @type {Ticket} */ ticket = { sessionId: '', sessionToken: '', resumeToken: '', windowS: 0, lastSeq: 0, open: [] };
  #storage;
  #key;

  /** @param {Storage | undefined} storage @param {string} key */
  constructor(storage, key) {
    this.#storage = storage;
    this.#key = key;
  }

  load() {
    try {
      Object.assign(this.ticket, JSON.parse(this.#storage?.getItem(this.#key) ?? '{}'));
    } catch {
      return false;
    }
    return this.ticket.windowS > 0;
  }

  /** @param {Partial<Ticket>} news */
  save(news) {
    Object.assign(this.ticket, news);
    if (!this.ticket.windowS) return;
    try {
      this.#storage?.setItem(this.#key, JSON.stringify(this.ticket));
    } catch {
      // There is no room.
    }
  }

  /** @param {string} invocationId */
  settled(invocationId) {
    this.save({ open: this.ticket.open.filter((id) => id !== invocationId) });
  }

  forget() {
    this.ticket = { ...this.ticket, windowS: 0, lastSeq: 0, open: [] };
    this.#storage?.removeItem(this.#key);
  }
}
