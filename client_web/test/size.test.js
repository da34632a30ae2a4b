import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { LANGUAGES } from '../generated/languages.js';

const ROOT = new URL('../', import.meta.url);

/** What a module loads: by `import` and `export`, by `import()` where it is needed, and as a worklet. Types are not loaded. */
const LOADED = new RegExp(
  [
    /^(?:import|export)\b[^;]*?\bfrom '(.+)';$/,
    /^import '(.+)';$/,
    /\bimport\('(.+?)'\)(?!\.)/,
    /new URL\('(.+?\.js)', import\.meta\.url\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** What is loaded when `observe` is called, and never else. */
const OBSERVE = new URL('src/observe/observe.js', ROOT);

/** What is loaded where another language than English is spoken, and never else. */
const LANGUAGE = new URL('src/language.js', ROOT);

/** The module and everything that it loads at any time, but what `observe` is, and other languages. */
function loaded(file, found = new Map(), without = [OBSERVE.href, LANGUAGE.href]) {
  if (found.has(file.href) || without.includes(file.href)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file.href, text);
  for (const [, ...paths] of text.matchAll(LOADED)) loaded(new URL(paths.find(Boolean), file), found, without);
  return found;
}

/** What is of no use to a browser in one file, and what every bundler takes away: comments, indentation, and the imports of what is in that file. */
const UNUSED = /\/\*[^]*?\*\/|^\s*\/\/.*$|^import \{[^}]*\} from '\..+';$|^\s+/gm;

/** In bytes, what travels of a page that ships these in one file, compressed. */
const travelling = (texts) => gzipSync([...texts].join('\n').replace(UNUSED, ''), { level: 9 }).length;

test('of the module and all that it ever loads less than 20.5 kB travel', () => {
  const texts = loaded(new URL('antiphon.js', ROOT));
  for (const file of ['src/worklet.js', 'src/schema.js', 'generated/transitions.js']) {
    assert.ok(texts.has(new URL(file, ROOT).href), file);
  }
  const bytes = travelling(texts.values());
  assert.ok(bytes < 20_500, `${bytes} bytes in ${texts.size} files`);
});

test('of each part that observe loads less than 20 kB of our own travel, and nothing that a page without it loads', () => {
  const texts = loaded(OBSERVE, new Map(), [LANGUAGE.href]);
  for (const part of ['observe', 'outline', 'operate']) {
    const own = [...texts].filter(([href]) => href.includes(`/src/${part}/`));
    const bytes = travelling(own.map(([, text]) => text));
    assert.ok(bytes > 5_000 && bytes < 20_000, `${part}: ${bytes} bytes in ${own.length} files`);
  }
  const plain = loaded(new URL('antiphon.js', ROOT));
  assert.deepEqual([...plain.keys()].filter((href) => /\/src\/(observe|outline|operate)\//.test(href) || href.includes('/vendor/')), []);
});

test('of another language less than 6 kB travel, and none of them where English is spoken', () => {
  const texts = [...loaded(LANGUAGE, new Map(), [])];
  const shared = texts.filter(([href]) => !href.includes('/languages/')).map(([, text]) => text);
  const files = texts.filter(([href]) => href.includes('/languages/'));
  assert.deepEqual(files.map(([href]) => href.split('/').at(-1)), Object.keys(LANGUAGES).map((code) => `${code}.js`));
  for (const [href, text] of files) {
    const bytes = travelling([...shared, text]);
    assert.ok(bytes < 6_000, `${bytes} bytes of ${href}`);
  }
  const plain = loaded(new URL('antiphon.js', ROOT));
  assert.deepEqual([...plain.keys()].filter((href) => /\/languages?\b/.test(href)), []);
});

test('what is done on a page comes behind what is seen of it', () => {
  const seen = new Map();
  const now = (file) => {
    if (seen.has(file.href)) return;
    const text = readFileSync(file, 'utf8');
    seen.set(file.href, text);
    for (const [, path] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(.+)';$/gm)) now(new URL(path, file));
  };
  now(OBSERVE);
  assert.deepEqual([...seen.keys()].filter((href) => href.includes('/src/operate/')), []);
});

test('what does not travel are comments, indentation and imports, and nothing else', () => {
  const text = '/** A.\n * b */\nf("http://a");\n\t// No.\n\t\tg(); // kept\nimport { a } from \'./a.js\';\nimport b from \'b\';';
  assert.equal(text.replace(UNUSED, ''), '\nf("http://a");\n\ng(); // kept\n\nimport b from \'b\';');
});

test('the ways to load a file are known to this count', () => {
  const paths = (text) => [...text.matchAll(LOADED)].map(([, ...found]) => found.find(Boolean));
  assert.deepEqual(
    paths(`import { a } from './a.js';
import {
  b,
} from './b.js';
import './c.js';
export { d } from './d.js';
const e = async () => (await import('./e.js')).e;
/** @type {import('./types.js').F} */
addModule(new URL('./g.js', import.meta.url));`),
    ['./a.js', './b.js', './c.js', './d.js', './e.js', './g.js'],
  );
});
