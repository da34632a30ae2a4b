/** What a session is opened with, or joined. */

/** @import { Options } from '../types.js' */

import { AntiphonError } from './errors.js';
import { valueOf } from './protocol.js';

const TOKEN_LIMIT = 8 * 1024;

/** @param {Options} options */
export async function tokenOf({ token }) {
  const text = String((await valueOf(token)) ?? '').trim();
  if (!text || (text.length <= TOKEN_LIMIT && /^[\w-]+(\.[\w-]+){2}$/.test(text))) return text;
  const words = `no JWT: not three parts of base64url, or more than ${TOKEN_LIMIT} characters`;
  throw new AntiphonError('client.token', `The token that the page gives is ${words}.`);
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
