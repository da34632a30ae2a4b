import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

const HELLO = { session_id: 'sess_1', resume_token: 'rt', resume_window_s: 60 };
const claim = (lastSeq) => ({ session_id: 'sess_1', resume_token: 'rt', last_seq: lastSeq });

/** A call that may be resumed, up to message 3; timers run by hand. */
async function call(t, { browser = new FakeBrowser(), ...options } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_730_000_000_000 });
  const antiphon = browser.antiphon(options);
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: 1 });
  browser.channel.receive('session.state', { state: 'idle', trigger: 'server.ready' }, { seq: 3 });
  await opened;
  return { browser, antiphon };
}

/** The module has had its pause; the new connection is there, and the server says hello on it. */
async function arrives(t, browser, connections = 2) {
  t.mock.timers.tick(300);
  await until(() => browser.peers.length === connections && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
}

const holds = (browser, state, seq) =>
  browser.channel.receive('session.state', { state, previous: state, trigger: 'session.resume' }, { seq });

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

/** A call in which the action `go` runs, and its end. */
async function acting(t) {
  const browser = new FakeBrowser();
  let finish;
  const run = () => new Promise((resolve) => (finish = resolve));
  const { antiphon } = await call(t, { browser, actions: { go: { description: 'Go', run } } });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'go', timeout_ms: 9000 }, { seq: 4 });
  browser.channel.receive('session.state', { state: 'invoke_action', previous: 'ai_thinking', trigger: 'response.tool' }, { seq: 5 });
  await until(() => finish);
  return { browser, antiphon, finish };
}
const results = (browser) => browser.channel.payloads('action.result').map((result) => result.output);
const settle = () => new Promise(setImmediate);

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

// --- a page that was loaded again ------------------------------------------------------------------------------------

/** The same browser, after a reload of the page: nothing is left but the storage of the tab. */
function reloaded(before) {
  before.events.dispatchEvent(new Event('pagehide'));
  const browser = new FakeBrowser();
  browser.stored = before.stored;
  return browser;
}

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

// --- what the page keeps with its call ---------------------------------------------------------------------------------

test('a note of the page is there after a reload, before it calls and in the call, until that ends', async (t) => {
  const before = await call(t, { assistantId: 'shop' });
  assert.equal(before.antiphon.note, '');
  before.antiphon.note = 'Two teas ☕';
  assert.equal(before.antiphon.note, 'Two teas ☕');
  const browser = reloaded(before.browser);
  assert.equal(browser.antiphon({ assistantId: 'other' }).note, '');
  const antiphon = browser.antiphon({ assistantId: 'shop' });
  assert.equal(antiphon.note, 'Two teas ☕');
  antiphon.note = 'No call yet.';
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  const noted = [];
  antiphon.on('connected', () => noted.push(antiphon.note));
  browser.channel.receive('session.connected', HELLO, { seq: null });
  holds(browser, 'idle', 4);
  await opened;
  assert.deepEqual([noted, antiphon.note], [['Two teas ☕'], 'Two teas ☕']);
  antiphon.on('closed', () => (antiphon.note = 'Too late.'));
  antiphon.hangUp();
  assert.deepEqual([antiphon.note, browser.stored.size], ['', 0]);
});

test('a window that is made of this one begins without its call and its note, which stay here', async (t) => {
  const { browser, antiphon } = await call(t);
  antiphon.note = 'Two teas.';
  const copy = () => Object.assign(new FakeBrowser(), { stored: new Map(browser.stored) });
  // A tab that is duplicated, and a window that the page has opened, also while the call waits for somebody to go on with it.
  for (const other of [copy(), Object.assign(copy(), { openedAt: Date.now() + 1 })]) {
    assert.deepEqual([other.antiphon().note, other.antiphon().waitingMs], ['', 0]);
    const opened = other.antiphon();
    opened.connect().catch(() => {});
    await until(() => other.requests.length);
    assert.match(other.requests[0].url, /\/v1\/sessions$/);
    opened.hangUp();
  }
  const after = reloaded(browser);
  const opened = Object.assign(copy(), { openedAt: Date.now() + 1 });
  assert.deepEqual([opened.antiphon().note, opened.antiphon().waitingMs, opened.stored.size], ['', 0, 0]);
  assert.equal(after.antiphon().note, 'Two teas.');
  // The window's own page goes to another one, and back: what it had itself is its own.
  const next = Object.assign(reloaded(browser), { openedAt: Date.now() });
  assert.equal(next.antiphon().note, 'Two teas.');
  antiphon.hangUp();
});

test('a note goes with its session: another one does not find it', async (t) => {
  const before = await call(t);
  before.antiphon.note = 'Of the first.';
  const browser = reloaded(before.browser);
  browser.again = () => Response.json({ code: 'protocol.not_found', detail: 'Gone.' }, { status: 404 });
  const antiphon = browser.antiphon();
  const noted = [];
  antiphon.on('connected', () => noted.push(antiphon.note));
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  assert.equal(browser.stored.size, 0);
  browser.channel.open();
  browser.channel.receive('session.connected', { ...HELLO, session_id: 'sess_2' }, { seq: 1 });
  browser.channel.receive('session.state', { state: 'idle', trigger: 'server.ready' }, { seq: 2 });
  await opened;
  assert.deepEqual(noted, ['']);
  antiphon.hangUp();
});

test('a note is dropped when the server has given up the session that it belongs to', async (t) => {
  const before = await call(t);
  before.antiphon.note = 'Of the first.';
  const antiphon = reloaded(before.browser).antiphon();
  t.mock.timers.tick(59_000);
  assert.equal(antiphon.note, 'Of the first.');
  t.mock.timers.tick(2000);
  assert.equal(antiphon.note, '');
  assert.deepEqual([...before.browser.stored.values()].filter((text) => text.includes('Of the first.')), []);
});

test('where the page wants no resuming, or the server has none, no note is kept', async (t) => {
  const { browser, antiphon } = await call(t, { resume: false });
  antiphon.note = 'A secret.';
  assert.deepEqual([antiphon.note, browser.stored.size], ['', 0]);
  antiphon.hangUp();
  t.mock.timers.reset();
  const other = new FakeBrowser();
  const ended = await other.call({});
  ended.note = 'A secret.';
  assert.deepEqual([ended.note, other.stored.size], ['', 0]);
  ended.hangUp();
});

test('a note that there is no room for is none, and the call goes on', async (t) => {
  const { browser, antiphon } = await call(t);
  antiphon.note = 'Before.';
  const { setItem } = browser.storage;
  browser.storage.setItem = (key, text) => (text.includes('Much') ? assert.fail('full') : setItem.call(browser.storage, key, text));
  antiphon.note = 'Much.';
  assert.deepEqual([antiphon.note, antiphon.state], ['', 'idle']);
  antiphon.hangUp();
});
