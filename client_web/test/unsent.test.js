import assert from 'node:assert/strict';
import { test } from 'node:test';

import { keepUnsent } from '../panel/unsent.js';
import { FakeBrowser, until } from './support.js';

/** A field and its conversation: `shown` is what was typed there and has not arrived. */
const writer = () => {
  const [shown, back] = [[], []];
  return { shown, back, shows: (text) => shown.includes(text), giveBack: (text) => back.push(text) };
};

/** A call that is ready. */
async function readied(browser, antiphon) {
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', { session_id: 'sess_1' });
  browser.state('idle', 'server.ready');
  await opened;
}

/** The next call of the same `Antiphon`, as far as it is ready. */
async function callAgain(browser, antiphon) {
  const opened = antiphon.connect();
  await until(() => browser.peers.length > 1 && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', { session_id: 'sess_2' });
  browser.state('idle', 'server.ready');
  await opened;
}
const sent = (browser) => browser.channel.payloads('input.text').map(({ text }) => text);

test('what was typed into a call that was lost is sent in the next one, one after the other', async () => {
  const browser = new FakeBrowser();
  const field = writer();
  const antiphon = browser.antiphon();
  keepUnsent(antiphon, field);
  await readied(browser, antiphon);
  field.shown.push('one', 'two');
  antiphon.sendText('one');
  antiphon.sendText('two');
  browser.channel.close();
  assert.deepEqual([antiphon.state, field.back], ['not_connected', []]);
  await callAgain(browser, antiphon);
  assert.deepEqual(sent(browser), ['one']);
  browser.state('ai_thinking', 'input.text');
  browser.state('ai_speaking', 'response.audio');
  assert.deepEqual(sent(browser), ['one']); // the next would interrupt the answer to it
  browser.state('idle', 'audio.complete');
  assert.deepEqual(sent(browser), ['one', 'two']);
  browser.state('idle', 'audio.complete');
  assert.deepEqual([sent(browser), field.back], [['one', 'two'], []]);
});

for (const [what, end] of Object.entries({
  'was stopped by the user': (browser, antiphon) => antiphon.hangUp(),
  'goes on in another window': (browser) => browser.channel.receive('session.closed', { reason: 'replaced' }),
})) {
  test(`what was typed into a call that ${what} is back in the field, and not sent`, async () => {
    const browser = new FakeBrowser();
    const field = writer();
    const antiphon = browser.antiphon();
    keepUnsent(antiphon, field);
    await readied(browser, antiphon);
    field.shown.push('one');
    antiphon.sendText('one');
    end(browser, antiphon);
    assert.deepEqual(field.back, ['one']);
    await callAgain(browser, antiphon);
    assert.deepEqual(sent(browser), []);
  });
}

test('what was typed for a call that could not be made is back in the field', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const field = writer();
  const antiphon = browser.antiphon();
  keepUnsent(antiphon, field);
  const refused = assert.rejects(antiphon.connect(), { code: 'network.unreachable' });
  field.shown.push('one');
  antiphon.sendText('one');
  await refused;
  assert.deepEqual(field.back, ['one']);
});

test('what the page or another panel has typed is left to them', async () => {
  const browser = new FakeBrowser();
  const field = writer();
  const antiphon = browser.antiphon();
  keepUnsent(antiphon, field);
  await readied(browser, antiphon);
  antiphon.sendText('of the page');
  browser.channel.close();
  await callAgain(browser, antiphon);
  assert.deepEqual([field.back, sent(browser)], [[], []]);
});

test('what still waits is given back when nobody keeps it any more', async () => {
  const browser = new FakeBrowser();
  const field = writer();
  const antiphon = browser.antiphon();
  const stop = keepUnsent(antiphon, field);
  await readied(browser, antiphon);
  field.shown.push('one');
  antiphon.sendText('one');
  browser.channel.close();
  stop();
  assert.deepEqual(field.back, ['one']);
  await callAgain(browser, antiphon);
  assert.deepEqual(sent(browser), []);
});
