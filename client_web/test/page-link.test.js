import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

const TRIGGERS = {
  idle: 'response.cancel',
  user_speaking: 'input.start',
  ai_thinking: 'input.end',
  ai_speaking: 'response.audio',
  invoke_action: 'response.tool',
};
const refusal = { code: 'context.window_closed', message: 'Not now.', retryable: true };
const updates = (browser) => browser.channel.payloads('state.update').map(({ narration }) => narration);

for (const state of ['idle', 'ai_speaking', 'invoke_action']) {
  test(`in ${state} the page is told of at once`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call({ narration: 'One.' });
    browser.state(state, TRIGGERS[state]);
    antiphon.narrate('Two.', '/two');
    assert.deepEqual(browser.channel.payloads('state.update'), [{ narration: 'Two.', route: '/two' }]);
  });
}

for (const state of ['user_speaking', 'ai_thinking']) {
  test(`in ${state} what the page tells waits for the next window, and the newest is told`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call({ narration: 'One.' });
    browser.state(state, TRIGGERS[state]);
    antiphon.narrate('Two.');
    antiphon.actions({ go: { description: 'Go', run() {} } });
    antiphon.narrate('Three.');
    antiphon.actions({ stay: { description: 'Stay', run() {} } });
    assert.equal(browser.channel.sent.length, 1);
    browser.state('idle', 'input.cancel');
    assert.deepEqual(updates(browser), ['Three.']);
    assert.deepEqual(
      browser.channel.payloads('actions.update').map(({ actions }) => Object.keys(actions)),
      [['stay']],
    );
    browser.state('ai_speaking', 'response.audio');
    assert.equal(browser.channel.sent.length, 3);
  });
}

test('a function is asked when it may be told, and nothing is told twice', async () => {
  const browser = new FakeBrowser();
  let items = 0;
  const antiphon = await browser.call({ narration: () => `${items} items.`, route: () => `/cart/${items}` });
  assert.equal(browser.channel.payloads('session.initialize')[0].route, '/cart/0');
  antiphon.narrate();
  assert.deepEqual(updates(browser), []);
  browser.state('ai_thinking', 'input.end');
  items = 1;
  antiphon.narrate();
  items = 2;
  browser.state('ai_speaking', 'response.audio');
  assert.deepEqual(browser.channel.payloads('state.update'), [{ narration: '2 items.', route: '/cart/2' }]);
});

test('what comes too late for its window is told again at the next, once each time', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call({ narration: 'One.' });
  const refuse = () => browser.channel.receive('error', refusal, { reply_to: browser.channel.sent.at(-1).id });
  antiphon.narrate('Two.');
  browser.state('user_speaking', 'input.start');
  refuse();
  assert.deepEqual(only(antiphon, 'error'), []);
  browser.state('ai_thinking', 'input.end');
  assert.deepEqual(updates(browser), ['Two.']);
  browser.state('ai_speaking', 'response.audio');
  assert.deepEqual(updates(browser), ['Two.', 'Two.']);
  browser.state('user_speaking', 'input.barge_in');
  refuse();
  browser.state('idle', 'input.cancel');
  assert.deepEqual(updates(browser), ['Two.', 'Two.', 'Two.']);
  browser.state('ai_speaking', 'server.announce');
  assert.equal(updates(browser).length, 3);
  assert.deepEqual(only(antiphon, 'error'), []);
});

test('something newer takes the place of what came too late', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.actions({ one: { description: 'One', run() {} } });
  const { id } = browser.channel.sent.at(-1);
  browser.state('user_speaking', 'input.start');
  antiphon.actions({ two: { description: 'Two', run() {} } });
  browser.channel.receive('error', refusal, { reply_to: id });
  browser.state('idle', 'input.cancel');
  assert.deepEqual(
    browser.channel.payloads('actions.update').map(({ actions }) => Object.keys(actions)),
    [['one'], ['two']],
  );
});

test('an action may change what the page can do: it is told before the result', async () => {
  const browser = new FakeBrowser();
  const go = { description: 'Go', run: () => antiphon.actions({ back: { description: 'Back', run: () => 'back' } }) };
  const antiphon = await browser.call({ actions: { go } });
  browser.state('invoke_action', 'response.tool');
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'go' });
  await until(() => browser.channel.payloads('action.result').length);
  assert.deepEqual(
    browser.channel.sent.slice(1).map(({ type }) => type),
    ['actions.update', 'action.result'],
  );
  browser.channel.receive('action.invoke', { invocation_id: 'inv_2', action_id: 'back' });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_3', action_id: 'go' });
  await until(() => browser.channel.payloads('action.result').length === 3);
  assert.deepEqual(
    browser.channel
      .payloads('action.result')
      .filter(({ status }) => status === 'error')
      .map((one) => one.invocation_id),
    ['inv_3'],
  );
});

test('a page that cannot say what it shows is told so, and the call goes on', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.narrate(() => {
    throw new Error('The page has no words.');
  });
  antiphon.narrate('a'.repeat(9000));
  assert.deepEqual(
    only(antiphon, 'error').map(({ code, fatal }) => [code, fatal]),
    [
      ['client.failed', false],
      ['protocol.too_large', false],
    ],
  );
  antiphon.narrate('Short.');
  assert.deepEqual(updates(browser), ['Short.']);
});

test('what the page says between two calls is told in the second', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call({ narration: 'One.' });
  antiphon.hangUp();
  antiphon.narrate('Two.');
  const opened = antiphon.connect();
  await until(() => browser.peers.length === 2 && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected');
  browser.state('idle', 'server.ready');
  await opened;
  assert.equal(browser.channel.payloads('session.initialize')[0].narration, 'Two.');
  assert.deepEqual(updates(browser), []);
});
