/** What the page shows, a sentence each (V5-NARRATE). */

/** @import { Asking, Control, Used } from '../../observe.js' */

import { questionOf } from './dialogs.js';
import { holds, plain, stateOf, textOf } from './elements.js';
import { proseOf, referred, sentence } from './prose.js';
import { bytesOf } from '../texts.js';

/** So much of a table is told. */
const MOST_ROWS = 20;
const LONGEST_ROW = 200;
const MOST_CELLS = 12;

/**
 * The most important ones first.
 * @param {Control[]} shown with their names, in the order of the page @param {Asking} [asking] @param {Control[]} [locked] with their names
 * @param {Used} [uses] which tell those of one name apart
 */
export function* factsOf(shown, asking, locked = [], uses) {
  const title = plain(document.title);
  if (title) yield `The page is “${title}”.`;
  const question = asking && questionOf(asking);
  if (question) yield question;
  for (const { kind, name, element } of shown) {
    if (kind !== 'dialog' || (question && asking && holds(element, asking.dialog))) continue;
    const text = referred(element, 'aria-describedby') || (name ? '' : proseOf(element, LONGEST_ROW));
    yield [`The dialog ${name ? `“${name}” ` : ''}is open.`, sentence(text)].filter(Boolean).join(' ');
  }
  for (const { kind, element } of shown) {
    const text = kind === 'status' ? plain(textOf(element), 200) : '';
    if (text) yield sentence(text);
  }
  const isAsked = (/** @type {Element} */ element) => question && asking?.dialog.contains(element);
  for (const { kind, name, element } of shown)
    if (kind === 'heading' && name && !isAsked(element)) yield `The page shows “${name}”.`;
  for (const { kind, name, element } of shown) {
    const state = ['table', 'heading', 'dialog', 'status'].includes(kind) || !name ? '' : stateOf(element, kind);
    const { which = '' } = uses?.get(element)?.with ?? {};
    if (state) yield sentence(`${name}${which && ` (${which})`} is ${state}`);
  }
  for (const { name, element } of locked) if (name) yield lockedOf(name, element);
  for (const { kind, element } of shown) if (kind === 'table') yield* rowsOf(element);
}

/** That it cannot be used now, and why, where the page says it. The server knows it by just these words. @param {string} name @param {Element} element */
export function lockedOf(name, element) {
  const said = referred(element, 'aria-describedby') || plain(element.getAttribute('title'), 200);
  const reason = said.toLowerCase() === name.toLowerCase() ? '' : said;
  const how =
    element.matches(':disabled') || !element.matches('[readonly],[aria-readonly="true"]') ? 'disabled' : 'read-only';
  return sentence(`“${name}” is ${how}${reason && `: ${reason}`}`);
}

/** Each row with what its columns are called. @param {Element} table */
function* rowsOf(table) {
  const all = [...table.querySelectorAll('tr,[role="row"]')];
  const cellsOf = (/** @type {Element} */ row) =>
    [...row.querySelectorAll('th,td,[role$="header"],[role="cell"],[role="gridcell"]')].slice(0, MOST_CELLS);
  const isHead = (/** @type {Element} */ cell) => cell.matches('th,[role="columnheader"]');
  const head = all[0] && cellsOf(all[0]).every(isHead) ? cellsOf(all[0]).map((cell) => plain(textOf(cell), 30)) : [];
  for (const row of all.slice(head.length ? 1 : 0, MOST_ROWS)) {
    const [first, ...rest] = cellsOf(row).map((cell, at) => {
      const text = cell.querySelector('button,a[href],input,select') ? '' : plain(textOf(cell), 60);
      return at && text && head[at] ? `${head[at]} ${text}` : text;
    });
    const told = rest.filter(Boolean).join(', ');
    if (first && told) yield sentence(plain(`${first}: ${told}`, LONGEST_ROW));
  }
}

/** As many of them as there is room for. @param {string} own @param {string[]} facts @param {number} most in bytes */
export function narrated(own, facts, most) {
  let text = own;
  let room = most - bytesOf(own);
  for (const fact of facts) {
    const size = bytesOf(fact) + 1;
    if (size > room) continue;
    text += `${text && '\n'}${fact}`;
    room -= size;
  }
  return text;
}
