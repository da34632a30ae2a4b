import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Notices } from '../panel/notices.js';
import { FakeElement, page, root } from './dom.js';

/** Notices in a list, on a page as far as they need one. */
function noticesOn(t, changed = (..._) => {}) {
  page(t);
  const list = new FakeElement();
  const announcer = { isLoud: false, says: () => true, say: () => {} };
  return { list, shown: new Notices(/** @type {any} */ (list), /** @type {any} */ (announcer), () => ({}), changed) };
}

test('one notice is in sight, the gravest, and the next when it is gone', (t) => {
  const { list, shown: notices } = noticesOn(t);
  const inSight = () => list.children.filter((one) => !one.hidden).map((one) => one.attributes['data-kind']);
  const notice = { text: 'A sentence.', picture: 'warning', lasting: true };
  for (const kind of ['health', 'error', 'connection']) notices.show(kind, notice);
  assert.deepEqual(inSight(), ['error']);
  notices.show('question', notice);
  assert.deepEqual(inSight(), ['question']);
  notices.clear('question');
  notices.clear('error');
  assert.deepEqual(inSight(), ['connection']);
  notices.clear('connection');
  assert.deepEqual(inSight(), ['health']);
});

test('what takes a notice away leaves a later one of its kind', (t) => {
  const { list, shown } = noticesOn(t);
  const [first, second] = ['It goes on in another tab.', 'No words.'].map((text) => shown.show('error', { text, picture: 'note' }));
  first();
  assert.equal(list.children.length, 1);
  second();
  assert.equal(list.children.length, 0);
});

test('the focus of a notice that is gone goes back to where it came from, of this panel', (t) => {
  const told = [];
  const { list, shown } = noticesOn(t, (...args) => told.push(args));
  const [field, elsewhere] = [new FakeElement(), new FakeElement()];
  elsewhere.getRootNode = () => /** @type {any} */ ({});
  for (const before of [field, elsewhere, null]) {
    shown.show('question', { text: 'Shall I do this?', picture: 'question', ways: { No: () => {}, Yes: () => {} } });
    const card = list.children[0];
    const [no, yes] = card.children[1].children.at(-1).children;
    list.dispatchEvent(Object.assign(new Event('focusin'), { relatedTarget: before }));
    list.dispatchEvent(Object.assign(new Event('focusin'), { relatedTarget: no })); // on to the next button
    root.activeElement = yes;
    shown.clear('question');
    root.activeElement = null;
    assert.deepEqual(told.at(-1), [true, before === field ? field : undefined]);
  }
});
