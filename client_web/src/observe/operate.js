/** Doing with a control what a hand would do, so that every framework notices. */

/** @import { Control, Watch } from '../../observe.js' */

import { AntiphonError } from '../errors.js';
import { held, reach } from '../hands.js';
import { holdNavigation } from './leave.js';
import { defaultButton, plain, stateOf } from './elements.js';
import { objectionTo } from './fields.js';
import { Outcome } from './outcome.js';
import { sentence } from './prose.js';
import { optionsOf, rangeOf } from './values.js';

/** Once the result is on its way. */
const LEAVE_MS = 300;
const MOST_STEPS = 1000;
const MOST_TOLD = 400;
/** What says whether it is chosen. */
const STATED = '[type="radio"],[aria-checked],[aria-selected]';
/** What was done to a control, where nothing is to be seen of it. @type {Partial<Record<Control['kind'], string>>} */
const DEEDS = { pick: 'chose', choose: 'chose', switch: 'switched', number: 'set', date: 'set', colour: 'set', text: 'wrote into' };
/** @type {Record<string, number>} Widgets of some age look at nothing else. */
const KEY_CODES = { Enter: 13, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };

/** @param {string} message */
const refuse = (message) => new AntiphonError('action.invalid_parameters', message);

/**
 * Does it, and resolves to what has come of it, in words.
 * @param {Control} control @param {Record<string, any>} given @param {Watch} watch @param {AbortSignal} signal
 */
export async function operate(control, given, watch, signal) {
  watch.check(control);
  const { element, kind } = control;
  element.scrollIntoView({ block: 'nearest' });
  const isCustom = kind === 'number' && !(element instanceof HTMLInputElement);
  const outcome = new Outcome(control, watch);
  try {
    const leave = isCustom
      ? await stepTo(/** @type {HTMLElement} */ (element), given.value, control.name ?? '')
      : outcome.withoutWindows(() => holdNavigation(() => act(control, given)));
    if (leave) {
      setTimeout(leave, LEAVE_MS);
      return kind === 'open' ? `Opening ${control.name}.` : `${deedOf(control)} It is being sent.`;
    }
    await watch.settle(signal, outcome.isPending);
    return plain(cameOf(control, given, watch, outcome), MOST_TOLD);
  } finally {
    outcome.stop();
  }
}

/** @param {Control} control */
const deedOf = ({ kind, name }) => `I ${DEEDS[kind] ?? 'pressed'} ${name}.`;

/** In words; throws where it did not happen. @param {Control} control @param {Record<string, any>} given @param {Watch} watch @param {Outcome} outcome */
function cameOf(control, given, watch, outcome) {
  // A framework may have put another element in its place.
  const { element, kind, name = '' } = watch.again(control);
  const state = element.isConnected ? stateOf(element, kind) : '';
  const isSet = valueOf(given) !== undefined || kind === 'pick';
  if (kind === 'pick' && !state && outcome.was('') && element.isConnected && element.matches(STATED)) throw new AntiphonError('action.failed', `${name} was not chosen.`);
  if ((kind === 'switch' && state && state !== given.to) || (outcome.was(state) && isOther(kind, given, state))) throw new AntiphonError('action.failed', `${name} stays ${state}.`);
  if (kind === 'text' && given.text && element.isConnected && !state && 'value' in element) throw refuse(`${name} does not take “${plain(given.text)}”.`);
  if (!isSet) outcome.check();
  const value = isSet && state ? sentence(`${name} is ${inWords(element, state)}`) : undefined;
  const told = [value, ...outcome.told(value)].filter(Boolean);
  // A link that leads nowhere, or whose page kept the browser from following it, has opened nothing.
  return told.length ? told.join(' ') : kind === 'open' ? `I pressed ${name}.` : deedOf(control);
}

/** Whether a field that was set has another value. @param {Control['kind']} kind @param {Record<string, any>} given @param {string} state */
function isOther(kind, { option, value, date }, state) {
  if (!state) return false;
  if (kind === 'choose') return !state.toLowerCase().split(', ').includes(plain(option).toLowerCase());
  return kind === 'date' ? state !== date : kind === 'number' && !Number.isNaN(Number(state)) && Number(state) !== value;
}

/** A box is ticked, and a switch is on. @param {Element} element @param {string} state */
const inWords = (element, state) =>
  element.matches('[type="checkbox"]:not([role="switch"]),[role="checkbox"]') ? { on: 'ticked', off: 'not ticked' }[state] ?? state : state;

/** @param {Record<string, any>} given */
const valueOf = ({ text, value, date, colour, option, to }) => text ?? value ?? date ?? colour ?? option ?? to;

/** @param {Control} control @param {Record<string, any>} given */
function act({ element, kind, name = '' }, given) {
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
  if (text && text.length < field.minLength) throw refuse(`${name} needs at least ${field.minLength} characters, not ${text.length}.`);
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
async function stepTo(slider, value, name) {
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
    if (button?.matches(':disabled')) throw new AntiphonError('action.failed', `“${plain(button.textContent) || button.value}” cannot be used at the moment.`);
    if (button) button.click();
    else field.form.requestSubmit();
  }
}

/** @param {HTMLSelectElement} select @param {string} wanted */
function choose(select, wanted) {
  const options = optionsOf(select);
  const said = wanted.toLowerCase();
  const option =
    options.find(({ label }) => plain(label) === wanted) ?? options.find(({ label }) => plain(label).toLowerCase() === said);
  if (!option) {
    const some = options.slice(0, 10).map(({ label }) => plain(label));
    throw refuse(`There is no “${plain(wanted)}”. You can choose ${some.join(', ')}.`);
  }
  reach(select);
  if (select.multiple) option.selected = true;
  else select.selectedIndex = option.index;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
