import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Notices } from '../panel/notices.js';

/** As much of an element as a notice has. */
class Element {
  /** @type {Element[]} */ children = [];
  /** @type {Record<string, string>} */ attributes = {};
  hidden = false;
  textContent = '';
  append(...nodes) {
    this.children.push(...nodes.filter((node) => node instanceof Element));
    for (const node of this.children) node.parent = this;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  addEventListener() {}
  remove() {
    this.parent.children = this.parent.children.filter((one) => one !== this);
  }
  contains() {
    return false;
  }
  getRootNode() {
    return { activeElement: null };
  }
}

test('one notice is in sight, the gravest, and the next when it is gone', (t) => {
  const document = { createElement: () => new Element(), createElementNS: () => new Element() };
  Object.assign(globalThis, { document });
  t.after(() => Reflect.deleteProperty(globalThis, 'document'));
  const list = new Element();
  const announcer = { isLoud: false, says: () => true, say: () => {} };
  const notices = new Notices(/** @type {any} */ (list), /** @type {any} */ (announcer), () => ({}), () => {});
  const inSight = () => list.children.filter((one) => !one.hidden).map((one) => one.attributes['data-kind']);
  const notice = { text: 'A sentence.', picture: 'warning', lasting: true };
  for (const kind of ['health', 'error', 'connection']) notices.show(kind, notice);
  assert.deepEqual(inSight(), ['error']);
  notices.show('question', notice);
  assert.deepEqual(inSight(), ['question']);
  notices.clear('question');
  notices.clear('error');
  assert.deepEqual(inSight(), ['connection']);
  notices.clear('connection');
  assert.deepEqual(inSight(), ['health']);
});
