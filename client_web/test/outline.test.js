import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Together } from '../src/observe/together.js';
import { fitted } from '../src/outline/size.js';
import { bytesOf, jsonOf } from '../src/texts.js';

const list = (count) => ({ kind: 'list', name: 'Teas', items: Array(count).fill({ name: 'é'.repeat(100) }) });
const form = { kind: 'form', name: 'Guest', fields: [{ name: 'Name', kind: 'text' }] };
const choice = { kind: 'choice', name: 'Filter', options: [{ name: 'All' }] };
const sizeOf = (blocks) => bytesOf(jsonOf({ blocks }));

test('an outline that fits is left as it is', () => {
  const blocks = [list(10), form, choice];
  assert.deepEqual(fitted(blocks), blocks);
  assert.deepEqual(fitted(blocks, sizeOf(blocks) + 1), blocks);
});

test('what does not fit is left out from the end, of the last list its last items', () => {
  const blocks = fitted([choice, form, list(60), list(60), form]);
  const [, , whole, cut] = blocks;
  assert.equal(blocks.length, 4);
  assert.equal(whole.items.length, 60);
  assert.ok(cut.items.length > 10 && cut.items.length < 60);
  assert.ok(sizeOf(blocks) <= 16 * 1024 && sizeOf([...blocks.slice(0, 3), list(cut.items.length + 1)]) > 16 * 1024);
});

test('a form is left out whole', () => {
  assert.deepEqual(fitted([choice, form, choice], sizeOf([choice]) + 20), [choice]);
});

test('there are 40 blocks at most', () => {
  assert.equal(fitted(Array(50).fill(choice)).length, 40);
});

const seen = (...blocks) => ({ actions: (own) => own, narration: (own) => own, outline: () => ({ blocks }) });

test('the blocks of several observers are one outline', () => {
  const page = { own: {}, actions: {}, change() {} };
  Together.of(page).all.add(seen(choice)).add(seen(form));
  assert.deepEqual(page.seen.outline(), { blocks: [choice, form] });
});

test('a registry of 47 KiB and an outline go into one message', () => {
  const page = { own: {}, actions: { go: { description: 'x'.repeat(47 * 1024) } }, change() {} };
  Together.of(page).all.add(seen(form, list(60)));
  const { blocks } = page.seen.outline();
  assert.ok(sizeOf(blocks) < 7 * 1024 && blocks[1].items.length > 20);
});
