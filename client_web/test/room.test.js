import assert from 'node:assert/strict';
import { test } from 'node:test';

import { best, boxAt, CORNERS, cost, edges } from '../panel/room.js';

const at = (left, top, right, bottom) => ({ left, top, right, bottom });

/** Where the panel goes beside a dialog: it is so high in each tier, and what is in the dialog has its weights. */
function chosen(window, dialog, heights, kept = []) {
  const candidates = Object.entries(heights).flatMap(([tier, height]) =>
    edges(dialog, window, 704).map(([edge, width]) => {
      const box = boxAt(edge, { width, height: Math.min(height, window.height - 16) }, window);
      return { tier, edge, width, box, cut: height > window.height - 16 };
    }),
  );
  const { tier, edge } = best(/** @type {any} */ (candidates), dialog, kept);
  return `${tier || 'whole'} ${edge}`;
}
const HEIGHTS = { '': 260, slim: 134, least: 84 };
const LAPTOP = { width: 1280, height: 720 };
const ZOOMED = { width: 640, height: 360 };

test('an edge is as wide as what is beside the dialog, and none where that is too little', () => {
  assert.deepEqual(edges(at(400, 100, 880, 600), LAPTOP, 704), [['below', 704], ['above', 704], ['right', 384], ['left', 384]]);
  assert.deepEqual(edges(at(300, 100, 1100, 600), LAPTOP, 704), [['below', 704], ['above', 704], ['left', 284]]);
  assert.deepEqual(edges(at(20, 20, 620, 340), ZOOMED, 704), [['below', 624], ['above', 624]]);
});

test('at each edge it is whole in the window', () => {
  for (const [edge, width] of edges(at(400, 100, 880, 600), LAPTOP, 704)) {
    const box = boxAt(edge, { width, height: 200 }, LAPTOP);
    assert.ok(box.left >= 8 && box.right <= 1272 && box.top >= 8 && box.bottom <= 712, edge);
    assert.deepEqual([box.right - box.left, box.bottom - box.top], [width, 200]);
  }
});

test('it lies beside the dialog, as whole as it can', () => {
  assert.equal(chosen(LAPTOP, at(400, 300, 880, 420), HEIGHTS), 'whole below');
  assert.equal(chosen(LAPTOP, at(100, 400, 1180, 700), HEIGHTS), 'whole above');
  assert.equal(chosen(LAPTOP, at(400, 20, 880, 700), HEIGHTS), 'whole right');
  assert.equal(chosen(LAPTOP, at(700, 20, 1180, 700), HEIGHTS), 'whole left');
  assert.equal(chosen(ZOOMED, at(200, 140, 440, 210), HEIGHTS), 'slim below');
  assert.equal(chosen(ZOOMED, at(80, 80, 560, 265), HEIGHTS), 'least below');
});

test('where there is no room beside it, it lies over its edge, and not over a button or the question', () => {
  const dialog = at(80, 20, 560, 340);
  const [question, buttons] = [at(100, 30, 540, 60), at(100, 300, 300, 330)];
  const text = Array.from({ length: 10 }, (_, line) => ({ box: at(100, 64 + 24 * line, 540, 86 + 24 * line), weight: 1 }));
  const needed = (box) => ({ box, weight: 100 });
  assert.equal(chosen(ZOOMED, dialog, HEIGHTS, [needed(buttons), ...text]), 'least above');
  assert.equal(chosen(ZOOMED, dialog, HEIGHTS, [needed(question), ...text]), 'least below');
  // Of what fills the window and shows a card in its middle, nothing is lost below it.
  assert.equal(chosen(LAPTOP, at(0, 0, 1280, 720), HEIGHTS, [needed(at(500, 300, 780, 420))]), 'whole below');
});

test('between a title above and buttons below it lies where it hides neither', () => {
  const phone = { width: 320, height: 568 };
  const box = boxAt('middle', { width: 304, height: 84 }, phone);
  assert.deepEqual(box, at(8, 242, 312, 326));
  const kept = [at(19, 20, 110, 50), at(230, 510, 305, 550)].map((one) => ({ box: one, weight: 100 }));
  const edge = (/** @type {any} */ name, cut = false) => ({ tier: 'least', edge: name, width: 304, cut, box: boxAt(name, { width: 304, height: 84 }, phone) });
  const all = ['below', 'above', 'middle'].map((name) => edge(name));
  assert.equal(best(/** @type {any} */ (all), at(0, 0, 320, 568), kept).edge, 'middle');
});

test('what would be cut is worse than what lies over something', () => {
  const low = { width: 640, height: 240 };
  assert.equal(chosen(low, at(0, 0, 640, 240), HEIGHTS, [{ box: at(0, 0, 640, 240), weight: 10 }]), 'slim below');
  assert.equal(chosen(low, at(0, 0, 640, 10), { '': 260, slim: 200 }), 'slim below');
});

test('what is lost is what it lies over, and nothing beside it', () => {
  const kept = [{ box: at(0, 0, 10, 10), weight: 100 }, { box: at(10, 0, 20, 10), weight: 1 }];
  assert.deepEqual([at(0, 0, 10, 10), at(5, 5, 15, 15), at(20, 0, 30, 10)].map((box) => cost(box, kept)), [100, 101, 0]);
});

/** As `chosen`, in a window in which the panel can become a row of 56 px or a picture of 48. */
function smallest(window, dialog, kept) {
  const sizes = { least: 98, row: 56 };
  const rows = Object.entries(sizes).flatMap(([tier, height]) => ['below', 'above', 'middle'].map((edge) => [tier, edge, window.width - 16, height]));
  const all = [...rows, ...CORNERS.map((edge) => ['dot', edge, 48, 48])].map(([tier, edge, width, height]) => {
    return { tier, edge, width, cut: false, box: boxAt(/** @type {any} */ (edge), { width: Number(width), height: Number(height) }, window) };
  });
  const { tier, edge } = best(/** @type {any} */ (all), dialog, kept);
  return `${tier} ${edge}`;
}

test('in a window that is magnified it is a row beside the dialog, or a picture where nothing is needed', () => {
  const question = (/** @type {number} */ top) => ({ box: at(40, top, 240, top + 30), weight: 100 });
  const lines = (/** @type {number} */ top, /** @type {number} */ weight, count = 5) =>
    Array.from({ length: count }, (_, line) => ({ box: at(40, top + 24 * line, 280, top + 20 + 24 * line), weight }));
  const button = (/** @type {number} */ top) => ({ box: at(40, top, 120, top + 24), weight: 200 });
  const zoomed = { width: 320, height: 256 };
  const high = [question(30), ...lines(62, 10), button(210)];
  assert.equal(smallest({ width: 400, height: 300 }, at(50, 50, 350, 230), [question(60), ...lines(92, 10, 3), button(200)]), 'row below');
  assert.equal(smallest(zoomed, at(17, 19, 303, 237), high), 'dot right');
  // Where a button is in that corner, it is in another one.
  assert.equal(smallest(zoomed, at(17, 19, 303, 237), [...high, { box: at(220, 210, 300, 234), weight: 200 }]), 'dot upper right');
  // What can be scrolled to from under a row is not needed at the moment.
  assert.equal(smallest(zoomed, at(17, 19, 303, 237), [question(30), ...lines(62, 1, 7)]), 'least below');
});
