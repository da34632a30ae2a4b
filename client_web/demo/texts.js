/**
 * The texts of the page beside what is talked about, in the language of the browser: what the assistant says and hears, which is
 * English, stays so.
 * @module
 */

import { WORDS as PANEL } from '../panel/words.js';
import { languageOf, load } from '../src/language.js';
import { element } from './page.js';
import { WORDS } from './words.js';

const own = await load(languageOf());
const words = { ...WORDS, ...own.demo };
const { start, language } = { ...PANEL, ...own.panel };

/** As a text: for a label, or to be read out. @param {keyof typeof WORDS} name @param {Record<string, string>} [values] */
export const textOf = (name, values = {}) =>
  words[name].replace(/\{(\w+)\}/g, (_, key) => (key === 'start' ? start : (values[key] ?? ''))).replace(/\[([^\]]+)\]/g, '“$1”');

/** As what stands on the page: `{…}` is another element, `[…]` what one says in English, and there may be two lines. @param {string} text */
function nodesOf(text) {
  return text.split(/(\{\w+\}|\[[^\]]+\]|\n)/).map((part) => {
    if (part === '{start}') return element('strong', {}, start);
    if (part === '{docs}') return element('code', {}, 'docs/how-to');
    if (part === '\n') return element('br');
    return part.startsWith('[') ? element('q', { lang: 'en' }, part.slice(1, -1)) : part;
  });
}

/** `data-text` names the text of an element, `data-text-title` that of its attribute `title`. @param {Document} page */
function translate(page) {
  page.documentElement.lang = language;
  page.title = words.title;
  for (const one of page.querySelectorAll('[data-english]')) one.toggleAttribute('hidden', false);
  for (const one of page.querySelectorAll('*')) {
    for (const { name, value } of one.attributes) {
      const text = /** @type {Record<string, string>} */ (words)[value];
      if (name === 'data-text') one.replaceChildren(...nodesOf(text));
      else if (name.startsWith('data-text-')) one.setAttribute(name.slice('data-text-'.length), text);
    }
  }
}

// The page is English as it stands.
if (own.demo) translate(document);
