import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser } from './support.js';
import { feed } from '../feed.js';

const APP = 'https://app.example';
const EVENT = { type: 'turn-started', state: 'listening', timestamp: '2025-09-26T17:10:32.150Z' };

/** A page with a call, inside of another one; `says` is what the other posts. */
async function embedded(t, options = { origin: APP }) {
  const told = [];
  const parent = { postMessage: (message, origin) => told.push([message, origin]) };
  const window = Object.assign(new EventTarget(), { parent });
  globalThis.window = window;
  t.after(() => delete globalThis.window);
  const browser = new FakeBrowser();
  const antiphon = await browser.call({ turnEvents: true });
  const stop = feed(antiphon, typeof options === 'function' ? options(told) : options);
  const says = (data, { origin = APP, source = parent } = {}) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  const happens = () => browser.channel.receive('voicepilot.turn.event', EVENT);
  return { antiphon, browser, told, says, stop, happens };
}

test('turn events are asked for, told to the page, and posted to the embedding page at its origin alone', async (t) => {
  const { antiphon, browser, told, happens } = await embedded(t);
  assert.deepEqual(browser.channel.payloads('session.initialize')[0].subscribe, ['turn.event']);
  happens();
  assert.equal(antiphon.events.at(-1).state, 'listening');
  assert.deepEqual(told, [[{ type: 'voicepilot.turn.event', payload: EVENT }, APP]]);
});

test('a page that wants no turn events asks for none', async () => {
  const browser = new FakeBrowser();
  await browser.call();
  assert.equal('subscribe' in browser.channel.payloads('session.initialize')[0], false);
});

for (const prefix of ['', 'voicepilot.']) {
  test(`the embedding page may interrupt and stop: "${prefix}..."`, async (t) => {
    const { antiphon, browser, says } = await embedded(t);
    browser.speak();
    says({ type: `${prefix}interruptAssistant` });
    assert.equal(browser.audio.muted, true);
    assert.equal(antiphon.state, 'ai_speaking');
    says({ type: `${prefix}stopSession` });
    assert.equal(antiphon.state, 'not_connected');
  });
}

test('nobody else is obeyed, and nothing else', async (t) => {
  const { antiphon, says } = await embedded(t);
  says({ type: 'stopSession' }, { origin: 'https://app.example.evil.example' });
  says({ type: 'stopSession' }, { origin: 'null' });
  says({ type: 'stopSession' }, { source: {} });
  for (const data of [null, undefined, 'stopSession', {}, { type: 'constructor' }, { type: null }, [1]]) says(data);
  assert.equal(antiphon.state, 'idle');
});

test('an end is an end', async (t) => {
  const { antiphon, told, says, stop, happens } = await embedded(t);
  stop();
  happens();
  says({ type: 'stopSession' });
  assert.deepEqual([told, antiphon.state], [[], 'idle']);
});

test('a webview of an editor has a way of its own to be told', async (t) => {
  const origin = 'vscode-webview://1a2b';
  const own = (told) => ({ origin, post: (message) => told.push(message.type) });
  const { antiphon, told, says, happens } = await embedded(t, own);
  happens();
  assert.deepEqual(told, ['voicepilot.turn.event']);
  says({ type: 'stopSession' }, { source: {} });
  assert.equal(antiphon.state, 'idle');
  says({ type: 'stopSession' }, { origin, source: {} });
  assert.equal(antiphon.state, 'not_connected');
});

for (const origin of ['*', 'null', '', undefined, [], 'https://app.example/page', 'app.example', [APP, '*']]) {
  test(`the feed refuses to speak to everybody: ${JSON.stringify(origin)}`, async (t) => {
    await assert.rejects(embedded(t, { origin }), { code: 'client.feed' });
  });
}

test('a page that is embedded nowhere has no feed', async (t) => {
  const alone = new EventTarget();
  globalThis.window = Object.assign(alone, { parent: alone });
  t.after(() => delete globalThis.window);
  assert.throws(() => feed(new FakeBrowser().antiphon(), { origin: APP }), { code: 'client.feed' });
});
