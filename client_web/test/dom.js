/** As much of a page's elements as the parts of the panel need that are tested without a browser. */

export class FakeElement extends EventTarget {
  /** @type {(FakeElement | string)[]} */ nodes = [];
  /** @type {FakeElement | undefined} */ parent;
  /** @type {Record<string, string>} */ attributes = {};
  /** @type {Record<string, string>} */ dataset = {};
  style = { setProperty() {} };
  hidden = false;
  scrollTop = 0;
  scrollHeight = 0;
  clientHeight = 0;
  clientWidth = 0;

  /** Those that are no text. */
  get children() {
    return this.nodes.filter((node) => node instanceof FakeElement);
  }

  get textContent() {
    return this.nodes.map((node) => (node instanceof FakeElement ? node.textContent : node)).join('');
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  get classes() {
    return new Set((this.attributes.class ?? '').split(' ').filter(Boolean));
  }

  get classList() {
    const change = (act) => {
      const { classes } = this;
      act(classes);
      this.attributes.class = [...classes].join(' ');
    };
    return {
      add: (name) => change((classes) => classes.add(name)),
      remove: (name) => change((classes) => classes.delete(name)),
      contains: (name) => this.classes.has(name),
    };
  }

  append(...nodes) {
    for (const node of nodes) if (node instanceof FakeElement) node.parent = this;
    this.nodes.push(...nodes);
  }

  before(node) {
    node.parent = this.parent;
    this.parent?.nodes.splice(this.parent.nodes.indexOf(this), 0, node);
  }

  replaceChildren(...nodes) {
    this.nodes = [];
    this.append(...nodes.filter((node) => node !== ''));
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  hasAttribute(name) {
    return name in this.attributes;
  }

  toggleAttribute(name, on) {
    if (on) this.attributes[name] = '';
    else delete this.attributes[name];
    return on;
  }

  get childElementCount() {
    return this.children.length;
  }

  remove() {
    if (this.parent) this.parent.nodes = this.parent.nodes.filter((one) => one !== this);
    this.parent = undefined;
  }

  contains(other) {
    return other === this || this.children.some((one) => one.contains(other));
  }

  /** The first one inside, by its class alone. @param {string} selector @returns {FakeElement | null} */
  querySelector(selector) {
    for (const one of this.children) {
      const found = one.classes.has(selector.slice(1)) ? one : one.querySelector(selector);
      if (found) return found;
    }
    return null;
  }

  getRootNode() {
    return root;
  }
}

/** The panel's shadow root. @type {{activeElement: FakeElement | null}} */
export const root = { activeElement: null };

/** Tells when somebody has given an element another size. */
export class FakeResizeObserver {
  /** @type {Set<FakeResizeObserver>} */ static all = new Set();

  /** @param {() => void} told */
  constructor(told) {
    this.told = told;
  }

  /** @param {FakeElement} element */
  observe(element) {
    this.element = element;
    FakeResizeObserver.all.add(this);
  }

  /** @param {FakeElement} element @param {number} height */
  static resize(element, height) {
    element.clientHeight = height;
    for (const one of this.all) if (one.element === element) one.told();
  }
}

/** A page of such elements, until the test is over. @param {import('node:test').TestContext} t */
export function page(t) {
  const document = { createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  const window = { matchMedia: () => ({ matches: false }) };
  const parts = { document, window, Node: FakeElement, HTMLElement: FakeElement, ResizeObserver: FakeResizeObserver };
  Object.assign(globalThis, parts);
  t.after(() => Object.keys(parts).forEach((name) => Reflect.deleteProperty(globalThis, name)));
}
