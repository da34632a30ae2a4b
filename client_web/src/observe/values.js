/** Which values a control takes. */

import { plain } from './elements.js';

export const COLOURS =
  'black white grey silver red maroon yellow olive lime green cyan teal blue navy magenta purple orange pink brown'.split(
    ' ',
  );

/** Those that can be chosen. @param {HTMLSelectElement} select */
export function optionsOf(select) {
  return [...select.options].filter((one) => !one.matches(':disabled') && !one.hidden && plain(one.label));
}

/** @param {HTMLInputElement} field */
export function rangeOf(field) {
  const isRange = field.type === 'range';
  const read = (/** @type {'min' | 'max'} */ name, /** @type {number | undefined} */ otherwise) => {
    const text = field[name] || field.getAttribute(`aria-value${name}`);
    return text && Number.isFinite(Number(text)) ? Number(text) : otherwise;
  };
  const step = field.step === 'any' ? 0 : Number(field.step) || (field.step === undefined ? 0 : 1);
  return { low: read('min', isRange ? 0 : undefined), high: read('max', isRange ? 100 : undefined), step };
}
