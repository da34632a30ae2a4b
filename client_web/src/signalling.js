/** @import { Ask, CallParts, Negotiate, Options } from '../types.js' */

import { below } from './address.js';
import { AntiphonError, textOf } from './errors.js';
import { valueOf } from './page.js';
import { jsonOf } from './texts.js';

/** Characters that a token may have. */
const TOKEN_LIMIT = 8 * 1024;

/** What of a call outlives a lost connection and a reload: by it the server is asked for the session again. */
export class Claim {
  /** @param {CallParts} parts */
  static of({ options, server, platform }) {
    const { assistantId, session, resume } = options;
    const key = ['antiphon', server, assistantId, Object(session).id].join(' ');
    return new Claim(platform, key, resume === false ? undefined : platform.storage);
  }

  sessionId = '';
  sessionToken = '';
  resumeToken = '';
  /** How long the server keeps the session without a connection, in seconds. */ windowS = 0;
  /** The last message of the server that was read. */ lastSeq = 0;
  /** The invocations that run. @type {string[]} */ open = [];
  /** When the call was last known to be there. */ at = 0;
  /** Whether the page that had the call is gone. */ left = false;
  #storage;
  #key;
  #openedAt;

  /** @param {Pick<CallParts['platform'], 'page' | 'openedAt'>} platform @param {string} key @param {Storage} [storage] */
  constructor({ page, openedAt = 0 }, key, storage) {
    this.#storage = storage;
    this.#key = key;
    this.#openedAt = openedAt;
    this.page = page;
  }

  /** Takes over what was kept; returns whether there is a session to go on with. */
  load() {
    try {
      const found = JSON.parse(this.#storage?.getItem(this.#key) ?? '{}');
      // What was kept before this window was opened is the call of the window that opened it.
      if (found.at < this.#openedAt) this.forget();
      // A call whose page is still there is that of another panel, or of the tab that this one is a copy of.
      else if (found.left && found.page !== this.page) Object.assign(this, found, { page: this.page });
    } catch {
      return false;
    }
    return this.windowS > 0;
  }

  /** For how many milliseconds the call of before a reload is still there. */
  get leftMs() {
    const left = this.load() ? Math.max(0, this.at + this.windowS * 1000 - Date.now()) : 0;
    if (this.windowS && !left) this.#storage?.removeItem(this.#noted);
    return left;
  }

  get #noted() {
    return `${this.#key} note`;
  }

  /** What the page keeps with the call, for this session alone. */
  get note() {
    try {
      const [id, note] = JSON.parse(this.#storage?.getItem(this.#noted) ?? '[]');
      return id && id === this.sessionId ? String(note) : '';
    } catch {
      return '';
    }
  }

  set note(note) {
    if (!this.windowS) return;
    try {
      this.#storage?.setItem(this.#noted, jsonOf([this.sessionId, note]));
    } catch {
      // The browser has no room for it.
      this.#storage?.removeItem(this.#noted);
    }
  }

  /** @param {Partial<Claim>} news */
  save(news) {
    Object.assign(this, { left: false }, news, { at: Date.now() });
    if (!this.windowS) return;
    try {
      this.#storage?.setItem(this.#key, jsonOf(this));
    } catch {
      // The browser has no room for it: then the call does not outlive a reload.
    }
  }

  /** @param {string} invocationId */
  settled(invocationId) {
    this.save({ open: this.open.filter((id) => id !== invocationId) });
  }

  forget() {
    Object.assign(this, { windowS: 0, lastSeq: 0, open: [] });
    this.#storage?.removeItem(this.#key);
    this.#storage?.removeItem(this.#noted);
  }
}

/** Opens a session, or joins the application's. @type {(parts: CallParts, claim: Claim) => Negotiate} */
export const opening = (parts, claim) => async (offer, signal) => {
  const { options, platform } = parts;
  const session = await valueOf(options.session);
  if (options.session && !(session?.id && session.key)) {
    throw new AntiphonError('client.session', 'The page gives no session { id, key }.');
  }
  const bearer = session?.key ?? (await tokenOf(options));
  const wish = session ? offer : { ...wishOf(options, platform), offer };
  signal.throwIfAborted();
  const opened = await ask(parts, session ? `/${session.id}/offer` : '', bearer, wish, signal);
  claim.save({ sessionId: session?.id ?? opened.session_id, sessionToken: opened.session_token });
  return session ? opened : opened.answer;
};

/** @param {Options} options */
async function tokenOf({ token }) {
  const text = String((await valueOf(token)) ?? '').trim();
  if (!text || (text.length <= TOKEN_LIMIT && /^[\w-]+(\.[\w-]+){2}$/.test(text))) return text;
  throw new AntiphonError('client.token', `The page gives no JWT of at most ${TOKEN_LIMIT} characters.`);
}

/** @param {Options} options @param {CallParts['platform']} platform */
function wishOf({ assistantId, userId, locale, metadata, visitorId }, { languages, localStorage: storage }) {
  // Some browsers have more in it than a language tag may hold.
  locale ??= languages?.find((tag) => /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i.test(tag));
  const wish = { assistant_id: assistantId, user_id: userId, locale, metadata };
  if (userId || visitorId === false || metadata?.visitor_id || !storage) return wish;
  const key = 'antiphon visitor';
  try {
    const id = storage.getItem(key) || crypto.getRandomValues(new BigUint64Array(2)).join('-');
    storage.setItem(key, id);
    return { ...wish, metadata: { ...metadata, visitor_id: id } };
  } catch {
    // A name that cannot be kept would be another one at each call.
    return wish;
  }
}

/** Whether a failure says that there is no session to come back to. @param {unknown} thrown */
export function isGone(thrown) {
  return thrown instanceof AntiphonError && /^(auth\.|session\.|protocol\.not_found$|http\.40[134]$)/.test(thrown.code);
}

/** Asks the server for something below its sessions; without JSON to send it is to be deleted. @type {Ask} */
export async function ask({ platform, server: url, say }, path, bearer, json, signal) {
  const { fetch, origin } = platform;
  let response;
  try {
    response = await fetch(below(url, `/v1/sessions${path}`), {
      method: json ? 'POST' : 'DELETE',
      headers: { 'Content-Type': 'application/json', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
      body: json && jsonOf(json),
      signal,
      keepalive: !signal,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const why = async () => (await fetch(below(url, '/v1/origin'))).json();
    const told = textOf(new URL(url).origin !== origin && Object(await why().catch(Object)).detail);
    if (told) console.error(`Antiphon: ${told}`);
    const words = told || say('network.unreachable', { url });
    throw new AntiphonError(told ? 'auth.origin' : 'network.unreachable', words, { cause });
  }
  const { status, ok } = response;
  const body = await response.json().catch(() => undefined);
  if (!ok) {
    const { code, detail } = Object(body);
    const words = textOf(detail, say('http', { status }));
    throw new AntiphonError(textOf(code, `http.${status}`), words);
  }
  if (Object(body) === body) return body;
  throw new AntiphonError('protocol.invalid_message', `What answers at ${url} is no Antiphon server.`);
}
