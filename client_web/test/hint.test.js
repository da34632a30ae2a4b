import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Antiphon } from '../antiphon.js';
import { FakeBrowser } from './support.js';

/** A call whose microphone is listened to, on a clock of its own. */
async function listening(t, options) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_730_000_000_000 });
  const browser = new FakeBrowser();
  browser.hears();
  const antiphon = await browser.call(options);
  const pass = (ms, level = browser.level) => {
    browser.level = level;
    for (let tick = 0; tick < ms / 10; tick++) t.mock.timers.tick(10);
  };
  return { browser, antiphon, pass, hints: () => browser.channel.payloads('input.detected') };
}
const [QUIET, LOUD] = [-65, -25];

test('speech is told when it begins, and at most twice a second while it goes on', async (t) => {
  const { pass, hints } = await listening(t);
  pass(1000, QUIET);
  assert.deepEqual(hints(), []);
  pass(100, LOUD);
  assert.deepEqual(hints(), [{ source: 'client-hint', level: LOUD, speech: true }]);
  pass(2000, LOUD);
  assert.ok(hints().length >= 4 && hints().length <= 5, String(hints().length));
  const told = hints().length;
  pass(400, QUIET); // may be a gap in a word
  assert.equal(hints().length, told);
  pass(2000, QUIET);
  assert.deepEqual(hints().slice(told), [{ source: 'client-hint', level: QUIET, speech: false }]);
});

test('a click and a steady noise are not told', async (t) => {
  const { pass, hints } = await listening(t);
  pass(500, QUIET);
  pass(50, LOUD);
  pass(500, QUIET);
  for (let level = QUIET; level < -30; level++) pass(600, level); // a fan that is turned up slowly
  assert.deepEqual(hints(), []);
});

test('a muted microphone is not listened to, and after the call nothing is', async (t) => {
  const { browser, antiphon, pass, hints } = await listening(t);
  antiphon.mute(true);
  pass(1000, LOUD);
  assert.deepEqual(hints(), []);
  antiphon.hangUp();
  assert.equal(browser.hints, 0);
  pass(1000, LOUD);
  assert.deepEqual(hints(), []);
});

test('speech over the answer lowers the voice at once, and it comes back where the server hears nobody', async (t) => {
  const { browser, pass } = await listening(t);
  browser.audio.volume = 0.8;
  browser.speak();
  pass(500, QUIET);
  pass(200, LOUD);
  assert.ok(Math.abs(browser.audio.volume - 0.2) < 1e-9, String(browser.audio.volume));
  pass(1000);
  assert.ok(browser.audio.volume < 0.21);
  pass(600);
  assert.equal(browser.audio.volume, 0.8);
  pass(2000); // the same speech lowers it once
  assert.equal(browser.audio.volume, 0.8);
});

test('the voice is lowered in steps', async (t) => {
  const { browser, pass } = await listening(t);
  browser.speak();
  pass(500, QUIET);
  const seen = new Set();
  for (let ms = 0; ms < 300; ms += 10) {
    pass(10, LOUD);
    seen.add(browser.audio.volume);
  }
  assert.ok(seen.size >= 5, [...seen].join(' '));
});

test('the voice comes back when the server says that it goes on', async (t) => {
  const { browser, pass } = await listening(t);
  browser.speak();
  pass(500, QUIET);
  pass(200, LOUD);
  browser.channel.receive('playback.paused', { response_id: 'resp_1', played_ms: 500 });
  pass(200);
  assert.ok(browser.audio.volume < 0.3);
  browser.channel.receive('playback.resumed', { response_id: 'resp_1', played_ms: 500 });
  pass(150);
  assert.equal(browser.audio.volume, 1);
});

test('a volume that the page sets meanwhile stays', async (t) => {
  const { browser, pass } = await listening(t);
  browser.speak();
  pass(500, QUIET);
  pass(300, LOUD);
  browser.audio.volume = 0.6;
  pass(2000);
  assert.equal(browser.audio.volume, 0.6);
});

test('a confirmed interruption is silent, and the next answer has the volume of the page', async (t) => {
  const { browser, pass } = await listening(t);
  browser.speak();
  pass(500, QUIET);
  pass(300, LOUD);
  browser.state('user_speaking', 'input.barge_in', 'turn_2');
  assert.equal(browser.audio.muted, true);
  pass(200);
  browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
  assert.deepEqual([browser.audio.muted, browser.audio.volume], [false, 1]);
});

test('nothing is lowered while nobody speaks over anything', async (t) => {
  const { browser, pass } = await listening(t);
  pass(500, QUIET);
  pass(500, LOUD);
  assert.equal(browser.audio.volume, 1);
});

test('a browser that cannot measure has a call all the same', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  assert.ok(antiphon instanceof Antiphon);
  antiphon.hangUp();
});

test('where the browser cannot listen itself, the microphone works all the same, and is off after the call', async () => {
  const browser = new FakeBrowser();
  browser.createHint = () => {
    throw new DOMException('There are too many audio contexts.', 'NotSupportedError');
  };
  const antiphon = await browser.call();
  const { available, code } = antiphon.events.find(({ type }) => type === 'microphone');
  assert.deepEqual([available, code], [true, undefined]);
  assert.equal(antiphon.microphoneStream, browser.stream);
  browser.events.dispatchEvent(new Event('click'));
  antiphon.hangUp();
  assert.equal(browser.stream.track.readyState, 'ended');
});
