import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Page } from '../src/page.js';

const sent = (payload) => JSON.parse(JSON.stringify(payload));

const pageOf = (actions, narration) => {
  const page = new Page();
  page.change({ actions, narration });
  return page;
};

test('the registry carries descriptions and schemas in the words of the contract, and no functions', () => {
  const parameters = { type: 'object', properties: { level: { type: 'integer' } } };
  const page = pageOf(
    {
      volume: { description: 'Set the volume', parameters, followUp: false, confirm: true, timeoutMs: 800, run() {} },
      help: { description: 'Help', run() {} },
    },
    '',
  );
  assert.deepEqual(sent(page.introduction().actions), {
    volume: { description: 'Set the volume', parameters, follow_up: false, confirm: true, timeout_ms: 800 },
    help: { description: 'Help', parameters: { type: 'object', properties: {} } },
  });
});

test('the narration is a text, or a function that is asked when it is needed', () => {
  let items = 0;
  const page = pageOf({}, () => `The cart holds ${items}.`);
  items = 1;
  assert.equal(page.introduction().narration, 'The cart holds 1.');
  assert.equal(pageOf({}, 'A page.').introduction().narration, 'A page.');
});

test('what has changed is news once', () => {
  let items = 0;
  const page = pageOf({}, () => `The cart holds ${items}.`);
  page.introduction();
  assert.deepEqual(sent(page.news()), {});
  items = 2;
  assert.deepEqual(sent(page.news()), { narration: 'The cart holds 2.' });
  assert.deepEqual(sent(page.news()), {});
});

test('a narration of 8 KiB is told, a longer one is refused', () => {
  assert.equal(pageOf({}, 'a'.repeat(8192)).introduction().narration.length, 8192);
  assert.throws(() => pageOf({}, 'a'.repeat(8193)).introduction(), { code: 'protocol.too_large' });
});
