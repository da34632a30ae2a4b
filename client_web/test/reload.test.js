import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HELLO, acting, call, claim, holds, reloaded, settle } from './resuming.js';
import { FakeBrowser, only, until } from './support.js';

test('a page that was loaded again goes on with its call', async (t) => {
  const before = await call(t, { assistantId: 'shop' });
  const browser = reloaded(before.browser);
  const antiphon = browser.antiphon({ assistantId: 'shop', narration: 'The page, again.' });
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  assert.deepEqual(
    browser.requests.map(({ url }) => url),
    ['http://127.0.0.1:8080/v1/sessions/sess_1/offer'],
  );
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
  assert.deepEqual(browser.channel.payloads('session.initialize'), [
    { protocol: 'vip/1', narration: 'The page, again.', actions: {}, resume: claim(3) },
  ]);
  browser.channel.receive('session.state', { state: 'idle', previous: 'ai_speaking', trigger: 'response.cancel' }, { seq: 4 });
  assert.deepEqual(only(antiphon, 'connection'), [], 'a state that was missed does not make it ready');
  holds(browser, 'idle', 5);
  await opened;
  assert.equal(only(antiphon, 'connected').length, 1);
  assert.equal(only(antiphon, 'connection')[0].resumed, true);
  // What the server knew of the other page's microphone is not known here.
  assert.deepEqual(browser.channel.payloads('input.mute'), [{ muted: false }]);
  antiphon.hangUp();
  assert.equal(browser.stored.size, 0);
});

test('what the page did when it was loaded again has failed; what it is asked now runs', async (t) => {
  const before = await acting(t);
  const browser = reloaded(before.browser);
  const antiphon = browser.antiphon({ actions: { go: { description: 'Go', run: () => 'new' } } });
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_2', action_id: 'go', parallel: true }, { seq: 6 });
  holds(browser, 'invoke_action', 7);
  await opened;
  await settle();
  const answers = browser.channel.payloads('action.result');
  assert.deepEqual(answers.map(({ invocation_id: id, status }) => [id, status]).sort(), [
    ['inv_1', 'error'],
    ['inv_2', 'success'],
  ]);
  antiphon.hangUp();
});

test('a session that is gone, or was of another assistant, gives way to a new one', async (t) => {
  const before = await call(t, { assistantId: 'shop' });
  for (const assistantId of ['shop', 'other']) {
    const browser = reloaded(before.browser);
    browser.again = () => Response.json({ code: 'protocol.not_found', detail: 'Gone.' }, { status: 404 });
    const antiphon = browser.antiphon({ assistantId });
    const opened = antiphon.connect();
    await until(() => browser.peer.remoteDescription);
    assert.equal(browser.requests.at(-1).url, 'http://127.0.0.1:8080/v1/sessions');
    assert.equal(browser.requests.length, assistantId === 'shop' ? 2 : 1);
    browser.channel.open();
    browser.channel.receive('session.connected', HELLO, { seq: 1 });
    assert.equal('resume' in browser.channel.payloads('session.initialize')[0], false);
    browser.channel.receive('session.state', { state: 'idle', trigger: 'server.ready' }, { seq: 2 });
    await opened;
    antiphon.hangUp();
  }
});

test('a tab without storage, or with nonsense in it, has a new call', async (t) => {
  for (const storage of [
    undefined,
    { getItem: () => '{', setItem: () => assert.fail('full'), removeItem() {} },
    { getItem: () => 'null', setItem() {}, removeItem() {} },
  ]) {
    const browser = new FakeBrowser();
    browser.storage = storage;
    const { antiphon } = await call(t, { browser });
    assert.equal(antiphon.state, 'idle');
    antiphon.hangUp();
    t.mock.timers.reset();
  }
});
