import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HELLO, acting, arrives, call, claim, holds, settle } from './resuming.js';
import { only, until } from './support.js';

const LOSSES = {
  'the channel closes': (browser) => browser.channel.close(),
  'the connection fails': (browser) => browser.peer.becomes('failed'),
  'the connection is disturbed for two seconds': (browser, t) => {
    browser.peer.becomes('disconnected');
    t.mock.timers.tick(2000);
  },
  'the network is another one': (browser) => {
    browser.peer.connectionState = 'disconnected';
    browser.events.dispatchEvent(new Event('online'));
  },
};

for (const [how, lose] of Object.entries(LOSSES)) {
  test(`where ${how}, the call comes back by itself`, async (t) => {
    const { browser, antiphon } = await call(t);
    lose(browser, t);
    assert.deepEqual(only(antiphon, 'connection').at(-1), {
      type: 'connection',
      status: 'reconnecting',
      message: 'The connection is gone. It is being made again.',
    });
    assert.equal(antiphon.state, 'idle');
    assert.equal(browser.peers[0].connectionState, 'closed');
    await arrives(t, browser);
    assert.deepEqual(browser.requests[1], {
      url: 'http://127.0.0.1:8080/v1/sessions/sess_1/offer',
      body: { type: 'offer', sdp: 'v=0 offer' },
    });
    assert.equal(browser.headers.Authorization, 'Bearer t');
    assert.deepEqual(browser.channel.payloads('session.initialize'), [{ protocol: 'vip/1', resume: claim(3) }]);
    assert.deepEqual(browser.peer.tracks, [browser.stream.track]);
    holds(browser, 'idle', 4);
    assert.deepEqual(only(antiphon, 'connection').at(-1), { type: 'connection', status: 'connected', resumed: true });
    assert.equal(only(antiphon, 'connected').length, 1);
    assert.deepEqual(only(antiphon, 'closed'), []);
    antiphon.sendText('still there?');
    assert.deepEqual(browser.channel.payloads('input.text'), [{ text: 'still there?' }]);
  });
}

test('a path that mends itself within two seconds is no loss', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.peer.becomes('disconnected');
  t.mock.timers.tick(1900);
  browser.peer.becomes('connected');
  t.mock.timers.tick(5000);
  assert.equal(only(antiphon, 'connection').length, 1);
});

test('what was missed is told in its order and once', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.channel.close();
  await arrives(t, browser);
  for (const seq of [3, 4, 5, 5, 4, 6]) {
    browser.channel.receive('transcript.final', { text: `message ${seq}` }, { seq });
  }
  holds(browser, 'idle', 7);
  assert.deepEqual(
    only(antiphon, 'transcript').map(({ text }) => text),
    ['message 4', 'message 5', 'message 6'],
  );
});

test('text that is typed meanwhile, and text that was lost on its way, are sent afterwards', async (t) => {
  const { browser, antiphon } = await call(t);
  antiphon.sendText('one');
  browser.channel.receive('transcript.final', { text: 'one' }, { seq: 4 });
  antiphon.sendText('two');
  browser.channel.close();
  antiphon.sendText('three');
  await arrives(t, browser);
  holds(browser, 'idle', 5);
  assert.deepEqual(
    browser.channel.payloads('input.text').map(({ text }) => text),
    ['two', 'three'],
  );
  assert.deepEqual(only(antiphon, 'unsent'), []);
});

const results = (browser) => browser.channel.payloads('action.result').map((result) => result.output);

test('text that is typed while an action runs is sent when it is over', async (t) => {
  const { browser, antiphon, finish } = await acting(t);
  antiphon.sendText('one');
  antiphon.sendText('two');
  await settle();
  assert.deepEqual(browser.channel.payloads('input.text'), []);
  finish();
  await until(() => results(browser).length);
  browser.channel.receive('session.state', { state: 'ai_thinking', previous: 'invoke_action', trigger: 'action.result' });
  assert.deepEqual(
    browser.channel.payloads('input.text').map(({ text }) => text),
    ['one', 'two'],
  );
  assert.deepEqual(only(antiphon, 'unsent'), []);
});

test('text that an action met on its way is sent again when it is over, and nobody is told of an error', async (t) => {
  const { browser, antiphon } = await call(t);
  antiphon.sendText('one');
  const { id } = browser.channel.sent.at(-1);
  browser.channel.receive('session.state', { state: 'ai_thinking', previous: 'idle', trigger: 'input.text' });
  browser.channel.receive('session.state', { state: 'invoke_action', previous: 'ai_thinking', trigger: 'response.tool' });
  browser.channel.receive('error', { code: 'protocol.invalid_transition', message: 'No.' }, { reply_to: id });
  assert.deepEqual([only(antiphon, 'unsent'), only(antiphon, 'error')], [[], []]);
  browser.channel.receive('session.state', { state: 'idle', previous: 'invoke_action', trigger: 'action.done' });
  assert.equal(browser.channel.payloads('input.text').length, 2);
});

test('the result of an action that ended meanwhile is sent afterwards, once', async (t) => {
  const { browser, finish } = await acting(t);
  browser.channel.close();
  finish('done');
  await settle();
  await arrives(t, browser);
  assert.deepEqual(results(browser), []);
  holds(browser, 'invoke_action', 6);
  assert.deepEqual(results(browser), ['done']);
});

test('a result that was lost with the connection is sent again where the server still waits for it', async (t) => {
  const { browser, finish } = await acting(t);
  finish('done');
  await settle();
  assert.deepEqual(results(browser), ['done']);
  browser.channel.close();
  await arrives(t, browser);
  holds(browser, 'invoke_action', 6);
  assert.deepEqual(results(browser), ['done']);
});

test('a result that the server has taken is not sent again', async (t) => {
  const { browser, finish } = await acting(t);
  finish('done');
  await settle();
  browser.channel.close();
  await arrives(t, browser);
  browser.channel.receive('session.state', { state: 'ai_thinking', previous: 'invoke_action', trigger: 'action.result' }, { seq: 6 });
  browser.channel.receive('session.state', { state: 'invoke_action', previous: 'ai_thinking', trigger: 'response.tool' }, { seq: 7 });
  holds(browser, 'invoke_action', 8);
  assert.deepEqual(results(browser), []);
});

test('what was told of the page may be lost, so that it is introduced again', async (t) => {
  const { browser, antiphon } = await call(t, { narration: 'A page.' });
  antiphon.narrate('Another page.');
  browser.channel.close();
  await arrives(t, browser);
  assert.deepEqual(browser.channel.payloads('session.initialize'), [
    { protocol: 'vip/1', narration: 'Another page.', actions: {}, resume: claim(3) },
  ]);
});

test('attempts have pauses that double from 0.3 s to 5 s, each shortened at random by up to a half', async (t) => {
  const { browser } = await call(t);
  t.mock.method(Math, 'random', () => 1);
  browser.again = () => Promise.reject(new TypeError('Failed to fetch'));
  browser.channel.close();
  for (const pause of [300, 600, 1200, 2400, 4800, 5000, 5000]) {
    const attempts = browser.requests.length;
    t.mock.timers.tick(pause - 1);
    await settle();
    assert.equal(browser.requests.length, attempts, `${pause} ms have not passed`);
    t.mock.timers.tick(1);
    await until(() => browser.requests.length === attempts + 1);
    await settle();
  }
});

test('an attempt that leads nowhere makes room for the next, and the network coming back ends the pause', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.channel.close();
  await arrives(t, browser);
  t.mock.timers.tick(8000);
  await settle();
  browser.events.dispatchEvent(new Event('online'));
  await until(() => browser.peers.length === 3 && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
  browser.channel.close(); // and that one is lost before it was ready
  await settle();
  t.mock.timers.tick(1200);
  await until(() => browser.peers.length === 4 && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
  holds(browser, 'idle', 4);
  assert.equal(only(antiphon, 'connection').at(-1).status, 'connected');
});

for (const [what, answer] of Object.entries({
  'the session is gone': () => Response.json({ code: 'protocol.not_found', detail: 'Gone.' }, { status: 404 }),
  'its token is not taken': () => Response.json({ code: 'auth.invalid', detail: 'No.' }, { status: 401 }),
})) {
  test(`where ${what}, the call is lost at once, and nothing is kept`, async (t) => {
    const { browser, antiphon } = await call(t);
    browser.again = answer;
    browser.channel.close();
    t.mock.timers.tick(300);
    await until(() => only(antiphon, 'closed').length);
    assert.equal(only(antiphon, 'closed')[0].reason, 'lost');
    assert.equal(browser.stream.track.readyState, 'ended');
    assert.equal(browser.stored.size, 0);
  });
}

test('after the window the call is lost', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.again = () => Promise.reject(new TypeError('Failed to fetch'));
  browser.channel.close();
  for (let ms = 0; ms < 70_000; ms += 1000) {
    t.mock.timers.tick(1000);
    await settle();
  }
  assert.equal(only(antiphon, 'closed')[0].reason, 'lost');
});

test('where the server has forgotten a part of what was missed, the rest is asked for', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.channel.close();
  await arrives(t, browser);
  const { id } = browser.channel.sent.at(-1);
  const refusal = { code: 'session.expired', message: 'Not kept.', details: { first_seq: 40 } };
  browser.channel.receive('error', refusal, { seq: null, reply_to: id });
  assert.deepEqual(browser.channel.payloads('session.initialize').at(-1).resume, claim(39));
  holds(browser, 'idle', 41);
  assert.equal(only(antiphon, 'connection').at(-1).status, 'connected');
});

test('another window takes the call over', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.channel.receive('session.closed', { reason: 'replaced' }, { seq: null });
  browser.channel.close();
  t.mock.timers.tick(10_000);
  await settle();
  assert.equal(only(antiphon, 'closed')[0].reason, 'replaced');
  assert.equal(browser.requests.length, 1);
  assert.equal(browser.stored.size, 0);
});

test('hanging up without a connection is told over HTTP', async (t) => {
  const { browser, antiphon } = await call(t);
  browser.channel.close();
  antiphon.hangUp();
  assert.deepEqual(browser.requests.at(-1), {
    url: 'http://127.0.0.1:8080/v1/sessions/sess_1',
    method: 'DELETE',
  });
  t.mock.timers.tick(10_000);
  await settle();
  assert.equal(browser.peers.length, 1);
  assert.equal(browser.stored.size, 0);
});

test('a session that ends with its connection, or a page that does not want it, does not come back', async (t) => {
  const { browser, antiphon } = await call(t, { resume: false });
  assert.equal(browser.stored.size, 0);
  browser.channel.close();
  assert.equal(only(antiphon, 'closed')[0].reason, 'lost');
});
