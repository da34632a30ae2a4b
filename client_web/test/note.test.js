import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HELLO, call, holds, reloaded } from './resuming.js';
import { FakeBrowser, until } from './support.js';

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
