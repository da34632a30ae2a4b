import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../', import.meta.url);

/** What a module names as its imports, and its worklets. */
const LOADED = /^(?:import|export) .*from '(.+)';$|new URL\('(.+\.js)', import\.meta\.url\)/gm;

/** What it loads where that is used; types are no files that are loaded. */
const ON_DEMAND = /\bimport\('([^']+)'\)(?!\.)/g;

/** The module and everything that it loads. */
function loaded(file, found = new Map()) {
  if (found.has(file.href)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file.href, text);
  for (const [, path, worklet] of text.matchAll(LOADED)) loaded(new URL(path ?? worklet, file), found);
  return found;
}
const names = (files) => [...files].map((file) => String(file).replace(ROOT.href, '')).sort();

test('the module and what it loads have less than 60 kB', () => {
  const texts = loaded(new URL('antiphon.js', ROOT));
  assert.ok(texts.has(new URL('src/worklet.js', ROOT).href));
  const bytes = [...texts.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  assert.ok(bytes < 60_000, `${bytes} bytes in ${texts.size} files`);
});

test('nothing but the check of parameters and the choice of devices is left for later', () => {
  const later = [...loaded(new URL('antiphon.js', ROOT))].flatMap(([file, text]) =>
    [...text.matchAll(ON_DEMAND)].map(([, path]) => new URL(path, file)),
  );
  assert.deepEqual(names(new Set(later.map(String))), ['src/devices.js', 'src/schema.js']);
});
