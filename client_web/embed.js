/**
 * The panel on any site, by one script tag: docs/how-to/embed-from-another-origin.md.
 * @module
 */

/** @import { AntiphonPanel } from './panel/antiphon-panel.js' */
/** @import { Embed, EmbedOptions } from './embed.js' */

import { Corner } from './embed/corner.js';
import { EMBED } from './embed/words.js';
import { below, serverOf } from './src/address.js';
import { languageOf, load, textsOf } from './src/language.js';

const HERE = serverOf(import.meta.url, 'embed.js');

/** @type {Embed | undefined} */ let present;

/** What the attributes of the script tag ask for. @param {DOMStringMap} data @returns {EmbedOptions} */
export function optionsOf({ label, side, open, observe, ...panel }) {
  const { server, assistant, tokenUrl, lang, prompts, theme, keys, mode, talk, announce, words } = panel;
  return {
    server,
    assistant,
    tokenUrl,
    lang,
    prompts,
    theme,
    keys,
    mode,
    talk,
    announce,
    words,
    label,
    side: side === 'left' ? 'left' : 'right',
    open: open !== undefined,
    observe: observe !== 'off',
  };
}

/** @param {EmbedOptions} [options] */
export function embed(options = {}) {
  present ??= make(options);
  if (options.open) present.open();
  return present;
}

/** @param {EmbedOptions} options @returns {Embed} */
function make(options) {
  const { server = HERE, side = 'right', theme = '' } = options;
  const code = codeOf(options);
  const words = () => {
    const { label, close, failed } = { ...EMBED, ...textsOf(code).embed };
    return { label: options.label ?? label, close: options.close ?? close, failed };
  };
  /** @type {AntiphonPanel | undefined} */ let panel;
  const refused = refusal(server);
  const corner = new Corner({ words, side, theme, opened: () => void fill() });
  if (!textsOf(code).embed) void load(code).then(() => corner.tell());
  const fill = async () => {
    const why = await refused;
    if (why) return corner.say(why);
    try {
      panel = await panelOf(options, server);
      watch(panel, corner);
      corner.fill(panel);
      await look(panel, options);
    } catch (error) {
      console.error('Antiphon:', error);
      corner.say(words().failed);
    }
  };
  void refused.then((why) => {
    if (!why) return;
    console.error(`Antiphon: ${why}`);
    // A visitor cannot do anything about it; who tries it out by hand has opened it.
    corner.host.hidden = !corner.isOpen;
  });
  return {
    element: corner.host,
    get panel() {
      return panel;
    },
    open: () => corner.open(),
    close: () => corner.close(),
    remove() {
      corner.remove();
      present = undefined;
    },
  };
}

/** The language of the button: as the panel's. @param {EmbedOptions} options */
const codeOf = ({ lang }) => languageOf(lang ? [lang] : undefined);

/** Why the server refuses this page; nothing where it does not, or does not answer. @param {string} server */
export async function refusal(server) {
  if (!/^https?:/.test(server) || !URL.canParse(server))
    return `“${server}” is no address of a server. Write one such as https://voice.example into data-server.`;
  try {
    const { detail = '' } = await (await fetch(below(server, '/v1/origin'))).json();
    return String(detail);
  } catch {
    return ''; // The panel says what is wrong then.
  }
}

/** @param {EmbedOptions} options @param {string} server */
async function panelOf({ tokenUrl, keys = 'panel', ...options }, server) {
  await import('./panel/antiphon-panel.js');
  const panel = document.createElement('antiphon-panel');
  const { assistant, lang, prompts, theme, mode, talk, announce, words } = options;
  const attributes = { server, assistant, lang, prompts, theme, keys, mode, talk, announce, words };
  for (const [name, value] of Object.entries(attributes)) if (value) panel.setAttribute(name, value);
  // Where it would hide most of the page it takes as little as it can.
  const small = window.matchMedia('(max-height: 34rem), (max-width: 40rem)');
  const fit = () => panel.toggleAttribute('compact', small.matches);
  small.addEventListener('change', fit);
  fit();
  panel.options = { narration: () => `The page “${document.title}”.` };
  if (tokenUrl) panel.options.session = () => sessionOf(tokenUrl);
  return panel;
}

/** What the page's own backend has opened. @param {string} tokenUrl */
async function sessionOf(tokenUrl) {
  const answer = await fetch(tokenUrl, { method: 'POST' });
  if (!answer.ok) throw new Error(`The assistant cannot be called: ${tokenUrl} answers ${answer.status}.`);
  return answer.json();
}

/** @param {AntiphonPanel} panel @param {Corner} corner */
function watch(panel, corner) {
  const show = () => {
    const state = panel.dataset.vipState ?? 'not_connected';
    // While something lies over the page, what the panel shows is there.
    const words = /** @type {Record<string, string>} */ (panel.words);
    corner.show(state, panel.shadowRoot?.querySelector('[data-state-name]')?.textContent ?? words[state]);
  };
  new MutationObserver(show).observe(panel, { attributeFilter: ['data-vip-state'] });
}

/** So long what is typed waits for a first look at the page. */
const FIRST_LOOK_MS = 2000;

/** The page's own controls become what can be done by voice. @param {AntiphonPanel} panel @param {EmbedOptions} options */
async function look(panel, { observe = true }) {
  const voice = /** @type {{observe?: () => {ready: Promise<void>}}} */ (/** @type {object} */ (panel.antiphon));
  const looked = observe ? voice.observe?.().ready : undefined;
  // What can be done is told before what is to be done.
  panel.looked = Promise.race([looked?.catch(() => {}), new Promise((done) => setTimeout(done, FIRST_LOOK_MS))]);
  await looked;
}

// Who calls `embed` finds the browser's language here.
await load(languageOf());
// A module does not know its own tag; its address does.
const tags = globalThis.document?.querySelectorAll('script[type="module"][src]') ?? [];
for (const tag of /** @type {Iterable<HTMLScriptElement>} */ (tags)) {
  if (tag.src !== import.meta.url) continue;
  const options = optionsOf(tag.dataset);
  await load(codeOf(options));
  embed(options);
}
