import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

const statuses = (antiphon) => only(antiphon, 'connection').map(({ status }) => status);
const HELLO = { session_id: 'sess_1', resume_token: 'rt', resume_window_s: 60 };

/** A call that may be resumed. */
async function call(browser = new FakeBrowser()) {
  const antiphon = await browser.call();
  browser.channel.receive('session.connected', HELLO);
  browser.peer.connectionState = 'connected';
  return { browser, antiphon, happens: (type) => browser.events.dispatchEvent(new Event(type)) };
}

for (const type of ['resume', 'pageshow', 'visibilitychange', 'online']) {
  test(`a tab that slept and has its connection goes on: ${type}`, async () => {
    const { antiphon, happens } = await call();
    happens('freeze');
    happens(type);
    happens(type);
    assert.deepEqual(statuses(antiphon), ['connected', 'asleep', 'connected']);
    assert.match(only(antiphon, 'connection')[1].message, /^[A-Z].*\.$/);
    antiphon.hangUp();
  });

  test(`a tab that has lost its connection while it slept makes another: ${type}`, async () => {
    const { browser, antiphon, happens } = await call();
    happens('freeze');
    browser.peer.connectionState = 'failed';
    happens(type);
    assert.deepEqual(statuses(antiphon).slice(1), ['asleep', 'reconnecting']);
    assert.match(only(antiphon, 'connection').at(-1).message, /^[A-Z].*\.$/);
    antiphon.hangUp();
  });
}

test('a tab without a call sleeps without a word', async () => {
  const { antiphon, happens } = await call();
  antiphon.hangUp();
  const told = antiphon.events.length;
  for (const type of ['freeze', 'resume', 'click']) happens(type);
  assert.equal(antiphon.events.length, told);
});

for (const type of ['click', 'keydown']) {
  test(`what the browser refused to play is played at any gesture: ${type}`, async () => {
    const { browser, antiphon, happens } = await call();
    browser.audio.refusal = new DOMException('no gesture', 'NotAllowedError');
    browser.peer.dispatchEvent(Object.assign(new Event('track'), { track: {}, streams: [{}] }));
    await until(() => only(antiphon, 'playback').length);
    assert.match(only(antiphon, 'playback')[0].message, /Click anywhere/);
    happens(type);
    await new Promise(setImmediate);
    browser.audio.refusal = undefined;
    happens(type);
    await until(() => only(antiphon, 'playback').length === 2);
    happens(type);
    await new Promise(setImmediate);
    assert.deepEqual(
      only(antiphon, 'playback').map(({ blocked }) => blocked),
      [true, false],
    );
    antiphon.hangUp();
  });
}

test('a microphone that may not be listened to yet is listened to after the first gesture', async () => {
  const browser = new FakeBrowser();
  let allowed = false;
  browser.hears();
  const { createHint } = browser;
  browser.createHint = (stream, heard) => (allowed ? createHint(stream, heard) : undefined);
  const { antiphon, happens } = await call(browser);
  assert.equal(browser.hints, 0);
  allowed = true;
  happens('click');
  happens('click');
  assert.equal(browser.hints, 1);
  antiphon.hangUp();
  assert.equal(browser.hints, 0);
});
