import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listenToKeys } from '../panel/keys.js';

class Element extends EventTarget {
  /** @param {string} [takes] what it is, as selectors ask for it */
  constructor(takes = '') {
    super();
    this.takes = takes;
  }

  matches(selectors) {
    return this.takes !== '' && selectors.split(/[,\s]+/).includes(this.takes);
  }
}

/** A page with a panel, whose keys are pressed one after the other. */
function page(t, { taps = false, canInterrupt = true, canDrop = false } = {}) {
  const [section, talk, field] = [new Element(), new Element('button'), new Element('input')];
  const [document, window] = [new EventTarget(), new EventTarget()];
  Object.assign(globalThis, { Element, document, window });
  t.after(() => ['Element', 'document', 'window'].forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const done = [];
  const deed = (name) => () => void done.push(name);
  const on = Object.fromEntries(['talk', 'talked', 'toggle', 'interrupt', 'drop', 'yieldFloor'].map((name) => [name, deed(name)]));
  const may = { canTalk: () => true, canInterrupt: () => canInterrupt, canDrop: () => canDrop, taps: () => taps };
  listenToKeys(document, /** @type {any} */ ({ section, talk }), /** @type {any} */ ({ ...may, ...on }), AbortSignal.any([]));
  const key = (type, given) => {
    const { path = [], ...keys } = given;
    const event = Object.assign(new Event(type, { cancelable: true }), keys, { composedPath: () => path });
    document.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const press = (given) => [key('keydown', given), key('keyup', given)][0];
  return { done, press, key, section, talk, field, window };
}

test('the space bar talks as long as it is held, once', (t) => {
  const { done, key } = page(t);
  key('keydown', { key: ' ' });
  key('keydown', { key: ' ', repeat: true });
  assert.deepEqual(done, ['talk']);
  key('keyup', { key: ' ' });
  assert.deepEqual(done, ['talk', 'talked']);
});

test('where one press begins and the next one ends, neither coming up nor leaving the page ends', (t) => {
  const { done, press, talk, section, window } = page(t, { taps: true });
  assert.equal(press({ key: ' ' }), true);
  window.dispatchEvent(new Event('blur'));
  press({ key: 'Enter', path: [talk, section] });
  assert.deepEqual(done, ['toggle', 'toggle']);
});

test('Shift and space ask for the floor once, and talk does not begin by it', (t) => {
  const { done, press, key } = page(t);
  assert.equal(press({ key: ' ', shiftKey: true }), true);
  key('keydown', { key: ' ', shiftKey: true, repeat: true });
  assert.deepEqual(done, ['yieldFloor']);
});

test('what is written in a field stays there, with Shift too, and so do keys with others', (t) => {
  const { done, press, field } = page(t);
  for (const shiftKey of [false, true]) assert.equal(press({ key: ' ', shiftKey, path: [field] }), false);
  assert.equal(press({ key: ' ', ctrlKey: true }), false);
  assert.deepEqual(done, []);
});

test('in the panel the keys are its own, whatever it is shown in', (t) => {
  const { done, press, section } = page(t);
  const dialog = new Element(':is(dialog[open]');
  assert.equal(press({ key: 'Escape', path: [dialog] }), false);
  assert.equal(press({ key: 'Escape', path: [section, dialog] }), true);
  assert.deepEqual(done, ['interrupt']);
});

test('Escape drops a turn that was begun by hand, once, and leaves the page its own where there is none', (t) => {
  const { done, press, key, section } = page(t, { canInterrupt: false, canDrop: true });
  assert.equal(press({ key: 'Escape', path: [section] }), true);
  key('keydown', { key: 'Escape', repeat: true });
  assert.equal(press({ key: 'Escape', path: [new Element(':is(dialog[open]')] }), false);
  assert.deepEqual(done, ['drop']);
  const none = page(t, { canInterrupt: false });
  assert.equal(none.press({ key: 'Escape', path: [none.section] }), false);
  assert.deepEqual(none.done, []);
});
