/** Made from the files of `client_web/languages` by `python scripts/docs.py`. */

/** What loads each, by code. @type {Record<string, () => Promise<import('../types.js').Language>>} */
export const LANGUAGES = {
  de: () => import('../languages/de.js'),
  es: () => import('../languages/es.js'),
  fr: () => import('../languages/fr.js'),
  it: () => import('../languages/it.js'),
  nl: () => import('../languages/nl.js'),
  pt: () => import('../languages/pt.js'),
  zh: () => import('../languages/zh.js'),
};
