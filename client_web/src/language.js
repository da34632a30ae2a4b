/**
 * Which language people are spoken to in, and its texts: one file a language, which is loaded when somebody wants it. English has
 * none: it is what everything falls back to.
 * @module
 */

/** @import { Language } from '../types.js' */

import { LANGUAGES } from '../generated/languages.js';

/** A file that has not come by then is not waited for. */
const PATIENCE_MS = 3000;

/** By code. @type {Map<string, Language>} */
const LOADED = new Map();

/** Language and script: `zh-TW` is written in other characters than `zh`. @param {string} tag */
function kindOf(tag) {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language} ${script}`;
  } catch {
    return ''; // It is no language tag.
  }
}

const CODES = new Map(['en', ...Object.keys(LANGUAGES)].map((code) => [kindOf(code), code]));

/** The code of the first one that there is; English where there is none. @param {readonly string[]} [tags] by preference: the browser's unless told */
export function languageOf(tags = globalThis.navigator?.languages ?? []) {
  for (const tag of tags) {
    const code = CODES.get(kindOf(tag));
    if (code) return code;
  }
  return 'en';
}

/** Its texts, once they are loaded; none of English. @param {string} code @returns {Partial<Language>} */
export const textsOf = (code) => LOADED.get(code) ?? {};

/** Loads them, once; a language whose file does not come stays English. @param {string} code @returns {Promise<Partial<Language>>} */
export async function load(code) {
  if (LOADED.has(code) || !Object.hasOwn(LANGUAGES, code)) return textsOf(code);
  let timer;
  const file = LANGUAGES[code]().then((texts) => void LOADED.set(code, texts));
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, PATIENCE_MS, new Error(`no answer within ${PATIENCE_MS / 1000} s`));
  });
  try {
    await Promise.race([file, late]);
  } catch (error) {
    console.info(`Antiphon: the language ${code} could not be loaded, so that this page speaks English.`, error);
  } finally {
    clearTimeout(timer);
  }
  return textsOf(code);
}

/** Fills in what the module says in the first language of the tags. @param {object} own @param {readonly string[]} [tags] */
export async function learn(own, tags) {
  const { module } = await load(languageOf(tags));
  Object.assign(own, module);
}
