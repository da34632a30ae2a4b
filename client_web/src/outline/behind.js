/** Parts of a page that a tab or a link shows in place of one another: what stands in those that are not shown, as words. */

/** @import { Control, Used } from '../../observe.js' */
/** @import { ClientPartBlock } from '../../generated/messages.js' */

import { IGNORED } from '../hands.js';
import { holds, isSecret, plain } from '../observe/elements.js';

const MOST_PARTS = 8;
/** So many nodes of a part are looked at. */
const MOST_NODES = 600;
const LONGEST = 1200;
const KINDS = ['open', 'press', 'pick'];
/** Not of the part itself, or not shown with it. */
const APART = 'script,style,template,dialog,[role="dialog"],[role="alertdialog"],svg,iframe';
const NAMED_BY = ['aria-label', 'placeholder', 'title'];
const CONTROLS = 'a,button,input,select,textarea,[role="tab"],[role="button"]';
/** A part is called so by the attribute that its tab has the same value in, or its id ends with that. */
const OWN = ['panel', 'page', 'view', 'section', 'tab', 'content'];

/** @typedef {{control: Control, panel: Element, isShown: boolean}} Part */

/**
 * Of each set of parts of which just one is shown. A step takes little.
 * @param {Control[]} near @param {Used} uses @returns {Generator<unknown, ClientPartBlock[]>}
 */
export function* partsBehind(near, uses) {
  /** @type {Map<Element, Part[]>} */ const sets = new Map();
  /** @type {Set<Element>} */ const taken = new Set();
  for (const control of near) {
    if (!KINDS.includes(control.kind) || !control.name || !uses.has(control.element)) continue;
    yield;
    const panel = panelOf(control.element);
    if (!panel?.parentElement || taken.has(panel) || holds(panel, control.element)) continue;
    taken.add(panel);
    const set = sets.get(panel.parentElement) ?? [];
    sets.set(panel.parentElement, [...set, { control, panel, isShown: panel.checkVisibility() }]);
  }
  /** @type {ClientPartBlock[]} */ const blocks = [];
  for (const set of sets.values()) {
    if (set.length < 2 || set.filter(({ isShown }) => isShown).length !== 1) continue;
    for (const { control, panel, isShown } of set) {
      const use = uses.get(control.element);
      const text = isShown ? '' : yield* wordsOf(panel);
      if (use) blocks.push({ kind: 'part', use: { label: control.name ?? '', ...use }, on: isShown, text });
    }
  }
  return blocks.slice(0, MOST_PARTS);
}

/** What a tab, a link or a button says that it shows. @param {Element} element @returns {Element | null} */
function panelOf(element) {
  const root = /** @type {Document} */ (element.getRootNode());
  const own = Element.prototype.getAttribute.bind(element);
  const byId = (/** @type {string} */ id) => (id && root.getElementById?.(id)) || null;
  const controlled = byId(own('aria-controls')?.split(/\s+/)[0] ?? '');
  if (controlled) return isPart(controlled) ? controlled : null;
  const id = own('id');
  const labelled = id && root.querySelector(`[role="tabpanel"][aria-labelledby~="${CSS.escape(id)}"]`);
  if (labelled) return labelled;
  const { dataset } = /** @type {HTMLElement} */ (element);
  const linked = own('href')?.match(/^#\/?([\w-]+)$/)?.[1];
  const called = Object.values(dataset ?? {}).filter((one) => /^[\w-]{2,40}$/.test(one ?? ''));
  for (const name of [...(linked ? [linked] : []), ...called]) {
    const same = [`[id$="-${name}"]`, `[id$="_${name}"]`, ...OWN.map((one) => `[data-${one}="${name}"]`)];
    const found = [byId(name ?? ''), ...root.querySelectorAll(same.join())];
    const part = found.find((one) => one && one !== element && isPart(one));
    if (part) return part;
  }
  return null;
}

/** @param {Element} element */
const isPart = (element) => !element.matches(`${CONTROLS},${APART},li,tr,td,label`);

/** @param {Element} panel @returns {Generator<unknown, string>} */
function* wordsOf(panel) {
  const takes = (/** @type {Node} */ node) =>
    node instanceof Element && (node.matches(`${APART},${IGNORED},[hidden],[aria-hidden="true"]`) || isSecret(node))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT;
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, takes);
  /** @type {Set<string>} */ const texts = new Set();
  for (let left = MOST_NODES; left > 0 && walker.nextNode(); left--) {
    if (left % 20 === 0) yield;
    const { currentNode: node } = walker;
    const said = node instanceof Element ? NAMED_BY.map((one) => node.getAttribute(one)) : [node.nodeValue];
    for (const text of said) if (text?.trim()) texts.add(plain(text, 120));
  }
  return plain([...texts].join(' · '), LONGEST);
}
