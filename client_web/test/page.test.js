import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Page } from '../src/page.js';

test('the registry carries descriptions and schemas in the words of the contract, and no functions', () => {
  const parameters = { type: 'object', properties: { level: { type: 'integer' } } };
  const page = new Page(
    {
      volume: { description: 'Set the volume', parameters, followUp: false, confirm: true, timeoutMs: 800, run() {} },
      help: { description: 'Help', run() {} },
    },
    '',
  );
  assert.deepEqual(page.introduction().actions, {
    volume: { description: 'Set the volume', parameters, follow_up: false, confirm: true, timeout_ms: 800 },
    help: { description: 'Help', parameters: { type: 'object', properties: {} } },
  });
});

test('the narration is a text, or a function that is asked when it is needed', () => {
  let items = 0;
  const page = new Page({}, () => `The cart holds ${items}.`);
  items = 1;
  assert.equal(page.introduction().narration, 'The cart holds 1.');
  assert.equal(new Page({}, 'A page.').introduction().narration, 'A page.');
});

test('what has changed is news once', () => {
  let items = 0;
  const page = new Page({}, () => `The cart holds ${items}.`);
  page.introduction();
  assert.deepEqual(page.news(), {});
  items = 2;
  assert.deepEqual(page.news(), { narration: 'The cart holds 2.' });
  assert.deepEqual(page.news(), {});
});

test('a narration of 8 KiB is told, a longer one is refused', () => {
  assert.equal(new Page({}, 'a'.repeat(8192)).introduction().narration.length, 8192);
  assert.throws(() => new Page({}, 'a'.repeat(8193)).introduction(), { code: 'protocol.too_large' });
});
