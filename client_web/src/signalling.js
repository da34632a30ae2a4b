/** A session over HTTP: what it is opened with, or joined, and its end. */

/** @import { Ask, Options } from '../types.js' */

import { AntiphonError } from './errors.js';
import { isObject, valueOf } from './protocol.js';

const TOKEN_LIMIT = 8 * 1024;

/** @param {Options} options */
export async function tokenOf({ token }) {
  const text = String((await valueOf(token)) ?? '').trim();
  if (!text || (text.length <= TOKEN_LIMIT && /^[\w-]+(\.[\w-]+){2}$/.test(text))) return text;
  throw new AntiphonError('client.token', `The page gives no JWT of at most ${TOKEN_LIMIT} characters.`);
}

/** @param {Options} options */
export async function sessionOf({ session }) {
  const given = await valueOf(session);
  if (!session || (given?.id && given.key)) return given;
  throw new AntiphonError('client.session', 'The session that the page gives is not { id, key }.');
}

/** @param {Options} options @param {Storage} [storage] */
export function wishOf({ assistantId, userId, locale, metadata, visitorId }, storage) {
  const wish = { assistant_id: assistantId, user_id: userId, locale, metadata };
  if (userId || visitorId === false || metadata?.visitor_id || !storage) return wish;
  const key = 'antiphon visitor';
  try {
    const id = storage.getItem(key) || crypto.getRandomValues(new BigUint64Array(2)).join('-');
    storage.setItem(key, id);
    return { ...wish, metadata: { ...metadata, visitor_id: id } };
  } catch {
    return wish; // It could not be kept.
  }
}

/** Whether there is no session to come back to. @param {unknown} thrown */
export function isGone(thrown) {
  return thrown instanceof AntiphonError && /^(auth\.|session\.|protocol\.not_found$|http\.40[134]$)/.test(thrown.code);
}

/** @type {Ask} */
export async function ask({ fetch, url }, method, path, bearer, json, signal) {
  let response;
  try {
    response = await fetch(new URL(`/v1/sessions${path}`, url), {
      method,
      headers: { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(json),
      signal,
      keepalive: !signal,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new AntiphonError('network.unreachable', `No answer from ${url}. Is the server running?`, { cause });
  }
  const body = await response.json().catch(() => undefined);
  if (response.ok && isObject(body)) return body;
  const { status, ok } = response;
  if (ok) throw new AntiphonError('protocol.invalid_message', `What answers at ${url} is no Antiphon server.`);
  const { code = `http.${status}`, detail = `The server refused the call (HTTP ${status}).` } = Object(body);
  throw new AntiphonError(String(code), String(detail));
}
