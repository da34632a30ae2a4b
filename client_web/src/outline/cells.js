/** What stands in the cells of a table, be it in a field or on a button. */

/** @import { Control } from '../../observe.js' */
/** @import { ClientTableBlock } from '../../generated/messages.js' */

import { holds, plain, textOf } from '../observe/elements.js';
import { FILLED, valueOf } from './fields.js';

export const MOST_COLUMNS = 12;
export const LONGEST_CELL = 60;

/** What a field in a cell holds. @param {Element} cell @param {Control[]} [controls] of its row */
export function heldIn(cell, controls) {
  const field = controls?.find(({ kind, element }) => FILLED.includes(kind) && kind !== 'switch' && holds(cell, element));
  return field ? plain(String(valueOf(field) ?? ''), LONGEST_CELL) : '';
}

/** What stands on the one button or link in a cell. @param {Element} cell @param {Control[]} [controls] of its row */
export function saidOn(cell, controls = []) {
  const own = controls.filter(({ kind, element }) => (kind === 'press' || kind === 'open') && holds(cell, element));
  return own.length === 1 ? plain(textOf(own[0].element), LONGEST_CELL) : '';
}

/**
 * A thing may be opened by its name, which is what stands in that cell then; what all rows have is no name.
 * @param {ClientTableBlock['rows']} rows @param {string[][]} pressed @param {NonNullable<ClientTableBlock['columns']>} columns
 */
export function withNames(rows, pressed, columns) {
  for (let at = 0; at < MOST_COLUMNS; at++) {
    const texts = pressed.map((one) => one[at]).filter(Boolean);
    const several = new Set(texts).size;
    if (several < 2 || (several * 2 <= texts.length && !columns[at]?.name)) continue;
    for (const [row, { cells }] of rows.entries())
      if (pressed[row][at]) cells[at] = plain(`${pressed[row][at]} ${cells[at]}`, LONGEST_CELL);
  }
}

/** For the columns that a cell takes beside its own. @param {Element} cell @returns {string[]} */
export const blanks = (cell) =>
  Array(Math.min(MOST_COLUMNS, Math.max(0, (/** @type {HTMLTableCellElement} */ (cell).colSpan || 1) - 1))).fill('');
