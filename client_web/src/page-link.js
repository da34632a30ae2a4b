/** @import { Call } from './call.js' */
/** @import { VipChannel } from './channel.js' */
/** @import { Claim } from './signalling.js' */
/** @import { ActionResult, CallParts, Handlers } from '../types.js' */

import { ActionRunner } from './actions.js';

/** States in which the page may be told of (VIP7-WINDOWS). */
const WINDOWS = ['idle', 'ai_speaking', 'invoke_action'];

/** What goes between the call and the page: actions that are asked for, their results, and what the page tells of itself. */
export class PageLink {
  /** What was told of the page, by message. @type {Map<string, any>} */ #updates = new Map();
  /** The last result, until the server has gone on. @type {ActionResult=} */ #unsettled;
  /** Actions that ran when the page was loaded again. @type {string[]} */ #orphans = [];
  #runner;
  #call;
  #channel;
  #claim;
  #page;
  #emit;

  /** @param {Call} call @param {CallParts} parts @param {VipChannel} channel @param {Claim} claim */
  constructor(call, { page, emit }, channel, claim) {
    this.#call = call;
    this.#channel = channel;
    this.#claim = claim;
    this.#page = page;
    this.#emit = emit;
    const send = (/** @type {ActionResult} */ result) => this.#answer(result);
    this.#runner = new ActionRunner({ page, send, report: (report) => emit('action', report) });
  }

  /** @type {Handlers} */
  handlers = {
    'action.invoke': (invocation) => {
      const { invocationId: invocation_id, confirm } = invocation;
      if (!confirm) {
        this.#claim.save({ open: [...this.#claim.open, invocation_id] });
        return this.#runner.invoke(invocation);
      }
      const answer = (/** @type {boolean} */ approved) =>
        this.#call.floor.take('action.confirm', { invocation_id, approved });
      const asked = this.#runner.ask(invocation, answer);
      if (asked) this.#emit('confirm', asked);
    },
    'action.cancel': ({ invocationId }) => {
      this.#claim.settled(invocationId);
      this.#runner.cancel(invocationId);
    },
  };

  /** Tells what is another about the page, in a state in which the server takes it. */
  sendPage() {
    if (!this.#call.isReady || !WINDOWS.includes(this.#call.state)) return;
    this.#call.attempt(() => {
      for (const [type, payload] of this.#page.updates()) {
        const id = this.#channel.send(type, payload);
        if (id) this.#updates.set(id, type);
      }
    });
  }

  /** A changed registry goes before: the server asks for nothing that is gone. @param {ActionResult} result */
  #answer(result) {
    this.sendPage();
    const id = this.#channel.send('action.result', { ...result, ...this.#call.attempt(() => this.#page.news()) });
    if (this.#call.isReady) this.#unsettled = result;
    this.#claim.settled(result.invocation_id);
    return id;
  }

  /** Whether it was told of the page too late, and is told again. @param {string} messageId @param {string} code */
  missed(messageId, code) {
    const update = this.#updates.get(messageId);
    if (!update || code !== 'context.window_closed') return false;
    this.#page.missed(update);
    return true;
  }

  /** @param {string} messageId @param {string} code */
  refused(messageId, code) {
    this.#runner.refused(messageId, code);
  }

  /** What runs by what was kept of the call belongs to a page that is gone. */
  load() {
    this.#orphans = this.#claim.open;
  }

  /** The server has gone on: it has the last result. */
  settle() {
    this.#unsettled = undefined;
  }

  /** The connection is there again. @param {boolean} reloaded whether the page is another */
  resume(reloaded) {
    // The server still waits: the result was lost.
    if (this.#unsettled && this.#call.state === 'invoke_action') this.#answer(this.#unsettled);
    for (const id of this.#orphans.filter((one) => reloaded && this.#claim.open.includes(one))) {
      const error = { code: 'action.failed', message: 'The page was loaded anew before it ended.' };
      this.#answer({ invocation_id: id, status: 'error', error });
    }
  }

  close() {
    this.#runner.close();
  }
}
