import assert from 'node:assert/strict';
import { test } from 'node:test';

import { knownOf, wordsOf } from '../panel/words.js';

/** A tag with these attributes. @param {Record<string, string>} attributes @returns {any} */
const tag = (attributes) => ({ getAttribute: (name) => attributes[name] ?? null, getAttributeNames: () => Object.keys(attributes) });

/** What is said on the console while `act` runs. */
function said(t, act) {
  const { mock } = t.mock.method(console, 'error', () => {});
  act();
  return mock.calls.map(({ arguments: [text] }) => text);
}

test('attributes have words of their own, one by one or as JSON, and the single one counts', (t) => {
  const attributes = { words: '{"start": "Los", "stop": "Aus"}', 'word-stop': 'Halt', 'word-not-connected': '', class: 'x' };
  assert.deepEqual(said(t, () => assert.deepEqual(wordsOf(tag(attributes)), { start: 'Los', stop: 'Halt', not_connected: '' })), []);
});

test('JSON that is none is told once, however often the words are read', (t) => {
  const broken = tag({ words: '{"mute":"Stumm"', 'word-mute': 'Still' });
  const told = said(t, () => {
    for (let times = 0; times < 70; times++) assert.deepEqual(wordsOf(broken), { mute: 'Still' });
  });
  assert.deepEqual(told, ['Antiphon: the attribute words of the panel is no JSON such as {"start": "Anrufen"}: {"mute":"Stumm"']);
});

test('a word that the panel has not is told once, with the one that was meant', (t) => {
  const told = said(t, () => {
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(wordsOf(tag({ 'word-holdspacetotalk': 'x', words: '{"typHere": "y", "mute": 1}' })), {});
      assert.deepEqual(knownOf({ Start: 'z', stop: 'Halt' }), { stop: 'Halt' });
    }
  });
  assert.deepEqual(told, [
    'Antiphon: the panel has no word “typHere”. Do you mean “typeHere”?',
    "Antiphon: the panel's word “mute” is no text.",
    'Antiphon: the panel has no attribute word-holdspacetotalk. Do you mean word-hold-space-to-talk?',
    'Antiphon: the panel has no word “Start”. Do you mean “start”?',
  ]);
});
