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
  const [field, button, other] = [new Field(), new Button(), {}];
  const section = { ...listening(inside), contains: (one) => one !== other, getRootNode: () => root, querySelector: () => field };
  const tell = (all, type, event) => all[type]?.forEach((listener) => listener(event));
  const globals = { HTMLInputElement: Field, HTMLButtonElement: Button, KeyboardEvent: class {} };
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
  return { field, button, section, root, taken, done, opened: (top) => focus.changed(top), tell: (type, event) => tell(inside, type, event) };
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
