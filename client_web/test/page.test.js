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

const told = (page) => sent(page.news()).outline;
const row = (text) => ({ cells: [text] });
const table = (...texts) => ({ kind: 'table', name: 'Teas', columns: [], rows: texts.map(row) });
const choice = (name) => ({ kind: 'choice', name, options: [{ name: 'All' }] });

test('an outline is told where it is another than was told last, and never as nothing', () => {
  let blocks;
  const page = pageOf({}, 'A shop.');
  assert.ok(!('outline' in sent(page.introduction())));
  page.change({ outline: () => blocks && { blocks } });
  assert.deepEqual(sent(page.news()), {});
  blocks = [table('Oolong')];
  assert.deepEqual(sent(page.news()), { narration: 'A shop.', outline: { blocks: [table('Oolong')] } });
  assert.deepEqual(sent(page.news()), {});
  page.change({ narration: 'A tea shop.' });
  assert.deepEqual(sent(page.news()), { narration: 'A tea shop.' });
  assert.deepEqual(sent(page.introduction()).outline, { blocks: [table('Oolong')] });
  blocks = [];
  assert.deepEqual(told(page), { blocks: [] });
  page.missed('state.update');
  assert.deepEqual(told(page), { blocks: [] });
});

test('an outline of the page itself stands in place of one that is seen', () => {
  const page = pageOf({}, '');
  page.seen = { actions: (own) => own, narration: (own) => own, outline: () => ({ blocks: [choice('Seen')] }) };
  assert.deepEqual(told(page), { blocks: [choice('Seen')] });
  page.change({ outline: { blocks: [choice('Own')] } });
  assert.deepEqual(told(page), { blocks: [choice('Own')] });
});

test('of an outline over 16 KiB the last blocks are left out', () => {
  const page = pageOf({}, '');
  const long = table(...Array(100).fill('é'.repeat(60)));
  page.change({ outline: { blocks: [choice('First'), long, choice('Last')] } });
  assert.deepEqual(told(page), { blocks: [choice('First'), long, choice('Last')] });
  page.change({ outline: { blocks: [choice('First'), long, long, choice('Last')] } });
  assert.deepEqual(told(page), { blocks: [choice('First'), long] });
});
