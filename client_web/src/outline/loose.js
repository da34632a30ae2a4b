/** Forms that a page makes without the element: of fields in one section, and of a field with a button beside it. */

/** @import { Control } from '../../observe.js' */
/** @import { Form } from './parts.js' */
/** @import { Places } from './places.js' */

import { holds, parentOf } from '../observe/elements.js';
import { MAIN, is } from './places.js';

/** A button is beside a field if nothing but these levels is around both. */
const BESIDE = 3;

/** @typedef {{control: Control, section: Element, depth: number}} Loose a field outside of all forms, and the section that it is looked for in */

/**
 * The innermost sections first. What is alone in a section belongs to the one around that; the page as a whole, and its main part, have as many forms
 * as headings.
 * @param {Loose[]} loose @param {Control[]} buttons that are in no form @param {Places} places @param {(element: Element) => string} headingOf
 * @returns {Generator<unknown, Form[]>}
 */
export function* looseForms(loose, buttons, places, headingOf) {
  const inside = (/** @type {Element} */ around) => buttons.filter(({ element }) => holds(around, element));
  /** @type {Form[]} */ const forms = [];
  let deepest = 0;
  for (const { depth } of loose) deepest = Math.max(deepest, depth);
  for (; loose.length && deepest >= 0; deepest--) {
    const here = grouped(
      loose.filter(({ depth }) => depth === deepest),
      ({ section }) => section,
    );
    loose = loose.filter(({ depth }) => depth !== deepest);
    for (const [section, all] of here) {
      yield;
      const isWhole = !deepest || is(section, MAIN);
      const parts = grouped(all, ({ control }) => (isWhole ? headingOf(control.element) : ''));
      for (const [name, part] of parts) {
        yield;
        const controls = part.map(({ control }) => control);
        const [{ element }] = controls;
        const isOwn = places.of(element).section === section;
        const around = controls.length > 1 ? section : isOwn ? besideOf(controls[0], section, inside) : undefined;
        const near = around ? inside(around).filter((one) => !name || headingOf(one.element) === name) : [];
        if (around || isWhole) forms.push({ element: section, name, controls, buttons: near });
        else loose.push({ control: controls[0], ...places.around(section) });
      }
    }
  }
  return forms;
}

/** @template T, K @param {T[]} all @param {(one: T) => K} keyOf @returns {Map<K, T[]>} */
function grouped(all, keyOf) {
  /** @type {Map<K, T[]>} */ const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** What is around a field and its button, and little else. @param {Control} field @param {Element} section @param {(around: Element) => Control[]} inside */
function besideOf({ element, kind }, section, inside) {
  if (kind === 'switch') return;
  let at = parentOf(element);
  for (let level = 0; at && level < BESIDE; level++, at = parentOf(at)) {
    if (inside(at).length) return at;
    if (at === section) return;
  }
}
