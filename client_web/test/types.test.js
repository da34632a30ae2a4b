import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as module from '../antiphon.js';
import * as feed from '../feed.js';
import './support.js';

const declared = (name) => readFileSync(new URL(`../${name}.d.ts`, import.meta.url), 'utf8');

test('the declarations have every name that the module exports, and no other', () => {
  for (const [name, exported] of Object.entries({ antiphon: module, feed })) {
    const names = [...declared(name).matchAll(/^export (?:class|const|function) (\w+)/gm)].map(([, one]) => one);
    assert.deepEqual(names.sort(), Object.keys(exported).sort());
  }
});

test('the declarations have every member of the class, and no other', () => {
  const text = declared('antiphon');
  const body = text.slice(text.indexOf('class Antiphon extends EventTarget'));
  const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:<]/gm)].map(([, one]) => one);
  assert.deepEqual(members.sort(), Object.getOwnPropertyNames(module.Antiphon.prototype).sort());
});

test('every event that is declared is in the reference, and the other way round', () => {
  const types = declared('types');
  const start = types.indexOf('export interface Events {');
  const events = [...types.slice(start, types.indexOf('\n}', start)).matchAll(/^ {2}(\w+):/gm)].map(([, one]) => one);
  const reference = readFileSync(new URL('../../docs/reference/browser-module.md', import.meta.url), 'utf8');
  const [, table] = /## Events\n([\s\S]*?)\n## /.exec(reference);
  const told = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, one]) => one);
  assert.deepEqual(events.sort(), told.sort());
});
