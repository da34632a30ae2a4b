/** The fields of a form, as an outline has them. */

/** @import { Control } from '../../observe.js' */
/** @import { ClientFormField, ClientOption, ClientUse } from '../../generated/messages.js' */

import { plain, stateOf } from '../observe/elements.js';
import { referred } from '../observe/prose.js';
import { optionsOf, rangeOf } from '../observe/values.js';

/** Kinds of controls that hold something. */
export const FILLED = ['text', 'date', 'colour', 'number', 'choose', 'switch', 'pick'];
const MOST_OPTIONS = 100;
/** What fields are told by `type`; all others of text are that. */
const TYPES = ['email', 'tel', 'url', 'search', 'time'];
/** `Weight (kg)`, and not `Weight (optional)`. */
const UNIT = /\(([^\d\s()]{1,6})\)$/u;
const SPOKEN_UNIT = /^[-−+]?[\d.,]+\s?(\D{1,12})$/u;

/** Whether it is on, or chosen. @param {Control} control */
export const isOn = ({ element, kind }) =>
  ['on', 'chosen'].includes(stateOf(element, kind)) || element.matches('[aria-current]:not([aria-current="false"])');

/** A browser of some age knows no such selector. @param {Element} field */
const isRefused = (field) =>
  field.matches('[aria-invalid]:not([aria-invalid="false"])') ||
  (CSS.supports('selector(:user-invalid)') && field.matches(':user-invalid'));

/** What is wrong with it, where the page or the browser says so. @param {Element} field */
function faultOf(field) {
  if (!isRefused(field)) return;
  const said = referred(field, 'aria-errormessage', 200) || referred(field, 'aria-describedby', 200);
  return said || plain(/** @type {HTMLInputElement} */ (field).validationMessage, 200) || 'invalid';
}

/** @param {Control} control @returns {ClientFormField['kind']} */
function kindOf({ element, kind }) {
  if (kind === 'choose') return 'choice';
  if (kind !== 'text') return /** @type {ClientFormField['kind']} */ (kind);
  const { type } = /** @type {HTMLInputElement} */ (element);
  if (TYPES.includes(type)) return /** @type {ClientFormField['kind']} */ (type);
  if (element.role === 'searchbox') return 'search';
  const isLong = element instanceof HTMLTextAreaElement || element.ariaMultiLine === 'true';
  return isLong || (!(element instanceof HTMLInputElement) && element.role !== 'textbox') ? 'long' : 'text';
}

/** Nothing where it is blank. @param {Control} control @returns {ClientFormField['value']} */
export function valueOf(control) {
  const { element, kind } = control;
  if (kind === 'switch') return isOn(control);
  if (kind !== 'number') return plain(stateOf(element, kind), 200) || undefined;
  const { value = '' } = /** @type {HTMLInputElement} */ (element);
  const text = element.getAttribute('aria-valuenow') ?? value;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** @param {Control} control @returns {Partial<ClientFormField>} */
function boundsOf({ element, name = '' }) {
  const field = /** @type {HTMLInputElement} */ (element);
  const { low: min, high: max } = rangeOf(field);
  const step = Number(element.getAttribute('step')) || undefined;
  const unit = SPOKEN_UNIT.exec(element.getAttribute('aria-valuetext') ?? '')?.[1] ?? UNIT.exec(name)?.[1];
  return { min, max, step, unit };
}

/** @param {Control} control @param {ClientUse | undefined} use @param {string} group @returns {ClientFormField} */
export function fieldOf(control, use, group) {
  const { element, kind, name = '' } = control;
  const all = element instanceof HTMLSelectElement ? optionsOf(element) : [];
  // Some of them are worse than none: what is not told cannot be chosen.
  const isTold = all.length > 0 && all.length <= MOST_OPTIONS;
  const options = isTold ? all.map(({ label }) => ({ name: plain(label) })) : undefined;
  return {
    name,
    kind: kindOf(control),
    value: valueOf(control),
    use,
    required: isRequired(element) || undefined,
    invalid: faultOf(element),
    ...(kind === 'number' && boundsOf(control)),
    options,
    group: group || undefined,
    locked: control.locked || undefined,
  };
}

/** @param {Element} element */
const isRequired = (element) =>
  Boolean(/** @type {HTMLInputElement} */ (element).required) || element.ariaRequired === 'true';

/** Of radio buttons one is chosen: they are one field. @param {Control[]} radios @param {ClientOption[]} options @param {string} name @param {string} group @returns {ClientFormField} */
export function choiceOf(radios, options, name, group) {
  return {
    name,
    kind: 'choice',
    value: options.find(({ on }) => on)?.name,
    required: radios.some(({ element }) => isRequired(element)) || undefined,
    invalid: radios.map(({ element }) => faultOf(element)).find(Boolean),
    options,
    group: group || undefined,
    locked: radios.every(({ locked }) => locked) || undefined,
  };
}
