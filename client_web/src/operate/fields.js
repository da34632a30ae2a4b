/** What is wrong with the fields of a form, as one would say it. */

/** @import { Kind } from '../../observe.js' */

import { isIgnored, isSecret, kindOf, plain, placeOf, referredBy, textOf, within } from '../observe/elements.js';
import { contextsOf, nameOf } from '../observe/names.js';
import { referred, sentence } from '../observe/prose.js';

/** So many faults are told at a time. */
const MOST = 3;
/** So many errors of a page are looked at. */
const MOST_ERRORS = 100;
/** What stands there as an error. */
export const ERRORS = '[class*="error" i],[class*="invalid" i],[id*="error" i],[role="alert"],[aria-live="assertive"]';

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** @param {Element} field */
function calledOf(field) {
  if (field.matches('[type="radio"],[role="radio"]')) {
    const group = within(field, 'fieldset,[role="radiogroup"]');
    const legend = group && plain(textOf(group.querySelector('legend') ?? undefined) || nameOf(group, 'heading'));
    return legend || [...contextsOf(field)][0] || nameOf(field, 'pick');
  }
  // The name of what is secret is none: it is made of what is in it.
  const [label] = isSecret(field) ? (/** @type {HTMLInputElement} */ (field).labels ?? []) : [];
  return (
    plain(field.getAttribute('aria-label') || textOf(label)) ||
    nameOf(field, kindOf(field) ?? 'text') ||
    plain(field.getAttribute('name'))
  );
}

/** @param {Field} field @param {string} name */
function nothingIn(field, name) {
  if (field.matches('[type="radio"],select')) return `Nothing is chosen for ${name}.`;
  if (field.matches('[type="checkbox"]')) return `${name} is not ticked.`;
  return field.matches('[type="file"]') ? `${name} is missing: choose a file by hand.` : `${name} is missing.`;
}

/** Why the browser does not take what is in a field. @param {Field} field */
function faultOf(field) {
  if (isIgnored(field)) return 'A field that is not for the voice wants something.';
  const name = calledOf(field) || 'A field';
  const { validity, validationMessage, type } = field;
  const { min, max, step, minLength, maxLength, title } = /** @type {HTMLInputElement} */ (field);
  const isDay = ['date', 'month', 'week', 'time', 'datetime-local'].includes(type);
  if (validity.customError) return sentence(plain(validationMessage, 200));
  if (validity.valueMissing) return nothingIn(field, name);
  if (validity.typeMismatch) return `${name} is no ${type === 'url' ? 'web address' : 'e-mail address'}.`;
  if (validity.rangeUnderflow) return `${name} can be ${min} at the ${isDay ? 'earliest' : 'least'}.`;
  if (validity.rangeOverflow) return `${name} can be ${max} at the ${isDay ? 'latest' : 'most'}.`;
  if (validity.stepMismatch) return `${name} goes in steps of ${step || 1}.`;
  if (validity.tooShort) return `${name} needs at least ${minLength} characters.`;
  if (validity.tooLong) return `${name} takes at most ${maxLength} characters.`;
  if (validity.patternMismatch && title) return sentence(`${name}: ${plain(title, 200)}`);
  return `${name} is not as the page wants it.`;
}

/** Why it cannot be so, of what has just been set. What the page itself has against it may follow from another field. @param {Field} field */
export function objectionTo(field) {
  const { valid, valueMissing, customError } = field.validity ?? {};
  return valid === false && !valueMissing && !customError ? faultOf(field) : '';
}

/** Each once, the first ones. @param {string[]} sentences */
const few = (sentences) => [...new Set(sentences.filter(Boolean))].slice(0, MOST).join(' ');

/** Why the browser takes none of these fields. @param {Iterable<Element>} fields */
export const faultsOf = (fields) =>
  few([...fields].map((field) => ('validity' in field ? faultOf(/** @type {Field} */ (field)) : '')));

/** The fields that the page itself says are wrong. @param {ParentNode} around */
export const marked = (around) =>
  [...around.querySelectorAll('[aria-invalid]:not([aria-invalid="false"])')].filter(placeOf);

/** What the page says of a field, where it has tied words to it. @param {Element} field */
export function wordsOn(field) {
  const described = referredBy(field, 'aria-describedby').filter((one) => one.matches(ERRORS));
  return referred(field, 'aria-errormessage') || plain(described.map((one) => textOf(one)).join(' '), 200);
}

/** What is wrong with a field that the page has marked. @param {Element} field */
function complaintOf(field) {
  const name = calledOf(field);
  const text = wordsOn(field);
  if (!text) {
    const { validity, value } = /** @type {Field} */ (field);
    return validity?.valid === false
      ? faultOf(/** @type {Field} */ (field))
      : value === ''
        ? `${name} is missing.`
        : `${name} is not as the page wants it.`;
  }
  return sentence(!name || text.toLowerCase().includes(name.toLowerCase()) ? text : `${name}: ${text}`);
}

/** @param {Element[]} fields */
export const complaintsOf = (fields) => few(fields.map(complaintOf));

/** What stands on the page as an error, marked or not: by its text. @param {ParentNode} around */
export function errorsIn(around) {
  const shown = [...around.querySelectorAll(ERRORS)]
    .slice(0, MOST_ERRORS)
    .filter((one) => !one.matches('input,select,textarea,form,fieldset,body') && placeOf(one));
  return shown
    .filter((one) => !shown.some((other) => other !== one && one.contains(other)))
    .map((one) => plain(textOf(one), 200))
    .filter(Boolean);
}
