import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Sole } from '../panel/sole.js';

/** As much of Web Locks as two tabs need: one holder, who can be robbed. */
class Locks {
  /** @type {((error: Error) => void) | undefined} */ #rob;
  async request(_name, { ifAvailable, steal }, use) {
    if (this.#rob && ifAvailable) return use(null);
    if (steal) this.#rob?.(new DOMException('Stolen.', 'AbortError'));
    const robbed = new Promise((_, rob) => (this.#rob = rob));
    const mine = this.#rob;
    try {
      return await Promise.race([use({}), robbed]);
    } finally {
      if (this.#rob === mine) this.#rob = undefined;
    }
  }
}

function tabs() {
  const locks = /** @type {any} */ (new Locks());
  return [new Sole(locks), new Sole(locks)];
}

test('while one tab has a call the other one may not begin, and may when it is over', async () => {
  const [one, other] = tabs();
  assert.equal(await one.take(), true);
  assert.equal(await one.take(), true);
  assert.equal(await other.take(), false);
  one.leave();
  assert.equal(await one.take(), true, 'the same tab, at once');
  one.leave();
  await Promise.resolve();
  assert.equal(await other.take(), true);
});

test('who asks for it gets the call, and the one before is told once', async () => {
  const [one, other] = tabs();
  let told = 0;
  one.losers.add(() => (told += 1));
  await one.take();
  assert.equal(await other.take(true), true);
  await new Promise((done) => setTimeout(done));
  assert.equal(told, 1);
  assert.equal(await one.take(), false);
  assert.equal(await one.take(true), true);
});

test('where the browser has no locks, or gives none to the page, one may call', async () => {
  assert.equal(await new Sole(null).take(), true);
  const refusing = { request: () => Promise.reject(new DOMException('An opaque origin.', 'SecurityError')) };
  const sole = new Sole(/** @type {any} */ (refusing));
  sole.losers.add(() => assert.fail('Nothing was taken away.'));
  assert.equal(await sole.take(), true);
  sole.leave();
});
