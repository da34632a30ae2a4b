import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

const said = (browser) => browser.channel.sent.slice(1).map(({ type, payload }) => [type, payload]);

// --- who has the floor -----------------------------------------------------------------------------------------------

test('the page may cancel an answer, at once or after the sentence', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.speak();
  antiphon.cancelReply({ graceful: true });
  assert.equal(browser.audio.muted, false);
  antiphon.cancelReply();
  assert.equal(browser.audio.muted, true);
  assert.deepEqual(said(browser), [
    ['response.cancel', { graceful: true }],
    ['response.cancel', {}],
  ]);
});

test('yield, grant, policy and a turn that does not count are said as the contract has them', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.grant();
  antiphon.grant({ expectResponse: false, delayMs: 200 });
  antiphon.policy({ profile: 'hands-free' });
  antiphon.startTalking();
  antiphon.stopTalking({ cancel: true });
  browser.speak();
  antiphon.yieldFloor('the form was sent');
  assert.equal(browser.audio.muted, true);
  assert.deepEqual(said(browser), [
    ['assistant.grant', {}],
    ['assistant.grant', { expect_response: false, delay_ms: 200 }],
    ['policy.update', { profile: 'hands-free' }],
    ['input.start', { trigger: 'ptt' }],
    ['input.cancel', {}],
    ['assistant.yield', { reason: 'the form was sent' }],
  ]);
  browser.channel.receive('policy.updated', { profile: 'hands-free', allowBargeIn: false });
  assert.deepEqual(only(antiphon, 'policy'), [{ type: 'policy', profile: 'hands-free', allowBargeIn: false }]);
});

test('a wake word begins a turn where the microphone is open, and only there', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  assert.equal(antiphon.wake(), true);
  antiphon.mute(true);
  assert.equal(antiphon.wake(), false);
  assert.deepEqual(browser.channel.payloads('input.start'), [{ trigger: 'wake_word' }]);
  antiphon.hangUp();
  assert.equal(antiphon.wake(), false);
});

test('a page that cannot go on says why, and the call ends', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.fail('page.crashed', 'Out of memory.');
  assert.deepEqual(said(browser), [['error.fatal', { code: 'page.crashed', message: 'Out of memory.' }]]);
  assert.equal(only(antiphon, 'closed')[0].reason, 'error');
});

// --- what was heard --------------------------------------------------------------------------------------------------

const ids = { turn_id: 'turn_1', response_id: 'resp_1' };
const played = (browser) => browser.channel.payloads('audio.played');

test('captions are told with their times', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('caption', { response_id: 'resp_1', text: 'Good day.', start_ms: 0, end_ms: 660 });
  assert.deepEqual(only(antiphon, 'caption'), [
    { type: 'caption', responseId: 'resp_1', text: 'Good day.', startMs: 0, endMs: 660 },
  ]);
});

test('an answer that was heard whole is acknowledged when its last sound has been played', async (t) => {
  const browser = new FakeBrowser();
  await browser.call();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  browser.audio.currentTime = 7;
  browser.speak();
  browser.audio.currentTime = 9.02;
  browser.channel.receive('audio.end', { ...ids, duration_ms: 2000 });
  await new Promise(setImmediate);
  t.mock.timers.tick(39);
  await new Promise(setImmediate);
  assert.deepEqual(played(browser), []);
  browser.audio.currentTime = 9.06;
  t.mock.timers.tick(1);
  await until(() => played(browser).length);
  assert.deepEqual(played(browser), [{ response_id: 'resp_1', played_ms: 2000 }]);
});

test('an answer that the browser did not play was not heard', async (t) => {
  const browser = new FakeBrowser();
  await browser.call();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  browser.speak(); // the element's clock stands still
  browser.channel.receive('audio.end', { ...ids, duration_ms: 2000 });
  await new Promise(setImmediate);
  t.mock.timers.tick(40);
  await until(() => played(browser).length);
  assert.deepEqual(played(browser), [{ response_id: 'resp_1', played_ms: 0 }]);
});

test('an answer that was interrupted was heard until it was silenced, but for what the buffer held', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.audio.currentTime = 1;
  browser.speak();
  browser.audio.currentTime = 2;
  browser.channel.receive('playback.paused', { ...ids, played_ms: 1000 });
  browser.audio.currentTime = 2.5; // a pause is not heard
  browser.channel.receive('playback.resumed', { ...ids, played_ms: 1000 });
  browser.audio.currentTime = 3;
  antiphon.interrupt();
  browser.audio.currentTime = 3.4; // nor what comes after
  browser.channel.receive('response.interrupted', { ...ids, played_ms: 1900, heard_text: 'Good' });
  await until(() => played(browser).length);
  assert.deepEqual(played(browser), [{ response_id: 'resp_1', played_ms: 1460 }]);
});

test('more than was sent was not heard, and nothing is said of an answer that did not begin', async () => {
  const browser = new FakeBrowser();
  await browser.call();
  browser.channel.receive('response.interrupted', { turn_id: 'turn_0', played_ms: 0, heard_text: '' });
  browser.speak();
  browser.audio.currentTime = 5;
  browser.channel.receive('response.interrupted', { ...ids, played_ms: 300, heard_text: '' });
  await until(() => played(browser).length);
  assert.deepEqual(played(browser), [{ response_id: 'resp_1', played_ms: 300 }]);
});
