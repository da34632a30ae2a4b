/**
 * Opening a session over HTTP.
 * @module
 */

import { AntiphonError } from './errors.js';
import { isObject } from './protocol.js';

/**
 * An application token, or a function that is asked for a fresh one at each call.
 * @typedef {string | (() => string | Promise<string>)} Token
 */

/**
 * @typedef {object} Request
 * @property {{type: 'offer', sdp: string}} offer
 * @property {string | undefined} assistantId the server's default assistant unless given
 * @property {string | undefined} bearer the application token, where the server asks for one
 * @property {AbortSignal} signal
 */

/**
 * @typedef {object} Opened
 * @property {string} sessionId
 * @property {RTCSessionDescriptionInit} answer
 */

/**
 * `POST /v1/sessions` with an offer.
 * @param {typeof globalThis.fetch} fetch
 * @param {string} url the server's origin
 * @param {Request} request
 * @returns {Promise<Opened>}
 * @throws {AntiphonError} with the server's code and sentence, or `network.unreachable`
 */
export async function openSession(fetch, url, { offer, assistantId, bearer, signal }) {
  let response;
  try {
    response = await fetch(new URL('/v1/sessions', url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify({ ...(assistantId && { assistant_id: assistantId }), offer }),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new AntiphonError('network.unreachable', `No answer from ${url}. Is the server running?`, { cause });
  }
  const body = await response.json().catch(() => undefined);
  if (!response.ok) {
    throw new AntiphonError(
      isObject(body) && typeof body.code === 'string' ? body.code : `http.${response.status}`,
      isObject(body) && typeof body.detail === 'string'
        ? body.detail
        : `The server refused the call (HTTP ${response.status}).`,
    );
  }
  if (!isObject(body) || typeof body.session_id !== 'string' || !isObject(body.answer)) {
    throw new AntiphonError('protocol.invalid_message', `${url} answered, but not as an Antiphon server does.`);
  }
  return { sessionId: body.session_id, answer: /** @type {RTCSessionDescriptionInit} */ (body.answer) };
}
