/** What of a page belongs together: which controls are in which item, form and choice. */

/** @import { Control } from '../../observe.js' */
/** @import { Loose } from './loose.js' */
/** @import { Place, Places } from './places.js' */

import { holds, parentOf } from '../observe/elements.js';
import { FILLED } from './fields.js';
import { looseForms } from './loose.js';
import { TABLES, is, itemsOf } from './places.js';

/** A button that is on or off, or one of which one is chosen. */
const STATED = '[aria-pressed],[aria-current]:not([aria-current="false"]),[aria-selected]';
/** No button of a form, whatever it does. */
const NO_BUTTON = 'summary,[aria-haspopup],[aria-expanded],[role="combobox"]';
const HEADS = 'th,[role="columnheader"]';
const CELLS = `td,${HEADS},[role="cell"],[role="gridcell"],[role="rowheader"]`;

/** @typedef {{element: Element, controls: Control[], key?: string}} Group */
/** @typedef {Group & {buttons: Control[], name?: string}} Form */
/** @typedef {(element: Element) => string} Beside the text of an element beside its controls */
/**
 * @typedef {object} Parts
 * @property {Map<Element, Map<Element, Control[]>>} sets by list or table: by item or row
 * @property {Form[]} forms with their fields
 * @property {Group[]} choices
 */

/** @param {Control} control */
const isField = ({ kind, element }) => FILLED.includes(kind) && !is(element, '[role^="menuitem"],[role="option"]');
const isRadio = (/** @type {Control} */ control) => control.kind === 'pick' && isField(control);
const isButton = (/** @type {Control} */ { kind, element }) => kind === 'press' && !is(element, NO_BUTTON);

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
const add = (map, key, value) => void (map.get(key)?.push(value) ?? map.set(key, [value]));

/** The cells of a row. @param {Element} row @returns {Element[]} */
export const cellsOf = (row) =>
  row instanceof HTMLTableRowElement ? [...row.cells] : [...row.querySelectorAll(CELLS)];

/** So many items, or rows, say what the others are. */
const TELLING = 20;

/** How many of its rows, the first ones, say what the columns are called. @param {Element[]} rows */
export function headsOf(rows) {
  const isHead = (/** @type {Element} */ row) => cellsOf(row).length > 0 && cellsOf(row).every((one) => is(one, HEADS));
  const at = rows.findIndex((row) => !isHead(row));
  return at < 0 ? rows.length : at;
}

/** What is around a list or a table. @param {Element} set @param {Places} places @returns {Place} */
function outsideOf(set, places) {
  const own = places.of(set);
  return own.set === set ? places.around(set) : own;
}

/**
 * What a list is, beside its look: `form` where it only holds the fields of a form, `choice` where one of its items is chosen, `part` where it belongs
 * to what is around it; nothing where it is one.
 * @param {Element} set @param {Control[]} own @param {Places} places @param {Beside} beside
 */
function useOf(set, own, places, beside) {
  const { item, form } = outsideOf(set, places);
  const fields = own.filter(isField);
  const isOfEach = new Set(fields.map(({ id }) => id)).size === fields.length;
  const some = itemsOf(set).slice(0, TELLING);
  if (is(set, TABLES)) {
    const isFilled = isOfEach && fields.some(({ kind }) => kind !== 'switch');
    const isLaid = isFilled || some.some((row) => row.querySelector('table,form,section,ul,ol'));
    return isLaid && !headsOf(some) ? 'form' : '';
  }
  if (!own.length) return item || form ? 'part' : '';
  const isOnlyFields = fields.length === own.length;
  if (isOnlyFields && (fields.every(isRadio) || (form && isOfEach))) return 'form';
  if (some.some((one) => beside(one))) return '';
  // Of several controls in each, one that is on says nothing of the others.
  const isOneEach = own.length > 1 && own.length <= itemsOf(set).length;
  if (isOneEach && own.some(({ element }) => is(element, STATED))) return 'choice';
  return item ? 'part' : '';
}

/**
 * @param {Iterable<Control>} controls that can be operated, or are locked @param {Set<Element>} lists and tables that hold none of them
 * @param {Places} places @param {Beside} beside @param {(element: Element) => string} headingOf
 * @returns {Generator<unknown, Parts>}
 */
export function* partsOfPage(controls, lists, places, beside, headingOf) {
  /** @type {Map<Element, Control[]>} */ const within = new Map([...lists].map((one) => [one, []]));
  /** The fields of each form. @type {Map<Element, Control[]>} */ const filled = new Map();
  for (const control of controls) {
    const { set, item, form } = places.of(control.element);
    if (set && item) add(within, set, control);
    if (form && isField(control)) add(filled, form, control);
    yield;
  }
  /** @type {Map<Element, string>} */ const used = new Map();
  for (const [set, own] of within) {
    used.set(set, useOf(set, own, places, beside));
    yield;
  }
  const sets = new Map([...within.keys()].filter((one) => !used.get(one)).map((one) => [one, new Map()]));
  const sorter = new Sorter(places, filled, sets, used);
  for (const control of controls) {
    sorter.put(control);
    yield;
  }
  return { sets, forms: yield* sorter.forms(headingOf), choices: sorter.choices };
}

/** Puts each control where it belongs. */
class Sorter {
  /** @type {Group[]} */ choices = [];
  /** Fields of a form, by that. @type {Map<Element, Control[]>} */ #fields = new Map();
  /** Fields outside of all forms. @type {Loose[]} */ #loose = [];
  /** @type {{control: Control, form?: Element}[]} */ #buttons = [];
  #places;
  #filled;
  #sets;
  #used;

  /** @param {Places} places @param {Map<Element, Control[]>} filled @param {Parts['sets']} sets @param {Map<Element, string>} used */
  constructor(places, filled, sets, used) {
    this.#places = places;
    this.#filled = filled;
    this.#sets = sets;
    this.#used = used;
  }

  /** @param {Control} control */
  put(control) {
    const { element } = control;
    let place = this.#places.of(element);
    const first = place.set;
    while (place.set && this.#used.get(place.set)) {
      const { set, item } = outsideOf(place.set, this.#places);
      place = { ...place, set, item };
    }
    const { set, item, section, depth } = place;
    const form = /** @type {HTMLInputElement} */ (element).form ?? place.form;
    if (first && this.#used.get(first) === 'choice') this.#choose(control, first);
    else if (set && item && !this.#isOfItsOwn(item, form)) add(this.#sets.get(set) ?? new Map(), item, control);
    else if (is(element, '[role="tab"],[aria-pressed]'))
      this.#choose(control, place.group ?? parentOf(element) ?? section);
    else if (isRadio(control) && this.#isChoice(form)) {
      this.#choose(control, place.group ?? section, /** @type {HTMLInputElement} */ (element).name);
    } else if (isField(control) && form) add(this.#fields, form, control);
    else if (isField(control)) this.#loose.push({ control, section, depth });
    else if (isButton(control)) this.#buttons.push({ control, form });
  }

  /** A form of one field in an item is a part of that. @param {Element} item @param {Element} [form] */
  #isOfItsOwn(item, form) {
    if (!form || !holds(item, form)) return false;
    return (this.#filled.get(form) ?? []).filter(({ kind }) => kind !== 'switch').length > 1;
  }

  /** Radio buttons outside of forms, a fieldset of nothing else being none. @param {Element} [form] */
  #isChoice(form) {
    return !form || (is(form, 'fieldset') && (this.#filled.get(form) ?? []).every(isRadio));
  }

  /** @param {Control} control @param {Element} element @param {string} [key] */
  #choose(control, element, key) {
    const group = this.choices.find((one) => one.element === element && one.key === key);
    if (group) group.controls.push(control);
    else this.choices.push({ element, key, controls: [control] });
  }

  /** @param {(element: Element) => string} headingOf @returns {Generator<unknown, Form[]>} */
  *forms(headingOf) {
    /** @type {Form[]} */ const forms = [];
    for (const [element, controls] of this.#fields) {
      const buttons = this.#buttons.filter(({ form }) => form === element).map(({ control }) => control);
      yield forms.push({ element, controls, buttons });
    }
    const free = this.#buttons.filter(({ form }) => !form).map(({ control }) => control);
    return [...forms, ...(yield* looseForms(this.#loose, free, this.#places, headingOf))];
  }
}
