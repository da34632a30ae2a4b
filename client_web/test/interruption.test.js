import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only } from './support.js';

const interruptions = {
  'by hand': (antiphon) => antiphon.interrupt(),
  'by push to talk': (antiphon) => antiphon.startTalking(),
  'by typing': (antiphon) => antiphon.sendText('stop'),
};

for (const [how, interrupt] of Object.entries(interruptions)) {
  test(`an interruption ${how} mutes the voice at once, until the next audio.start`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    browser.speak();
    assert.equal(browser.audio.muted, false);

    interrupt(antiphon);
    assert.equal(browser.audio.muted, true, 'before any answer of the server');
    browser.state('user_speaking', 'input.barge_in', 'turn_2');
    browser.channel.receive('response.interrupted', { turn_id: 'turn_1', response_id: 'resp_1', heard_text: 'Good' });
    browser.state('ai_thinking', 'input.end', 'turn_2');
    assert.equal(browser.audio.muted, true);
    browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
    assert.equal(browser.audio.muted, false);
  });
}

test('an interruption by voice, which the server hears, mutes the voice until the next audio.start', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.speak();
  browser.state('user_speaking', 'input.barge_in', 'turn_2');
  assert.equal(browser.audio.muted, true);
  browser.channel.receive('response.interrupted', {
    turn_id: 'turn_1',
    response_id: 'resp_1',
    type: 'barge-in',
    source: 'vad',
    heard_text: 'Good',
  });
  browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
  assert.equal(browser.audio.muted, false);
  assert.equal(only(antiphon, 'interrupted')[0].heardText, 'Good');
});

test('the start of a reply that was under way when the user interrupted is not heard', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.state('user_speaking', 'input.start');
  browser.state('ai_thinking', 'input.end');
  antiphon.interrupt();
  browser.channel.receive('audio.start', { turn_id: 'turn_1', response_id: 'resp_1' });
  browser.state('ai_speaking', 'response.audio');
  assert.equal(browser.audio.muted, true);
  browser.state('user_speaking', 'input.barge_in', 'turn_2');
  browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
  assert.equal(browser.audio.muted, false);
});

test('an interruption that the server refuses gives the voice back', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.state('user_speaking', 'input.start');
  browser.state('ai_thinking', 'input.end');
  antiphon.interrupt();
  const { id } = browser.channel.sent.at(-1);
  browser.state('invoke_action', 'response.tool');
  browser.channel.receive('error', { code: 'protocol.invalid_transition', message: 'Not now.' }, { reply_to: id });
  assert.equal(browser.audio.muted, false);
});

test('an interruption while nobody speaks does nothing', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.interrupt();
  assert.equal(browser.audio.muted, false);
  assert.deepEqual(browser.channel.payloads('input.barge_in'), []);
});
