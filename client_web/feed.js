/** The turn feed: what a page that embeds this one, or an editor's webview, hears of the conversation, and may ask of it. */

/** @import { Antiphon } from './antiphon.js' */
/** @import { FeedOptions } from './types.js' */

import { AntiphonError } from './src/errors.js';

/**
 * What may be asked, with the document's prefix or without (VoicePilot, 4 and PLT-002).
 * @type {Record<string, (antiphon: Antiphon) => void>}
 */
const COMMANDS = {
  stopSession: (antiphon) => antiphon.hangUp(),
  interruptAssistant: (antiphon) => antiphon.interrupt(),
};

/**
 * Posts `{type: 'voicepilot.turn.event', payload}` for each turn event (the option `turnEvents` asks for them), and obeys
 * `{type: 'stopSession'}` and `{type: 'interruptAssistant'}`. Returns what ends it.
 *
 * Throws an `AntiphonError` (`client.feed`) where it is not said exactly who may listen, or where this page is embedded
 * nowhere.
 *
 * @param {Antiphon} antiphon
 * @param {FeedOptions} options
 */
export function feed(antiphon, { origin, target = window.parent, post }) {
  const origins = [origin].flat();
  if (!origins.length || !origins.every(isOrigin)) {
    throw new AntiphonError('client.feed', `The feed needs exact origins, such as https://app.example, not "${origin}".`);
  }
  if (!post && target === window) throw new AntiphonError('client.feed', 'This page is embedded nowhere.');

  const ended = new AbortController();
  const tell = post ?? ((message) => origins.forEach((one) => target.postMessage(message, one)));
  const off = antiphon.on('turn', (payload) => tell({ type: 'voicepilot.turn.event', payload }));
  ended.signal.addEventListener('abort', off);
  const obey = (/** @type {MessageEvent} */ { data, origin: from, source }) => {
    if (!origins.includes(from) || (!post && source !== target)) return;
    const name = String(Object(data).type).replace(/^voicepilot\./, '');
    if (Object.hasOwn(COMMANDS, name)) COMMANDS[name](antiphon);
  };
  window.addEventListener('message', obey, { signal: ended.signal });
  return () => ended.abort();
}

/** `null`, the origin of sandboxed frames, is everybody's. @param {unknown} text */
function isOrigin(text) {
  try {
    const { protocol, host, pathname, search, hash } = new URL(String(text));
    return text === `${protocol}//${host}` && host !== '' && /^\/?$/.test(pathname) && !search && !hash;
  } catch {
    return false;
  }
}
