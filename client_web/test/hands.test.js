import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { ActionRunner } from '../src/actions.js';
import { keepFocus, reach, watchHands, writing } from '../src/hands.js';

/** Elements of a page, of which one has the focus. */
class Part {
  /** @type {string[]} */ told = [];
  isConnected = true;

  /** @param {string} selector what it is within, and matches */
  constructor(selector) {
    this.selector = selector;
  }

  focus() {
    page.activeElement = this;
    page.tell('focusin', this);
  }

  dispatchEvent({ type }) {
    this.told.push(type);
  }

  matches(selectors) {
    return selectors.split(',').includes(this.selector);
  }

  closest(selectors) {
    return this.matches(selectors) ? this : null;
  }

  getRootNode() {
    return {};
  }
}

const page = {
  /** @type {any} */ activeElement: undefined,
  /** @type {Record<string, Set<(event: any) => void>>} */ listeners: {},
  addEventListener(type, listener, { signal }) {
    (page.listeners[type] ??= new Set()).add(listener);
    signal.addEventListener('abort', () => page.listeners[type].delete(listener));
  },
  tell(type, target, more) {
    for (const listener of page.listeners[type] ?? []) listener({ composedPath: () => [target], isTrusted: true, ...more });
  },
};

let over = new AbortController();
beforeEach(() => {
  Object.assign(globalThis, { document: page, FocusEvent: class extends Event {} });
  over = new AbortController();
  watchHands(over.signal);
  page.tell('keydown', new Part('body'));
  page.activeElement = new Part('body');
});
afterEach(() => {
  over.abort();
  for (const name of ['document', 'FocusEvent']) Reflect.deleteProperty(globalThis, name);
});

/** @param {Part} part */
const typeInto = (part) => (part.focus(), page.tell('keydown', part, { key: 'a' }));

for (const selector of ['antiphon-panel', '[data-voice-ignore]', 'input', 'textarea']) {
  test(`a field is set without the focus while somebody writes in another place: ${selector}`, () => {
    const [kept, field, next] = [new Part(selector), new Part('input'), new Part('input')];
    typeInto(kept);
    reach(/** @type {any} */ (field));
    assert.equal(page.activeElement, kept);
    assert.deepEqual(field.told, ['focus', 'focusin']);
    assert.equal(writing(), field, 'where Enter goes');
    reach(/** @type {any} */ (next));
    assert.deepEqual(field.told, ['focus', 'focusin', 'blur', 'focusout']);
    // By hand it is where it was before.
    page.tell('keydown', new Part('input'), { key: 'a' });
    assert.equal(writing(), kept);
  });
}

test('where nobody writes the field that is set has the focus', () => {
  const [field, next] = [new Part('input'), new Part('input')];
  for (const one of [field, next]) {
    reach(/** @type {any} */ (one));
    assert.equal(page.activeElement, one);
    assert.deepEqual(one.told, []);
    assert.equal(writing(), one);
  }
});

/** @param {() => unknown} run */
async function act(run) {
  const host = { page: { actions: { go: { description: 'Go', run } } }, send: () => 'c1', report: () => {} };
  await new ActionRunner(/** @type {any} */ (host)).invoke({ invocationId: 'i1', actionId: 'go', timeoutMs: 5000 });
}

test('what an action takes is given back, at once and later, until it is over', async () => {
  const [kept, taking] = [new Part('antiphon-panel'), new Part('input')];
  kept.focus();
  await act(async () => {
    for (let times = 0; times < 3; times++) {
      taking.focus();
      await Promise.resolve();
      assert.equal(page.activeElement, kept);
    }
  });
  taking.focus();
  await Promise.resolve();
  assert.equal(page.activeElement, taking);
});

test('who goes elsewhere himself meanwhile stays there, and a page that insists has the focus', async () => {
  const [kept, taking] = [new Part('antiphon-panel'), new Part('input')];
  for (const [type, target, more] of [['keydown', kept, { key: 'Tab' }], ['pointerdown', taking, {}]]) {
    kept.focus();
    await act(async () => {
      page.tell(type, target, more);
      taking.focus();
      await Promise.resolve();
      assert.equal(page.activeElement, taking);
    });
  }
  kept.focus();
  keepFocus(over.signal);
  for (let times = 0; times < 6; times++) {
    taking.focus();
    await Promise.resolve();
  }
  assert.equal(page.activeElement, taking);
});
