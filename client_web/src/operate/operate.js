/** What an action does with a control of the page, and what it tells of it. */

/** @import { Control, Watch } from '../../observe.js' */

import { AntiphonError } from '../errors.js';
import { plain, stateOf } from '../observe/elements.js';
import { sentence } from '../observe/prose.js';
import { act, refuse, stepTo } from './act.js';
import { holdNavigation } from './leave.js';
import { Outcome } from './outcome.js';
import { Changes } from './reveal.js';

export { noteMoves } from './reveal.js';

/** The page is left when the result is on its way to the server. */
const LEAVE_MS = 300;
const MOST_TOLD = 400;
/** What says whether it is chosen. */
const STATED = '[type="radio"],[aria-checked],[aria-selected]';
/** What is set is looked at itself: something else may be another, far away. @type {Control['kind'][]} */
const PRESSED = ['press', 'open', 'enter'];
/** What was done to a control, where nothing is to be seen of it. @type {Partial<Record<Control['kind'], string>>} */
const DEEDS = {
  pick: 'chose',
  choose: 'chose',
  switch: 'switched',
  number: 'set',
  date: 'set',
  colour: 'set',
  text: 'wrote into',
};
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
  const changes = new Changes();
  try {
    const leave = isCustom
      ? await stepTo(/** @type {HTMLElement} */ (element), given.value, control.name ?? '')
      : outcome.withoutWindows(() => holdNavigation(() => act(control, given)));
    if (leave) {
      setTimeout(leave, LEAVE_MS);
      return kind === 'open' ? `Opening ${control.name}.` : `${deedOf(control)} It is being sent.`;
    }
    await watch.settle(signal, outcome.isPending);
    if (PRESSED.includes(kind) && !signal.aborted) changes.reveal();
    return plain(cameOf(control, given, watch, outcome, changes), MOST_TOLD);
  } finally {
    outcome.stop();
    changes.stop();
  }
}

/** @param {Control} control */
const deedOf = ({ kind, name }) => `I ${DEEDS[kind] ?? 'pressed'} ${name}.`;

/**
 * In words; throws where it did not happen.
 * @param {Control} control @param {Record<string, any>} given @param {Watch} watch @param {Outcome} outcome @param {Changes} changes
 */
function cameOf(control, given, watch, outcome, changes) {
  // A framework may have put another element in its place.
  const { element, kind, name = '' } = watch.again(control);
  const state = element.isConnected ? stateOf(element, kind) : '';
  const isSet = valueOf(given) !== undefined || kind === 'pick';
  if (kind === 'pick' && !state && outcome.was('') && element.isConnected && element.matches(STATED))
    throw new AntiphonError('action.failed', `${name} was not chosen.`);
  if ((kind === 'switch' && state && state !== given.to) || (outcome.was(state) && isOther(kind, given, state)))
    throw new AntiphonError('action.failed', `${name} stays ${state}.`);
  if (kind === 'text' && given.text && element.isConnected && !state && 'value' in element)
    throw refuse(`${name} does not take “${plain(given.text)}”.`);
  if (!isSet) outcome.check();
  const value = isSet && state ? sentence(`${name} is ${inWords(element, state)}`) : undefined;
  const told = [value, ...outcome.told(value)].filter(Boolean);
  if (!told.length && !isSet) told.push(...outcome.toldAgain(changes.messages()));
  // A link that leads nowhere, or whose page kept the browser from following it, has opened nothing.
  return told.length ? told.join(' ') : kind === 'open' ? `I pressed ${name}.` : deedOf(control);
}

/** Whether a field that was set has another value. @param {Control['kind']} kind @param {Record<string, any>} given @param {string} state */
function isOther(kind, { option, value, date }, state) {
  if (!state) return false;
  if (kind === 'choose') return !state.toLowerCase().split(', ').includes(plain(option).toLowerCase());
  return kind === 'date'
    ? state !== date
    : kind === 'number' && !Number.isNaN(Number(state)) && Number(state) !== value;
}

/** A box is ticked, and a switch is on. @param {Element} element @param {string} state */
const inWords = (element, state) =>
  element.matches('[type="checkbox"]:not([role="switch"]),[role="checkbox"]')
    ? ({ on: 'ticked', off: 'not ticked' }[state] ?? state)
    : state;

/** @param {Record<string, any>} given */
const valueOf = ({ text, value, date, colour, option, to }) => text ?? value ?? date ?? colour ?? option ?? to;
