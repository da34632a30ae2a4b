/** Opening, joining and ending a session over HTTP. */

/** @import { Ask } from '../types.js' */

import { AntiphonError } from './errors.js';
import { isObject } from './protocol.js';

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
  const { code, detail } = isObject(body) ? body : {};
  if (response.ok) {
    throw new AntiphonError('protocol.invalid_message', `${url} answered, but not as an Antiphon server does.`);
  }
  const refusal = `The server refused the call (HTTP ${response.status}).`;
  throw new AntiphonError(String(code ?? `http.${response.status}`), String(detail ?? refusal));
}
