/** The outline of a page: its lists, tables, forms and choices as data, with the actions that operate them. */

/** @import { Control, Used } from '../../observe.js' */
/** @import { ClientChoiceBlock, ClientFormBlock, ClientItem, ClientListBlock, ClientOption, ClientPartBlock, ClientTableBlock, ClientUse } from '../../generated/messages.js' */
/** @import { Form, Group, Parts } from './parts.js' */

import { leaves } from '../observe/dialogs.js';
import { SUBMITS, holds, isRead, placeOf, plain, textOf, within } from '../observe/elements.js';
import { contextsOf } from '../observe/names.js';
import { jsonOf } from '../texts.js';
import { partsBehind } from './behind.js';
import { LONGEST_CELL, MOST_COLUMNS, blanks, heldIn, saidOn, withNames } from './cells.js';
import { FILLED, choiceOf, fieldOf, isOn } from './fields.js';
import { cellsOf, headsOf, partsOfPage } from './parts.js';
import { MAIN, Places, TABLES, inPageOrder, is, itemsOf, startOf } from './places.js';
import { proseOf } from './prose.js';
import { LIMIT } from './size.js';
import { Headings, labelOf, textBeside } from './texts.js';

const MOST_BLOCKS = 40;
const MOST_ITEMS = 60;
const MOST_FIELDS = 40;
const MOST_OPTIONS = 100;
const MOST_USES = 12;
/** To put more of them in their order is dear: the near ones do. */
const MOST_HEADINGS = 500;
const LONGEST_ITEM = 120;
const ASIDE =
  'header,footer,aside,nav,[role="banner"],[role="contentinfo"],[role="complementary"],[role="navigation"]';

/** @typedef {ClientListBlock | ClientTableBlock | ClientFormBlock | ClientChoiceBlock | ClientPartBlock} Block */
/** @typedef {{element: Element, make: () => Generator<unknown, Block | undefined>}} Draft */
/**
 * @typedef {object} Seen
 * @property {Element} root
 * @property {Element} [modal]
 * @property {Control[]} near with their names
 * @property {Control[]} locked with their names
 * @property {Element[]} headings that are shown
 * @property {Used} uses
 */

/** In the order of the page, and as JSON: as many as may fit into it; and what stands beside. A step takes little. @param {Seen} seen @returns {Generator<unknown, {blocks: Block[], text: string, prose: string[]}>} */
export function* outlineOf(seen) {
  const outline = new Outline(seen);
  const drafts = yield* outline.drafts();
  /** @type {Block[]} */ const blocks = [];
  let text = '';
  for (const { make } of drafts) {
    if (text.length > LIMIT) break;
    try {
      const block = yield* make();
      if (!block) continue;
      blocks.push(block);
      text += jsonOf(block);
    } catch {
      // A field that is called like a method of its form hides that: one block less, and not the page.
    }
  }
  let prose = /** @type {string[]} */ ([]);
  try {
    // What is behind something that must be answered first is no matter now.
    if (!seen.modal) for (const part of yield* partsBehind(seen.near, seen.uses)) [blocks.push(part), (text += jsonOf(part))];
    prose = yield* outline.prose();
  } catch {
    // As above.
  }
  return { blocks, text, prose };
}

/** How far it is from what is seen. @param {Draft} draft */
function farOf({ element }) {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

class Outline {
  #seen;
  #places;
  #headings;
  /** @type {Parts} */ #parts = { sets: new Map(), forms: [], choices: [] };

  /** @param {Seen} seen */
  constructor(seen) {
    this.#seen = seen;
    this.#places = new Places(seen.root);
    const { near, headings, modal } = seen;
    const shown =
      headings.length > MOST_HEADINGS
        ? near.filter(({ kind }) => kind === 'heading').map(({ element }) => element)
        : headings.filter((one) => !modal || holds(modal, one));
    this.#headings = new Headings(shown);
  }

  /** The nearest to what is seen, in the order of the page. @returns {Generator<unknown, Draft[]>} */
  *drafts() {
    const { near, locked, uses } = this.#seen;
    const isHeld = (/** @type {Control} */ { id, kind }) => id && FILLED.includes(kind);
    const controls = [...near.filter((one) => uses.has(one.element) || isHeld(one)), ...locked];
    const lists = yield* this.#plainSets();
    const beside = (/** @type {Element} */ one) => textBeside(one, 1, () => false);
    const { sets, forms, choices } = (this.#parts = yield* partsOfPage(controls, lists, this.#places, beside, (one) =>
      this.#headings.before(one),
    ));
    /** @type {Draft[]} */ let drafts = [];
    for (const [set, items] of sets)
      drafts.push({
        element: startOf(set),
        make: () => (is(set, TABLES) ? this.#tableOf(set, items) : this.#listOf(set, items)),
      });
    for (const form of forms) {
      form.controls.sort(byPlace);
      yield;
      drafts.push({ element: form.controls[0].element, make: () => this.#formOf(form) });
    }
    for (const choice of choices) {
      choice.controls.sort(byPlace);
      yield;
      if (choice.controls[1]) drafts.push({ element: choice.controls[0].element, make: () => this.#choiceOf(choice) });
    }
    if (drafts.length > MOST_BLOCKS)
      drafts = drafts.toSorted((one, other) => farOf(one) - farOf(other)).slice(0, MOST_BLOCKS);
    yield;
    return drafts.sort((one, other) => inPageOrder(one.element, other.element));
  }

  /** Tables, and lists of the main part of the page, whether there is a control in them or not: a screen around what is seen. */
  *#plainSets() {
    const { near, root, modal } = this.#seen;
    /** @type {Set<Element>} */ const found = new Set();
    for (const { kind, element } of near) if (kind === 'table' && is(element, TABLES)) found.add(element);
    const hasMain = document.querySelector(MAIN);
    yield;
    for (const one of root.querySelectorAll('ul,ol,[role="list"],article')) {
      yield;
      const { top, bottom, height } = one.getBoundingClientRect();
      if (!height || bottom < -innerHeight || top > 2 * innerHeight || (modal && !holds(modal, one))) continue;
      if (!modal && (hasMain ? !within(one, MAIN) : within(one, ASIDE))) continue;
      const { set } = this.#places.of(one);
      if (set && placeOf(set)) found.add(set);
      if (found.size > MOST_BLOCKS) break;
    }
    return found;
  }

  /** What is said beside all that. */
  prose() {
    const { root, modal } = this.#seen;
    const isItem = (/** @type {Element} */ one) => {
      const { set, item } = this.#places.of(one);
      return this.#parts.sets.has(one) ? is(one, TABLES) : Boolean(set && item && this.#parts.sets.has(set));
    };
    return proseOf(modal ?? root, this.#headings, isItem);
  }

  /** @param {Control} control @returns {ClientUse | undefined} */
  #useOf({ element, name = '' }) {
    const used = this.#seen.uses.get(element);
    return used && { label: name, ...used };
  }

  /** Of an item, or a row. @param {Control[]} controls @param {Element} item */
  #stateOf(controls, item) {
    const uses = controls.sort(byPlace).flatMap((one) => this.#useOf(one) ?? []);
    const box = controls.find(({ kind }) => kind === 'switch' || kind === 'pick');
    const state = ['aria-checked', 'aria-selected', 'aria-pressed'].map((one) => item.getAttribute(one)).find(Boolean);
    return {
      on: box ? isOn(box) : state ? state === 'true' : undefined,
      uses: uses.length ? uses.slice(0, MOST_USES) : undefined,
    };
  }

  /** Of many, those whose controls are at hand. @param {Element[]} all @param {Map<Element, Control[]>} used */
  *#shown(all, used) {
    const first = all.length > MOST_ITEMS ? all.findIndex((one) => used.has(one)) : 0;
    let count = 0;
    for (let at = Math.max(0, Math.min(first, all.length - MOST_ITEMS)); at < all.length && count < MOST_ITEMS; at++) {
      const item = isRead(all[at]) ? all[at] : undefined;
      yield item;
      if (item) count++;
    }
  }

  #isApart = (/** @type {Element} */ one) =>
    this.#parts.sets.has(one) || (is(one, 'form') && this.#parts.forms.some(({ element }) => element === one));

  /** @param {Element} set */
  #titleOf(set) {
    return labelOf(set) || this.#headings.before(startOf(set));
  }

  /** @param {Element} set @param {Map<Element, Control[]>} used @returns {Generator<unknown, ClientListBlock | undefined>} */
  *#listOf(set, used) {
    /** @type {ClientItem[]} */ const items = [];
    for (const item of this.#shown(itemsOf(set), used)) {
      yield;
      if (!item) continue;
      const controls = used.get(item) ?? [];
      const text = textBeside(item, LONGEST_ITEM, this.#isApart);
      // A mail or a product is called what the one link in it is, and little stands beside that; `Read more` is no name.
      const links = controls.filter(({ kind, element }) => kind === 'open' && is(element, 'a'));
      const only = links.length === 1 && controls.length > 1 ? (links[0].name ?? '') : '';
      const link = only.length * 2 > text.length ? only : '';
      const name = plain(`${link} ${text}`, LONGEST_ITEM) || controls.find(({ kind }) => kind === 'switch')?.name;
      items.push({ name: name ?? '', ...this.#stateOf(controls, item) });
    }
    const isText = items.some(({ name, uses }) => name || uses);
    return isText ? { kind: 'list', name: this.#titleOf(set), items } : undefined;
  }

  /** @param {Element} set @param {Map<Element, Control[]>} used @returns {Generator<unknown, ClientTableBlock | undefined>} */
  *#tableOf(set, used) {
    const all = itemsOf(set);
    const heads = headsOf(all);
    const columns = heads ? this.#columnsOf(all[heads - 1], used.get(all[heads - 1]) ?? []) : [];
    /** @type {ClientTableBlock['rows']} */ const rows = [];
    /** What the buttons in each cell of each row say. @type {string[][]} */ const pressed = [];
    for (const row of this.#shown(all.slice(heads), used)) {
      yield;
      if (!row) continue;
      const cells = cellsOf(row).flatMap((cell) => {
        const beside = isRead(cell) ? textBeside(cell, LONGEST_CELL, this.#isApart) : '';
        const text = plain(`${heldIn(cell, used.get(row))} ${beside}`, LONGEST_CELL);
        return [{ text, button: saidOn(cell, used.get(row)) }, ...blanks(cell).map((text) => ({ text, button: '' }))];
      });
      const shown = cells.slice(0, MOST_COLUMNS);
      pressed.push(shown.map(({ button }) => button));
      rows.push({ cells: shown.map(({ text }) => text), ...this.#stateOf(used.get(row) ?? [], row) });
    }
    withNames(rows, pressed, columns);
    const isText = rows.some(({ cells, uses }) => uses || cells.some(Boolean));
    return isText || columns.length ? { kind: 'table', name: this.#titleOf(set), columns, rows } : undefined;
  }

  /** @param {Element} row @param {Control[]} controls */
  #columnsOf(row, controls) {
    const buttons = controls.filter(({ kind }) => kind === 'press' || kind === 'open');
    return cellsOf(row)
      .flatMap((cell) => {
        const button = buttons.find(({ element }) => holds(cell, element));
        const sorted = cell.getAttribute('aria-sort') ?? '';
        const column = {
          name: plain(textOf(cell), LONGEST_CELL) || (button?.name ?? ''),
          sorted: /** @type {'none' | undefined} */ (/^((a|de)scending|none)$/.test(sorted) ? sorted : undefined),
          use: button && this.#useOf(button),
        };
        return [column, ...blanks(cell).map((name) => ({ name }))];
      })
      .slice(0, MOST_COLUMNS);
  }

  /** @param {Group} choice @returns {Generator<unknown, ClientChoiceBlock | undefined>} */
  *#choiceOf({ element, controls }) {
    yield;
    const options = this.#optionsOf(controls);
    const name = labelOf(element) || this.#headings.before(controls[0].element);
    return options.length ? { kind: 'choice', name, options } : undefined;
  }

  /** @param {Control[]} controls @returns {ClientOption[]} */
  #optionsOf(controls) {
    const named = controls.filter(({ name }) => name).slice(0, MOST_OPTIONS);
    return named.map((one) => ({ name: one.name ?? '', on: isOn(one), use: this.#useOf(one) }));
  }

  /** @param {Form} form @returns {Generator<unknown, ClientFormBlock | undefined>} */
  *#formOf(form) {
    const { element, controls } = form;
    /** @type {ClientFormBlock['fields']} */ const fields = [];
    /** @type {Set<Control>} */ const done = new Set();
    for (const control of controls) {
      yield;
      if (done.has(control) || fields.length === MOST_FIELDS) continue;
      const { group } = this.#places.of(control.element);
      const legend = group && group !== element && holds(element, group) ? labelOf(group) : '';
      if (control.kind === 'pick') {
        const radios = controls.filter((one) => this.#isOfOne(one, control, group));
        for (const one of radios) done.add(one);
        const isAll = legend && controls.every((one) => radios.includes(one) || !holds(group ?? element, one.element));
        const name = isAll ? legend : (contextsOf(control.element).next().value ?? '');
        fields.push(choiceOf(radios, this.#optionsOf(radios), name, isAll ? '' : legend));
      } else fields.push(fieldOf(control, this.#useOf(control), legend));
    }
    const named = fields.filter(({ name }) => name);
    const name = form.name || labelOf(element) || this.#headings.before(controls[0].element);
    return named.length ? { kind: 'form', name, fields: named, submit: this.#submitOf(form) } : undefined;
  }

  /** Whether only one of both can be chosen. @param {Control} one @param {Control} other @param {Element} [group] of the other one */
  #isOfOne(one, other, group) {
    const [name, its] = [one, other].map(({ element }) => /** @type {HTMLInputElement} */ (element).name ?? '');
    return one.kind === 'pick' && name === its && (Boolean(name) || this.#places.of(one.element).group === group);
  }

  /** Its default button, or the only one that does something. @param {Form} form */
  #submitOf({ element, buttons }) {
    const doing = buttons.filter((one) => !leaves(one)).sort(byPlace);
    const submits = is(element, 'form') ? doing.find((one) => one.element.matches(SUBMITS)) : undefined;
    const only = doing.length === 1 ? doing[0] : undefined;
    const submit = submits ?? only;
    return submit && this.#useOf(submit);
  }
}

/** @param {Control} one @param {Control} other */
const byPlace = (one, other) => inPageOrder(one.element, other.element);
