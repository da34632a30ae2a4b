import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Sole } from '../panel/sole.js';

/** As much of Web Locks as two tabs need: one holder, who can be robbed, and those who wait for the place to be free. */
class Locks {
  /** @type {((error: Error) => void) | undefined} */ #rob;
  /** @type {Set<() => void>} */ waiting = new Set();
  async request(_name, { ifAvailable, steal, signal }, use) {
    if (this.#rob && ifAvailable) return use(null);
    if (this.#rob && !steal) {
      await new Promise((free, stop) => {
        this.waiting.add(() => free(undefined));
        signal.addEventListener('abort', () => stop(signal.reason));
      });
      return use({});
    }
    if (steal) this.#rob?.(new DOMException('Stolen.', 'AbortError'));
    const robbed = new Promise((_, rob) => (this.#rob = rob));
    const mine = this.#rob;
    try {
      return await Promise.race([use({}), robbed]);
    } finally {
      if (this.#rob === mine) {
        this.#rob = undefined;
        for (const free of this.waiting) free();
      }
    }
  }
}

function tabs() {
  const locks = /** @type {any} */ (new Locks());
  return [new Sole(locks), new Sole(locks)];
}

test('while one tab has a call the other one may not begin, and may when it is over', async () => {
  const [one, other] = tabs();
  assert.equal(await one.claim(), true);
  assert.equal(await one.claim(), true);
  assert.equal(await other.claim(), false);
  one.leave();
  assert.equal(await one.claim(), true, 'the same tab, at once');
  one.leave();
  await Promise.resolve();
  assert.equal(await other.claim(), true);
});

test('who asks for it gets the call, and the one before is told once', async () => {
  const [one, other] = tabs();
  let told = 0;
  one.losers.add(() => (told += 1));
  await one.claim();
  assert.equal(await other.claim(true), true);
  await new Promise((done) => setTimeout(done));
  assert.equal(told, 1);
  assert.equal(await one.claim(), false);
  assert.equal(await one.claim(true), true);
});

test('who is told of another call knows when that is over, and stands in nobody’s way', async () => {
  const [one, other] = tabs();
  await one.claim();
  const over = [];
  void other.alone(new AbortController().signal).then((alone) => over.push(alone));
  const gone = new AbortController();
  const unheard = other.alone(gone.signal);
  gone.abort();
  assert.equal(await unheard, false);
  assert.equal(await other.claim(true), true, 'it takes the place of the one that it waits for');
  assert.deepEqual(over, []);
  other.leave();
  await new Promise((done) => setTimeout(done));
  assert.deepEqual(over, [true]);
  assert.equal(await one.claim(), true);
  assert.equal(await new Sole(null).alone(gone.signal), false);
});

test('where the browser has no locks, or gives none to the page, one may call', async () => {
  assert.equal(await new Sole(null).claim(), true);
  const refusing = { request: () => Promise.reject(new DOMException('An opaque origin.', 'SecurityError')) };
  const sole = new Sole(/** @type {any} */ (refusing));
  sole.losers.add(() => assert.fail('Nothing was taken away.'));
  assert.equal(await sole.claim(), true);
  sole.leave();
});
