/** From controls to the actions that are offered (V5-REGISTRY): one for each thing that can be asked for. */

/** @import { Asking, Control, Kind, Used, Watch } from '../../observe.js' */
/** @import { Action } from '../../types.js' */

import { AntiphonError } from '../errors.js';
import { bytesOf, jsonOf } from '../texts.js';
import { defaultButton, plain, within } from './elements.js';
import { contextsOf, idOf, requestOf, tellApart } from './names.js';
import { COLOURS, optionsOf, rangeOf } from './values.js';

const MOST_ACTIONS = 200;
/** In bytes: the registry's 48 KiB, less what its envelope takes. */
const ROOM = 47 * 1024;
const MOST_OPTIONS = 100;
const MOST_ALIKE = 60;

/** What is done on a page is loaded apart from what is seen of it. */
export const loadOperate = () => import('../operate/operate.js');

/** Which ids are whose, for as long as the page lives: by what they do and are called. @type {Map<string, string>} */
const OWNERS = new Map();

/** What is pressed, opened and picked takes the same order: nothing but its name. @param {Kind} kind */
const formOf = (kind) => (['press', 'open', 'pick'].includes(kind) ? 'act' : kind);

/** A free id, or the one that this name has had before. @param {string} name @param {Kind} kind */
export function idFor(name, kind) {
  const base = idOf(name, kind);
  const owner = `${formOf(kind)} ${base === `${base.split('_')[0]}_unnamed` ? name : ''}`;
  for (let number = 1; ; number++) {
    const id = number > 1 ? `${base}_${number}` : base;
    if ((OWNERS.get(id) ?? owner) !== owner) continue;
    OWNERS.set(id, owner);
    return id;
  }
}

/** @param {Control[]} controls the likeliest first @param {Record<string, Action>} own @param {Watch} watch @param {Asking} [asking] */
export function* actionsOf(controls, own, watch, asking) {
  /** @type {Map<string, Control[]>} */
  const groups = new Map();
  for (const control of controls) {
    const alike = groups.get(control.id)?.filter(({ element }) => !element.contains(control.element)) ?? [];
    if (alike.length < MOST_ALIKE && !alike.some((one) => isSame(one.element, control.element))) alike.push(control);
    groups.set(control.id, alike);
    yield;
  }
  /** @type {Record<string, Action>} */
  const actions = {};
  /** @type {Used} */ const uses = new Map();
  const asked = askedByLabels();
  let text = '';
  let room = ROOM - bytesOf(jsonOf(own));
  let left = MOST_ACTIONS - Object.keys(own).length;
  const add = (/** @type {string} */ id, /** @type {Action} */ action) => {
    const json = jsonOf({ [id]: action });
    const size = bytesOf(json);
    if (size > room) return false;
    text += json;
    actions[id] = action;
    room -= size;
    left--;
    return true;
  };
  // What a dialog asks is answered by what its buttons do.
  const answers = Object.entries({ Yes: asking?.yes, No: asking?.no });
  for (const [answer, control] of answers) {
    const id = answer.toLowerCase();
    if (!control || Object.hasOwn(own, id)) continue;
    if (add(id, { ...actionOf([control], [], watch), description: `${answer}. Presses “${control.name}”` }))
      uses.set(control.element, { action: id });
  }
  // A button that is called so is that answer, and need not be asked about.
  const isAnswer = (/** @type {Control[]} */ [{ element, name = '' }]) =>
    answers.some(([answer, control]) => element === control?.element && name.toLowerCase() === answer.toLowerCase());
  for (const [id, alike] of groups) {
    if (left <= 0) break;
    if (Object.hasOwn(own, id) || isAnswer(alike)) continue;
    const apart = alike.length > 1 ? yield* tellApart(alike.sort(inOrder)) : [];
    const action = actionOf(alike, apart, watch);
    action.confirm ||= alike.some(({ element }) => asked.has(/** @type {HTMLElement} */ (element))) || undefined;
    const isAdded = add(id, action);
    // Enter is pressed in a field, which has an action of its own.
    if (isAdded && alike[0].kind !== 'enter')
      for (let at = 0; at < alike.length; at++)
        uses.set(alike[at].element, { action: id, ...(apart.length && { with: { which: apart[at] } }) });
    yield;
  }
  return { actions, text, uses };
}

/** A click within is a click on what is around it; and of two links to one page, one will do. @param {Element} one @param {Element} other */
function isSame(one, other) {
  if (other.contains(one)) return true;
  if (!(one instanceof HTMLAnchorElement && other instanceof HTMLAnchorElement)) return false;
  return one.href === other.href && one.href.split('#')[0] !== location.href.split('#')[0];
}

/** As they are seen. @param {Control} one @param {Control} other */
export const inOrder = (one, other) => one.top - other.top || one.left - other.left;

/** What an action sets off. @param {Control} control */
const pressed = ({ element, kind }) => [element, (kind === 'enter' && defaultButton(element)) || element];

/** The fields whose labels ask for a yes: to ask each field for its labels is dear. */
const askedByLabels = () =>
  new Set(
    [...document.querySelectorAll('label[data-voice-confirm],[data-voice-confirm] label')].map(
      (label) => /** @type {HTMLLabelElement} */ (label).control,
    ),
  );

/** @param {Control[]} alike @param {string[]} apart @param {Watch} watch @returns {Action} */
function actionOf(alike, apart, watch) {
  const [{ name = '', kind }] = alike;
  /** @type {Record<string, any>} */
  const properties = { ...valueOf(alike, name) };
  const byPlace = apart.map((place, at) => Boolean(alike[at].places?.includes(place)));
  if (apart.length) properties.which = { type: 'string', title: 'one', enum: apart };
  const more = alike.map(({ element }) => element.getAttribute('data-voice-description')).find(Boolean);
  return {
    description: [requestOf(name, kind), plain(more, 300)].filter(Boolean).join('. '),
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    confirm: alike.some((one) => pressed(one).some((element) => within(element, '[data-voice-confirm]'))) || undefined,
    run: async (given, { signal }) => {
      const { operate } = await loadOperate();
      return operate(chosen(alike, apart, byPlace, given.which), given, watch, signal);
    },
  };
}

/** @param {Control[]} alike @param {string[]} apart @param {boolean[]} byPlace @param {string | undefined} which */
function chosen(alike, apart, byPlace, which) {
  const at = which === undefined ? 0 : apart.indexOf(which);
  const control = alike[at];
  // Frameworks put what another row holds into the row that was meant.
  if (which !== undefined && byPlace[at] && ![...contextsOf(control.element)].includes(which))
    throw new AntiphonError(
      'action.not_found',
      `The page has changed: “${control.called}” is no longer at “${plain(which)}”.`,
    );
  if (control) return control;
  const message = `There are several: ${apart.slice(0, 10).join(', ')}. Which one?`;
  throw new AntiphonError('action.invalid_parameters', message);
}

/** The parameters by which a value is given. @param {Control[]} alike @param {string} title @returns {Record<string, any>} */
function valueOf(alike, title) {
  const fields = alike.map(({ element }) => /** @type {HTMLInputElement} */ (element));
  switch (alike[0].kind) {
    case 'text':
      return { text: { type: 'string', title } };
    case 'date':
      return { date: { type: 'string', format: 'date', title } };
    case 'colour':
      return { colour: { type: 'string', title, enum: COLOURS } };
    case 'switch':
      return { to: { type: 'string', title, enum: ['on', 'off'] } };
    case 'number':
      return { value: { title, ...boundsOf(fields) } };
    case 'choose': {
      const options = new Set(
        fields.flatMap((field) => optionsOf(/** @type {any} */ (field)).map(({ label }) => plain(label))),
      );
      const known = options.size && options.size <= MOST_OPTIONS;
      return { option: { type: 'string', title, ...(known && { enum: [...options] }) } };
    }
    default:
      return {};
  }
}

/** The widest of them: each one's own are looked at when it is set. @param {HTMLInputElement[]} fields */
function boundsOf(fields) {
  const all = fields.map(rangeOf);
  const least = Math.min(...all.map(({ low }) => low ?? -Infinity));
  const most = Math.max(...all.map(({ high }) => high ?? Infinity));
  const isWhole = all.every(({ step, low = 0 }) => step && Number.isInteger(step) && Number.isInteger(low));
  return {
    type: isWhole ? 'integer' : 'number',
    ...(Number.isFinite(least) && { minimum: least }),
    ...(Number.isFinite(most) && { maximum: most }),
  };
}
