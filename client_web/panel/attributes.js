/** What a page asks of the panel before there is a call: by attributes, and by properties that were set too early. */

/** @import { Options } from '../types.js' */
/** @import { AntiphonPanel } from './antiphon-panel.js' */

import { serverOf } from '../src/address.js';

/** For the `Antiphon` that the panel makes. @param {AntiphonPanel} panel @returns {Options} */
export function optionsOf(panel) {
  const { options } = panel;
  return {
    ...options,
    // The server that the panel comes from, unless told.
    url: panel.getAttribute('server') ?? options.url ?? serverOf(import.meta.url, 'panel/attributes.js'),
    assistantId: panel.getAttribute('assistant') ?? options.assistantId,
    token: panel.getAttribute('token') ?? options.token,
    locale: panel.getAttribute('lang') ?? options.locale,
    language: panel.getAttribute('lang') ?? options.language,
    ...(panel.getAttribute('mode') === 'text' && { microphone: false, audio: false }),
  };
}

/** What a page has set before the panel's script was there. @param {any} element @param {string} name */
export function early(element, name) {
  if (!Object.hasOwn(element, name)) return undefined;
  const value = element[name];
  delete element[name];
  return value;
}
