/** As much of an outline as the server takes. */

/** @import { Outline } from '../../types.js' */

import { bytesOf, jsonOf } from '../texts.js';

/** Bytes of an outline. */
export const LIMIT = 16 * 1024;
const MOST_BLOCKS = 40;

/** @param {unknown} value */
const sizeOf = (value) => bytesOf(jsonOf(value));

/** The blocks in their order; of the first one that does not fit, if that is a list or a table, its first items. @param {Outline['blocks']} blocks @param {number} [most] bytes, if less */
export function fitted(blocks, most = LIMIT) {
  /** @type {Outline['blocks']} */ const kept = [];
  let room = Math.min(most, LIMIT) - sizeOf({ blocks: [] });
  for (const block of blocks.slice(0, MOST_BLOCKS)) {
    const size = sizeOf(block) + 1;
    if (size > room) return [...kept, ...cut(block, room)];
    kept.push(block);
    room -= size;
  }
  return kept;
}

/** @param {Outline['blocks'][number]} block @param {number} room in bytes @returns {Outline['blocks']} */
function cut(block, room) {
  if (block.kind !== 'list' && block.kind !== 'table') return [];
  const all = block.kind === 'list' ? block.items : block.rows;
  let left = room - sizeOf({ ...block, [block.kind === 'list' ? 'items' : 'rows']: [] }) - 1;
  const over = all.findIndex((one) => (left -= sizeOf(one) + 1) < 0);
  if (over <= 0) return [];
  return [block.kind === 'list' ? { ...block, items: block.items.slice(0, over) } : { ...block, rows: block.rows.slice(0, over) }];
}
