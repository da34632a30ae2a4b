/** Reads what the server says. */

/** @import { Claim } from './signalling.js' */
/** @import { CallParts, Envelope, Fields, Handlers, Strings } from '../types.js' */

/** The event that the page hears of a message. @type {Strings} */
const TOLD = {
  'session.health': 'health',
  'policy.updated': 'policy',
  'transcript.partial': 'partial',
  'transcript.final': 'transcript',
  'response.interrupted': 'interrupted',
  caption: 'caption',
  'metrics.turn': 'metrics',
  'voicepilot.turn.event': 'turn',
};

/** Fields that are text wherever they stand. */
const TEXT = /Id$|^(text|state|trigger|code|message|heardText|guidance)$/;

/**
 * Hands a message on: to the call, and to the page as an event. One that was sent twice, around a lost connection, is left out.
 * @param {Envelope} envelope @param {Claim} claim @param {Handlers} handlers @param {CallParts['emit']} emit
 */
export function receive({ type, payload: sent, seq, reply_to: replyTo }, claim, handlers, emit) {
  if (typeof seq === 'number') {
    if (seq <= claim.lastSeq) return;
    claim.save({ lastSeq: seq });
  }
  const payload = camelCase(sent);
  const known = Object.hasOwn(handlers, type);
  if (known) handlers[type](payload, replyTo);
  if (Object.hasOwn(TOLD, type)) emit(TOLD[type], payload);
  else if (!known && !type.startsWith('input.')) emit('unknown', { type, payload: sent });
}

/** `turn_id` becomes `turnId`. @param {Fields} payload @returns {any} */
const camelCase = (payload) =>
  Object.fromEntries(
    Object.entries(payload).flatMap(([sent, value]) => {
      const name = sent.replace(/_(.)/g, (_, one) => one.toUpperCase());
      if (!TEXT.test(name) || typeof value === 'string') return [[name, value]];
      if (value === null) return [];
      throw new TypeError(`The server sent a ${name} that is no text.`);
    }),
  );
