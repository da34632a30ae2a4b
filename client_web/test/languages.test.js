import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { WORDS as DEMO } from '../demo/words.js';
import { EMBED } from '../embed/words.js';
import { LANGUAGES } from '../generated/languages.js';
import { allWordsOf, seconds, WORDS } from '../panel/words.js';
import { languageOf, learn, load, textsOf } from '../src/language.js';
import { sayIn, SENTENCES } from '../src/sentences.js';
import { FakeBrowser, named, only, until } from './support.js';

const ENGLISH = { panel: WORDS, module: SENTENCES, embed: EMBED, demo: DEMO };
const FILES = readdirSync(new URL('../languages', import.meta.url)).sort();
const all = await Promise.all(FILES.map(async (file) => [file.replace('.js', ''), await import(`../languages/${file}`)]));

/** What is filled in, and what is said in English wherever it stands. */
const marks = (text) => [...text.matchAll(/\{\w+\}|\[[^\]]+\]/g)].map(([mark]) => mark).sort();

test('the list has every language that there is a file of', () => {
  assert.deepEqual(Object.keys(LANGUAGES).map((code) => `${code}.js`), FILES);
  assert.equal(FILES.length, 7);
});

for (const [code, texts] of all) {
  for (const [part, english] of Object.entries(ENGLISH)) {
    test(`${code} has every text of ${part}, none that is unknown, and what is filled in`, () => {
      assert.deepEqual(Object.keys(texts[part]).sort(), Object.keys(english).sort());
      for (const [name, text] of Object.entries(english)) {
        assert.ok(texts[part][name].trim(), name);
        assert.deepEqual(marks(texts[part][name]), marks(text), name);
      }
    });
  }
  test(`the words of ${code} say which language they are in`, () => {
    assert.equal(new Intl.Locale(texts.panel.language).language, code);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(ENGLISH).sort());
  });
}

test('the first language that there is counts, English among them', () => {
  const wishes = {
    'de-DE en': 'de',
    'fr-CA fr en': 'fr',
    'pt-BR': 'pt',
    'en-GB de': 'en',
    'sv-SE': 'en',
    'sv-SE nl en': 'nl',
    'zh-CN': 'zh',
    'zh-SG': 'zh',
    'zh-TW en': 'en',
    'zh-Hant-HK zh-Hans': 'zh',
    'DE-at': 'de',
    'no_tag it': 'it',
    '': 'en',
  };
  for (const [tags, code] of Object.entries(wishes)) assert.equal(languageOf(tags.split(' ')), code, tags);
});

/** A tag with these attributes, on a page with that language. @returns {any} */
const tag = (attributes, page = 'en') => ({
  getAttribute: (name) => attributes[name] ?? null,
  getAttributeNames: () => Object.keys(attributes),
  closest: () => ('lang' in attributes ? tag(attributes) : { getAttribute: () => page }),
});

test('a panel speaks the language of its tag, and its own words come first', async () => {
  await load('de');
  const words = allWordsOf(tag({ lang: 'de-CH', 'word-stop': 'Auflegen' }), { mute: 'Still' });
  assert.deepEqual([words.start, words.stop, words.mute, words.language], ['Starten', 'Auflegen', 'Still', 'de']);
  assert.equal(allWordsOf(tag({ lang: 'sv' }), {}).start, 'Start');
  assert.equal(allWordsOf(tag({ lang: 'sv' }), {}).language, 'en');
});

test('words that a page has translated are in the language of the panel, or of the page', () => {
  const swedish = Object.fromEntries(Object.keys(WORDS).filter((name) => name !== 'language').map((name) => [name, `på ${name}`]));
  assert.equal(allWordsOf(tag({ lang: 'sv-FI' }), swedish).language, 'sv-FI');
  assert.equal(allWordsOf(tag({}, 'sv'), swedish).language, 'sv');
  assert.equal(allWordsOf(tag({}, 'sv'), { ...swedish, language: 'da' }).language, 'da');
});

test('seconds have the decimal sign of the language', () => {
  const written = (language) => [123, 1234, 12345, 1234567].map((ms) => seconds(ms, { ...WORDS, language }));
  assert.deepEqual(written('en'), ['0.12', '1.2', '12', '1235']);
  assert.deepEqual(written('de'), ['0,12', '1,2', '12', '1235']);
  assert.deepEqual(written('zh-Hans'), written('en'));
  assert.deepEqual(written('no tag'), written('en'));
});

test('a language whose file does not come is English, and that is told', async (t) => {
  const { mock } = t.mock.method(console, 'info', () => {});
  const { es, it } = LANGUAGES;
  LANGUAGES.es = () => Promise.reject(new Error('404'));
  LANGUAGES.it = () => new Promise(() => {});
  try {
    assert.deepEqual(await load('es'), {});
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const late = load('it');
    t.mock.timers.tick(3000);
    assert.deepEqual(await late, {});
  } finally {
    Object.assign(LANGUAGES, { es, it });
  }
  assert.deepEqual(mock.calls.map(({ arguments: [text] }) => /language (\w+)/.exec(text)[1]), ['es', 'it']);
  assert.deepEqual(await load('constructor'), {});
  assert.equal((await load('es')).panel.start, 'Empezar');
});

test('a language is there at once where it was loaded before', async () => {
  await load('fr');
  assert.equal(textsOf('fr').panel?.start, 'Démarrer');
  assert.deepEqual(textsOf('en'), {});
});

test('a sentence is filled in, and is English until another language has it', async () => {
  /** @type {Record<string, string>} */ const own = {};
  const say = sayIn(own);
  assert.equal(say('http', { status: 502 }), 'The server refused the call (HTTP 502).');
  await learn(own, ['nl-BE']);
  assert.equal(say('http', { status: 502 }), 'De server heeft het gesprek geweigerd (HTTP 502).');
  assert.equal(say('session.constructor'), undefined);
});

/** What is said where no microphone may be used. */
async function refused(options, languages) {
  const browser = Object.assign(new FakeBrowser(), { languages });
  browser.mediaDevices.getUserMedia = () => Promise.reject(named('NotAllowedError'));
  const antiphon = browser.antiphon(options);
  antiphon.connect().catch(() => {});
  await until(() => only(antiphon, 'microphone').length);
  const [{ code, message }] = only(antiphon, 'microphone');
  await until(() => browser.requests.length);
  antiphon.hangUp();
  const [{ message: end }] = only(antiphon, 'closed');
  return { code, message, end, locale: browser.requests[0].body.locale };
}

test('the module says what befalls a call in the language of the browser, or of its option', async () => {
  const english = await refused({}, ['en-GB', 'de']);
  assert.match(english.message, /^The microphone is blocked .* You can type meanwhile\.$/);
  const german = await refused({}, ['de-AT', 'en']);
  assert.match(german.message, /^Das Mikrofon ist für diese Seite gesperrt\. .* Sie können so lange schreiben\.$/);
  assert.equal(german.end, 'Sie haben das Gespräch beendet.');
  assert.deepEqual([english.code, german.code], ['microphone.refused', 'microphone.refused']);
  assert.match((await refused({ language: 'zh-CN' }, ['de'])).message, /^此页面.*您可以先输入文字。$/);
  assert.match((await refused({ language: 'en' }, ['de'])).message, /^The microphone/);
});

test('the server is told the language of the browser, unless the page tells another', async () => {
  assert.equal((await refused({}, ['de-AT', 'en'])).locale, 'de-AT');
  assert.equal((await refused({ locale: 'fr' }, ['de-AT'])).locale, 'fr');
  assert.equal((await refused({ language: 'fr' }, ['de-AT'])).locale, 'de-AT');
  assert.equal((await refused({}, ['en-US@posix', 'en'])).locale, 'en');
  assert.equal((await refused({}, undefined)).locale, undefined);
});
