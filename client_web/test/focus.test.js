import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Focus } from '../panel/focus.js';
import { page } from './dom.js';

/** What is focused in a page with a panel in it, and what the user and the page do there. */
function shown(t, { coarse = false, connected = true } = {}) {
  page(t);
  /** @type {Record<string, ((event: any) => void)[]>} */ const [inside, outside] = [{}, {}];
  const listening = (all) => ({ addEventListener: (type, listener) => (all[type] ??= []).push(listener) });
  const root = { activeElement: undefined, host: { hasAttribute: () => connected } };
  class Part extends globalThis.HTMLElement {
    focus() {
      tell(inside, 'focusin', { target: this });
      root.activeElement = this;
    }
  }
  class Field extends Part {}
  class Button extends Part {}
  class Key {}
  const [field, button, other] = [new Field(), new Button(), {}];
  const section = { ...listening(inside), contains: (one) => one !== other, getRootNode: () => root, querySelector: () => field };
  const tell = (all, type, event) => all[type]?.forEach((listener) => listener(event));
  const globals = { HTMLInputElement: Field, HTMLButtonElement: Button, KeyboardEvent: Key };
  Object.assign(globalThis, globals, { window: { matchMedia: () => ({ matches: coarse }) } });
  Object.assign(globalThis.document, listening(outside));
  t.after(() => [...Object.keys(globals), 'window'].forEach((name) => Reflect.deleteProperty(globalThis, name)));
  const focus = new Focus(/** @type {any} */ (section));
  focus.listen(new AbortController().signal);
  const taken = async () => {
    root.activeElement = undefined;
    tell(outside, 'focusin', {});
    await Promise.resolve();
  };
  const done = (type, path = [other], isTrusted = true) => tell(outside, type, { isTrusted, composedPath: () => path });
  const pressed = (key, more) => tell(outside, 'keydown', Object.assign(new Key(), { key, ...more, isTrusted: true, composedPath: () => [section] }));
  const opened = (top) => focus.changed(top);
  return { field, button, section, root, taken, done, pressed, opened, acted: () => focus.acted(), tell: (type, event) => tell(inside, type, event) };
}

const DIALOG = /** @type {any} */ ({});

test('who writes goes on writing when something comes to lie over the page, and when it goes', (t) => {
  const { field, root, opened } = shown(t);
  field.focus();
  root.activeElement = undefined;
  opened(DIALOG);
  assert.equal(root.activeElement, field);
  root.activeElement = undefined;
  opened(undefined);
  assert.equal(root.activeElement, field);
});

test('a page that takes the focus a little later has it not, unless it insists', async (t) => {
  const { field, root, opened, taken } = shown(t);
  field.focus();
  opened(DIALOG);
  for (let times = 0; times < 5; times++) {
    await taken();
    assert.equal(root.activeElement, field);
  }
  await taken();
  assert.equal(root.activeElement, undefined);
});

for (const type of ['pointerdown', 'click', 'keydown']) {
  test(`nothing is taken from whoever has gone elsewhere himself: ${type}`, (t) => {
    const { field, root, opened, done, section } = shown(t);
    field.focus();
    done(type, [section]); // in the panel
    done(type, undefined, false); // of a script
    root.activeElement = undefined;
    opened(DIALOG);
    assert.equal(root.activeElement, field);
    done(type);
    root.activeElement = undefined;
    opened(undefined);
    assert.equal(root.activeElement, undefined);
  });
}

test('a sentence that was sent by pointer came from the field; any other button that was pressed so has no keys', (t) => {
  const { field, button, root, opened, tell } = shown(t);
  button.focus();
  tell('focusout', { target: button, relatedTarget: null });
  root.activeElement = undefined;
  opened(DIALOG);
  assert.equal(root.activeElement, undefined);
  tell('submit', {});
  opened(undefined);
  assert.equal(root.activeElement, field);
});

test('a phone brings up no keyboard for it, and no key of the panel is of use without a call', (t) => {
  const phone = shown(t, { coarse: true });
  phone.field.focus();
  phone.root.activeElement = undefined;
  phone.opened(DIALOG);
  assert.equal(phone.root.activeElement, undefined);
  const { button, root, opened } = shown(t, { connected: false });
  button.focus();
  root.activeElement = undefined;
  opened(DIALOG);
  assert.equal(root.activeElement, undefined);
});

test('an action of the page takes the keys from nobody in the panel', async (t) => {
  const { field, button, root, taken, acted } = shown(t);
  for (const part of [field, button]) {
    part.focus();
    acted();
    await taken();
    assert.equal(root.activeElement, part);
  }
});

test('whoever is typing is not disturbed, and goes on by the keys that are for the page', async (t) => {
  const { field, root, taken, pressed } = shown(t);
  field.focus();
  await taken();
  assert.equal(root.activeElement, undefined, 'nobody has typed');
  for (const [more, left] of [[{}, field], [{ ctrlKey: true }, undefined], [{ shiftKey: true }, field], [{ metaKey: true }, undefined]]) {
    field.focus();
    pressed('k', more);
    await taken();
    assert.equal(root.activeElement, left, JSON.stringify(more));
  }
});

test('a key that is pressed on a button may be meant for the page', async (t) => {
  const { button, root, taken, pressed } = shown(t);
  button.focus();
  pressed('/');
  await taken();
  assert.equal(root.activeElement, undefined);
});
