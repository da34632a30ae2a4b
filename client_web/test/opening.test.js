import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { SENTENCES } from '../src/sentences.js';

import { FakeBrowser, only, until } from './support.js';

/** The storage of a browser, which outlives its pages. */
function storage() {
  const stored = new Map();
  return {
    stored,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
}

/** What a page of this browser opens its session with. */
async function wish(localStorage, options) {
  const browser = Object.assign(new FakeBrowser(), { localStorage });
  (await browser.call(options)).hangUp();
  const { offer, ...rest } = browser.requests[0].body;
  return rest;
}

// --- who calls ------------------------------------------------------------------------------------------------------

test('who calls, in which language, and what the application adds open the session', async () => {
  const who = { userId: 'u-1', locale: 'de-CH', metadata: { plan: 'gold' } };
  assert.deepEqual(await wish(storage(), who), { user_id: 'u-1', locale: 'de-CH', metadata: { plan: 'gold' } });
});

test('a browser without a user is known again, and another one is another visitor', async () => {
  const [mine, yours] = [storage(), storage()];
  const first = await wish(mine, { metadata: { plan: 'gold' } });
  assert.equal(first.metadata.plan, 'gold');
  assert.match(first.metadata.visitor_id, /^\d+-\d+$/);
  assert.ok(first.metadata.visitor_id.length <= 128);
  assert.deepEqual(await wish(mine, { metadata: { plan: 'gold' } }), first);
  assert.notEqual((await wish(yours)).metadata.visitor_id, first.metadata.visitor_id);
});

for (const [what, options, metadata] of [
  ['does not want it', { visitorId: false }, undefined],
  ['names the user', { userId: 'u-1' }, undefined],
  ['has a name of its own for the visitor', { metadata: { visitor_id: 'v-1' } }, { visitor_id: 'v-1' }],
]) {
  test(`a page that ${what} leaves nothing in the browser`, async () => {
    const browser = storage();
    assert.deepEqual((await wish(browser, options)).metadata, metadata);
    assert.equal(browser.stored.size, 0);
  });
}

test('a browser that keeps nothing has no visitor: another one at each call would be none', async () => {
  const full = {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  for (const kept of [undefined, full]) assert.equal('metadata' in (await wish(kept)), false);
});

// --- the session of the application ---------------------------------------------------------------------------------

/** A server at which the application has opened `sess_9`. */
function opened() {
  const browser = new FakeBrowser();
  browser.again = () => Response.json({ type: 'answer', sdp: 'v=0 joined', session_token: 't9' });
  return browser;
}

const given = { id: 'sess_9', key: 'k9' };
for (const [how, session] of Object.entries({ 'as it is': given, 'by a function': async () => given })) {
  test(`a session that the application has opened, given ${how}, is joined with its key`, async () => {
    const browser = opened();
    const antiphon = await browser.call({ session, token: () => assert.fail('not asked for'), userId: 'u-1' });
    assert.deepEqual(browser.requests, [
      { url: 'http://127.0.0.1:8080/v1/sessions/sess_9/offer', body: { type: 'offer', sdp: 'v=0 offer' } },
    ]);
    assert.equal(browser.headers.Authorization, 'Bearer k9');
    assert.equal(browser.peer.remoteDescription.sdp, 'v=0 joined');
    assert.equal(only(antiphon, 'connected')[0].sessionId, 'sess_9');
    assert.equal(antiphon.sessionId, 'sess_9');
    browser.channel.close();
  });
}

test('a session that was joined is left with its session token', async () => {
  const browser = opened();
  const antiphon = browser.antiphon({ session: given });
  antiphon.connect().catch(() => {});
  await until(() => browser.peer.remoteDescription);
  antiphon.hangUp();
  assert.deepEqual(browser.requests.at(-1), { url: 'http://127.0.0.1:8080/v1/sessions/sess_9', method: 'DELETE' });
  assert.equal(browser.headers.Authorization, 'Bearer t9');
});

test('a page that was loaded again goes on with its session, and joins one that was opened anew', async () => {
  const hello = { session_id: 'sess_9', resume_token: 'rt', resume_window_s: 60 };
  const before = opened();
  const antiphon = before.antiphon({ session: given });
  antiphon.connect().catch(() => {});
  await until(() => before.peer.remoteDescription);
  before.channel.open();
  before.channel.receive('session.connected', hello, { seq: 1 });
  for (const [session, authorization] of [
    [{ ...given, key: 'spent' }, 'Bearer t9'],
    [{ id: 'sess_10', key: 'k10' }, 'Bearer k10'],
  ]) {
    before.events.dispatchEvent(new Event('pagehide'));
    const browser = Object.assign(opened(), { stored: before.stored });
    const again = browser.antiphon({ session });
    again.connect().catch(() => {});
    await until(() => browser.peer.remoteDescription);
    assert.equal(browser.requests[0].url, `http://127.0.0.1:8080/v1/sessions/${session.id}/offer`);
    assert.equal(browser.headers.Authorization, authorization);
    browser.peer.close();
  }
});

for (const session of [{ session_id: 'sess_9', ephemeral_key: 'k9' }, () => undefined, async () => ({ id: 'sess_9' })]) {
  test(`a session that is none is told before the server is asked: ${JSON.stringify(session)}${session}`, async () => {
    const browser = opened();
    await assert.rejects(browser.antiphon({ session }).connect(), { code: 'client.session', message: /id, key/ });
    assert.deepEqual(browser.requests, []);
  });
}

test('the id of the session is there while the call is', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  assert.equal(antiphon.sessionId, 'sess_1');
  antiphon.hangUp();
  assert.equal(antiphon.sessionId, undefined);
});

// --- the token ------------------------------------------------------------------------------------------------------

for (const [what, token] of Object.entries({
  'a page that was not found': '<!doctype html>\n<title>Not found</title>',
  'a JSON text': '"a.b.c"',
  'two parts': 'a.b',
  'four parts': 'a.b.c.d',
  'an empty part': 'a..c',
  'more than 8 KB': `a.b.${'c'.repeat(8 * 1024)}`,
  'an object': { token: 'a.b.c' },
})) {
  test(`a token that is none is told before the server is asked, and not shown: ${what}`, async () => {
    const browser = new FakeBrowser();
    const refused = assert.rejects(browser.antiphon({ token: async () => token }).connect(), (error) => {
      assert.equal(error.code, 'client.token');
      assert.match(error.message, /no JWT/);
      assert.equal(error.message.includes(String(token)), false);
      return true;
    });
    await refused;
    assert.deepEqual(browser.requests, []);
  });
}

test('the end of a line after a token does no harm', async () => {
  const browser = new FakeBrowser();
  await browser.call({ token: 'a.b.c\n' });
  assert.equal(browser.headers.Authorization, 'Bearer a.b.c');
});

// --- what is told ---------------------------------------------------------------------------------------------------

test('the end of a call has the code of the error that ended it', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Response.json({ code: 'auth.required', detail: 'Send a token.' }, { status: 401 });
  const antiphon = browser.antiphon();
  await assert.rejects(antiphon.connect());
  assert.deepEqual(only(antiphon, 'closed'), [
    { type: 'closed', reason: 'error', message: 'Send a token.', code: 'auth.required' },
  ]);
});

test("the reference has every code that is the module's own", () => {
  const source = new URL('../src/', import.meta.url);
  const text = readdirSync(source)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .join('');
  const whole = [
    ...text.matchAll(/(?:Error\(|thrown, |code = |: )'((?:network|client|microphone|playback)\.\w+)'/g),
    ...text.matchAll(/code: '(playback\.\w+)'/g),
  ].map(([, code]) => code);
  // Of the sentences these are parts, or other words for a code.
  const others = /^(http|session|connection)|\.(perhaps|typing|instead|another)$|^playback\.refused$/;
  const codes = new Set([...whole, ...Object.keys(SENTENCES)].filter((code) => !others.test(code)));
  assert.ok(codes.size >= 15, [...codes].join());
  const reference = readFileSync(new URL('../../docs/reference/browser-module.md', import.meta.url), 'utf8');
  for (const code of codes) assert.ok(reference.includes(`| \`${code}\` |`), code);
});
