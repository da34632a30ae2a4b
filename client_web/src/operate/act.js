/** Doing with a control what a hand would do, so that every framework notices. */

/** @import { Control } from '../../observe.js' */

import { AntiphonError } from '../errors.js';
import { held, reach } from '../hands.js';
import { defaultButton, plain, stateOf } from '../observe/elements.js';
import { optionsOf, rangeOf } from '../observe/values.js';
import { objectionTo } from './fields.js';

const MOST_STEPS = 1000;

/** @type {Record<string, number>} Widgets of some age look at nothing else. */
const KEY_CODES = { Enter: 13, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

/** @param {string} message */
export const refuse = (message) => new AntiphonError('action.invalid_parameters', message);

/** @param {Control} control @param {Record<string, any>} given */
export function act({ element, kind, name = '' }, given) {
  const field = /** @type {HTMLInputElement} */ (element);
  switch (kind) {
    case 'text':
      return write(field, given.text, name);
    case 'date':
      return write(field, given.date, name);
    case 'colour':
      return write(field, hexOf(given.colour), name);
    case 'number':
      return setNumber(field, given.value, name);
    case 'choose':
      return choose(/** @type {any} */ (element), given.option);
    case 'enter':
      return pressEnter(field);
    case 'switch':
      if (stateOf(element, kind) !== given.to) click(field);
      return;
    default:
      return click(field);
  }
}

/** @param {HTMLElement} element */
function click(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, composed: true, clientX: left + width / 2, clientY: top + height / 2 };
  const pointer = { ...at, pointerType: 'mouse', isPrimary: true };
  element.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }));
  element.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 }));
  // To a list that it opens it is the place where one writes.
  if (!held() || element.role === 'combobox') reach(element);
  element.dispatchEvent(new PointerEvent('pointerup', pointer));
  element.dispatchEvent(new MouseEvent('mouseup', at));
  element.click();
}

/** By the setter of the browser: frameworks put one of their own in its place. @param {HTMLInputElement} field @param {string} value */
function put(field, value) {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  if (setter) setter.call(field, value);
  else field.textContent = value;
  const event = { bubbles: true, composed: true };
  field.dispatchEvent(new InputEvent('input', { ...event, inputType: 'insertReplacementText', data: value }));
  field.dispatchEvent(new Event('change', event));
}

/** What the field does not take is not left in it. @param {HTMLInputElement} field @param {string} text @param {string} name */
function write(field, text, name) {
  if (field.maxLength >= 0 && text.length > field.maxLength)
    throw refuse(`${name} takes at most ${field.maxLength} characters, not ${text.length}.`);
  // The browser would hold it against a hand, and not against a script.
  if (text && text.length < field.minLength)
    throw refuse(`${name} needs at least ${field.minLength} characters, not ${text.length}.`);
  const before = field.value;
  reach(field);
  put(field, text);
  if (!text || before === undefined) return;
  const fault = field.value === '' ? `${name} does not take “${plain(text)}”.` : objectionTo(field);
  if (!fault) return;
  put(field, before);
  throw refuse(fault);
}

/** @param {string} name */
function hexOf(name) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  context.fillStyle = name;
  return context.fillStyle;
}

/** @param {HTMLInputElement} field @param {number} value @param {string} name */
function setNumber(field, value, name) {
  const { low, step } = inRange(field, value, name);
  const from = Number.isFinite(low) ? low : 0;
  const fitting = step ? from + Math.round((value - from) / step) * step : value;
  write(field, String(Number(fitting.toFixed(10))), name);
}

/** @param {HTMLInputElement} field @param {number} value @param {string} name */
function inRange(field, value, name) {
  const { low = -Infinity, high = Infinity, step } = rangeOf(field);
  if (value < low) throw refuse(`${name} can be ${low} at the least.`);
  if (value > high) throw refuse(`${name} can be ${high} at the most.`);
  return { low, step };
}

/** A slider of the page's own is moved by its keys. @param {HTMLElement} slider @param {number} value @param {string} name */
export async function stepTo(slider, value, name) {
  inRange(/** @type {any} */ (slider), value, name);
  const read = () => Number(slider.getAttribute('aria-valuenow'));
  reach(slider);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const now = read();
    if (now === value) return;
    for (const key of now < value ? ['ArrowRight', 'ArrowUp'] : ['ArrowLeft', 'ArrowDown']) {
      if (read() !== now) break;
      type(slider, key);
      if (read() === now) await new Promise((later) => setTimeout(later));
    }
    if (read() === now) throw new AntiphonError('action.failed', `${name} stays at ${now}.`);
    if ((read() - value) * (now - value) > 0) continue;
    // Between two steps: the nearer one.
    if (Math.abs(now - value) < Math.abs(read() - value)) type(slider, now < value ? 'ArrowLeft' : 'ArrowRight');
    return;
  }
}

/** @param {HTMLElement} element @param {string} key */
function type(element, key) {
  const keyCode = KEY_CODES[key];
  const event = { key, code: key, keyCode, which: keyCode, bubbles: true, cancelable: true, composed: true };
  const goes = element.dispatchEvent(new KeyboardEvent('keydown', event));
  if (goes && key === 'Enter') element.dispatchEvent(new KeyboardEvent('keypress', { ...event, charCode: keyCode }));
  element.dispatchEvent(new KeyboardEvent('keyup', event));
  return goes;
}

/** With what the browser does by itself: the form is sent. @param {HTMLInputElement} field */
function pressEnter(field) {
  reach(field);
  if (type(field, 'Enter') && field instanceof HTMLInputElement && field.form) {
    const button = defaultButton(field);
    if (button?.matches(':disabled'))
      throw new AntiphonError(
        'action.failed',
        `“${plain(button.textContent) || button.value}” cannot be used at the moment.`,
      );
    if (button) button.click();
    else field.form.requestSubmit();
  }
}

/** @param {HTMLSelectElement} select @param {string} wanted */
function choose(select, wanted) {
  const options = optionsOf(select);
  const said = wanted.toLowerCase();
  const option =
    options.find(({ label }) => plain(label) === wanted) ??
    options.find(({ label }) => plain(label).toLowerCase() === said);
  if (!option) {
    const some = options.slice(0, 10).map(({ label }) => plain(label));
    throw refuse(`There is no “${plain(wanted)}”. You can choose ${some.join(', ')}.`);
  }
  reach(select);
  if (select.multiple) option.selected = true;
  else select.selectedIndex = option.index;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
