import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../', import.meta.url);

/** The module and everything that it loads. */
function loaded(file, found = new Map()) {
  if (found.has(file.href)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file.href, Buffer.byteLength(text));
  for (const [, path] of text.matchAll(/^(?:import|export) .*from '(.+)';$/gm)) loaded(new URL(path, file), found);
  return found;
}

test('the module and what it loads have less than 60 kB', () => {
  const sizes = loaded(new URL('antiphon.js', ROOT));
  assert.ok(sizes.size > 10);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(bytes < 60_000, `${bytes} bytes in ${sizes.size} files`);
});
