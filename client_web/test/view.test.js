import assert from 'node:assert/strict';
import { test } from 'node:test';

import { build } from '../panel/parts.js';
import { View } from '../panel/view.js';
import { WORDS } from '../panel/words.js';
import { FakeElement, page } from './dom.js';

/** A panel whose assistant speaks. @param {import('node:test').TestContext} t */
function speaking(t) {
  page(t);
  const host = new FakeElement();
  const parts = build(WORDS);
  const view = new View(host, parts, () => WORDS, () => {});
  for (const state of ['connecting', 'idle', 'user_speaking', 'ai_thinking', 'ai_speaking']) view.showState(state);
  return { host, parts, view };
}

const shown = ({ host, parts }) => [host.dataset.vipState, parts.name.textContent, host.hasAttribute('data-reconnecting')];

test('a connection that is lost in the middle of an answer is seen and said at once, and the answer again when it is back', (t) => {
  const panel = speaking(t);
  const { view } = panel;
  assert.deepEqual(shown(panel), ['ai_speaking', 'Speaking', false]);
  view.showConnection({ status: 'reconnecting' });
  assert.deepEqual(shown(panel), ['connecting', 'Reconnecting', true]);
  assert.equal(panel.parts.status.textContent, 'Reconnecting'); // nobody speaks over it any more
  view.showState('ai_speaking'); // the server tells where the call is before it goes on
  assert.deepEqual(shown(panel), ['connecting', 'Reconnecting', true]);
  view.showConnection({ status: 'connected', resumed: true });
  assert.deepEqual(shown(panel), ['ai_speaking', 'Speaking', false]);
});

test('a connection that stays lost ends in the picture of no call', (t) => {
  const panel = speaking(t);
  panel.view.showConnection({ status: 'reconnecting' });
  panel.view.showState('not_connected');
  assert.deepEqual(shown(panel), ['not_connected', 'Not connected', false]);
});

test('a panel that gets other words while its connection is made anew goes on to say so', (t) => {
  const panel = speaking(t);
  panel.view.showConnection({ status: 'reconnecting' });
  const words = { ...WORDS, away: 'Verbinde neu' };
  const parts = build(words);
  const view = new View(panel.host, parts, () => words, () => {});
  view.showState('ai_speaking');
  assert.deepEqual(shown({ host: panel.host, parts }), ['connecting', 'Verbinde neu', true]);
});
