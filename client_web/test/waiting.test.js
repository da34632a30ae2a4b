import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, until } from './support.js';

const WINDOW_S = 30;

/** A browser whose page has had a call when it was loaded anew. */
async function reloaded() {
  const browser = new FakeBrowser();
  browser.connected = { resume_token: 'r', resume_window_s: WINDOW_S };
  const before = await browser.call();
  assert.equal(before.waitingMs, 0); // it is on
  browser.events.dispatchEvent(new Event('pagehide'));
  const after = new FakeBrowser();
  after.stored = browser.stored;
  return { browser: after, before };
}

test('a call of before a reload waits as long as the server keeps it', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const { browser } = await reloaded();
  const antiphon = browser.antiphon();
  assert.equal(antiphon.waitingMs, WINDOW_S * 1000);
  t.mock.timers.setTime(1_000_000 + WINDOW_S * 1000 - 1);
  assert.equal(antiphon.waitingMs, 1);
  t.mock.timers.setTime(1_000_000 + WINDOW_S * 1000);
  assert.equal(antiphon.waitingMs, 0);
});

test('no call waits where none was, where it has ended, and where none is to be gone on with', async () => {
  assert.equal(new FakeBrowser().antiphon().waitingMs, 0);
  const { browser, before } = await reloaded();
  assert.equal(browser.antiphon({ resume: false }).waitingMs, 0);
  assert.equal(browser.antiphon({ assistantId: 'another' }).waitingMs, 0);
  assert.ok(browser.antiphon().waitingMs > 0);
  before.hangUp();
  assert.equal(browser.antiphon().waitingMs, 0);
});

test('to ask whether a call waits takes nothing from it', async () => {
  const { browser } = await reloaded();
  const antiphon = browser.antiphon();
  assert.ok(antiphon.waitingMs > 0);
  const opened = antiphon.connect();
  await until(() => browser.requests.length);
  assert.match(browser.requests[0].url, /\/v1\/sessions\/sess_1\/offer$/);
  assert.equal(antiphon.waitingMs, 0);
  antiphon.hangUp();
  await assert.rejects(opened, { code: 'session.client' });
});

for (const [kind, options] of Object.entries({ 'in writing': { microphone: false }, 'by voice': {} })) {
  test(`the end of a call ${kind} leaves nothing behind that nobody handles`, async (t) => {
    const unhandled = [];
    const note = (thrown) => unhandled.push(thrown);
    process.on('unhandledRejection', note);
    t.after(() => process.off('unhandledRejection', note));
    const browser = new FakeBrowser();
    const antiphon = await browser.call(options);
    antiphon.hangUp();
    await new Promise((done) => setTimeout(done, 5));
    assert.deepEqual(unhandled, []);
  });
}
