/** What an element of a page is to a voice, and whether it may be read and operated at all. */

/** @import { Kind } from '../../observe.js' */

import { IGNORED } from '../hands.js';
import { clipped } from '../texts.js';
import getRole from '../../vendor/dom-accessibility-api/getRole.mjs';

const OUT_OF_REACH = '[aria-hidden="true"],[inert],[hidden]';
const BARRED = `${IGNORED},${OUT_OF_REACH}`;
const SECRET = /(^|\s)(cc-\S+|one-time-code|(current|new)-password)/i;
/** What pages call the fields of secrets that they do not declare: `otp_code`, `card-number`, `CVC`. */
const SECRET_NAME =
  /(^|[^a-z])(otp|totp|mfa.?code|one.?time.?(code|password)|passcode|passw(or)?d|pwd|pin(.?code)?|cvc2?|cvv2?|csc|card.?(number|no)|security.?code)([^a-z]|$)/i;
const WITHOUT_TEXT = 'script,style,template,noscript,select,textarea';
const UNREAD = `${BARRED},${WITHOUT_TEXT}`;
export const DIALOG = 'dialog,[role="dialog"],[role="alertdialog"]';
const MOST_INNER = 30;
/** Kinds of what is only told of. */
export const TOLD = ['heading', 'table', 'dialog', 'status', 'gauge'];
const HEADING = 'h1,h2,h3,h4,h5,h6,[role="heading"]';

const NOT_SHOWN = /** @type {CSSStyleDeclaration} */ ({
  display: 'none',
  visibility: 'hidden',
  content: 'normal',
  getPropertyValue: (/** @type {string} */ name) => (name === 'display' ? 'none' : ''),
});

export const CANDIDATES =
  'a,button,input,select,textarea,summary,[role],[contenteditable],table,th,dialog,output,progress,meter,[aria-live],' +
  HEADING;
/** What a page announces in without saying what it is. */
const LIVE = ':is([aria-live="polite"],[aria-live="assertive"]):not([role],main,section,form,dialog)';

/** @type {Partial<Record<Kind, string>>} */
const ROLES = {
  press: 'button',
  open: 'link menuitem tab treeitem',
  pick: 'option radio menuitemradio',
  switch: 'checkbox switch menuitemcheckbox',
  number: 'slider spinbutton',
  text: 'textbox searchbox',
  heading: 'heading',
  table: 'table grid',
  dialog: 'dialog alertdialog',
  status: 'alert status',
  gauge: 'progressbar meter',
};
const BY_ROLE = /** @type {Record<string, Kind>} */ (
  Object.fromEntries(Object.entries(ROLES).flatMap(([kind, roles]) => roles.split(' ').map((role) => [role, kind])))
);

/** What a voice cannot give: a file, and what the browser shows no field for. */
const UNSPEAKABLE = ['file', 'hidden'];
/** @type {Record<string, Kind>} */
const BY_TYPE = { date: 'date', color: 'colour' };

/** @param {Element} element @returns {Kind | undefined} */
export function kindOf(element) {
  const role = getRole(element) ?? '';
  if (element instanceof HTMLSelectElement) return 'choose';
  if (element instanceof HTMLInputElement) {
    if (isSecret(element) || UNSPEAKABLE.includes(element.type)) return;
    if (BY_TYPE[element.type]) return BY_TYPE[element.type];
    return BY_ROLE[role] ?? 'text';
  }
  if (element instanceof HTMLTextAreaElement) return 'text';
  if (element instanceof HTMLMeterElement) return 'gauge';
  if (element instanceof HTMLElement && element.isContentEditable) return isHost(element) ? 'text' : BY_ROLE[role];
  if (role === 'combobox') return 'press';
  // A link without an address is one by what a script makes of it: the hand over it shows that, or what it is called.
  if (element instanceof HTMLAnchorElement && !element.href && !BY_ROLE[role])
    return isPointedAt(element) ? 'open' : undefined;
  if (role === 'option' && element instanceof HTMLOptionElement) return;
  if (role === 'columnheader') return isPressedToSort(element) ? 'press' : undefined;
  return BY_ROLE[role] ?? (element.matches(LIVE) ? 'status' : undefined);
}

/** @param {HTMLElement} element */
const isPointedAt = (element) =>
  element.onclick ||
  element.hasAttribute('tabindex') ||
  element.title ||
  getComputedStyle(element).cursor === 'pointer';

/** A column's head that sorts without a button in it. @param {Element} element */
const isPressedToSort = (element) =>
  element instanceof HTMLElement &&
  Boolean(element.textContent?.trim()) &&
  !element.querySelector('a,button,input,select,[role="button"],[tabindex]') &&
  (element.onclick || element.hasAttribute('tabindex') || getComputedStyle(element).cursor === 'pointer');

/** The element that is edited, not what is in it. @param {HTMLElement} element */
const isHost = (element) => !element.parentElement?.isContentEditable;

/** Through the roots of shadow trees. @param {Node} node @returns {Element | null} */
export function parentOf(node) {
  const parent = /** @type {Element} */ (node).assignedSlot ?? node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}

/** A page without shadow trees need not be asked for its slots. */
const SHADOWS = { known: false };

/** The root of its shadow tree, if it has one. @param {Element} element */
export function shadowOf({ shadowRoot }) {
  SHADOWS.known ||= Boolean(shadowRoot);
  return shadowRoot;
}

/** `closest`, through the roots of shadow trees, and the slots in which it is shown. @param {Element | null} element @param {string} selector */
export function within(element, selector) {
  for (let at = element; at;) {
    const found = at.closest(selector) ?? (SHADOWS.known ? slottedWithin(at, selector) : null);
    if (found) return found;
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return null;
}

/** @param {Element} element @param {string} selector @returns {Element | null} */
function slottedWithin(element, selector) {
  for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
    const found = at.assignedSlot && within(at.assignedSlot, selector);
    if (found) return found;
  }
  return null;
}

/** Through the roots of shadow trees too. @param {Node} outer @param {Node} inner */
export function holds(outer, inner) {
  for (let at = /** @type {Node | null} */ (inner); at; at = at instanceof ShadowRoot ? at.host : null) {
    if (outer.contains(at)) return true;
    at = at.getRootNode();
  }
  return false;
}

const WRITTEN = new Set(['text', 'tel', 'number', 'search']);

/** A password stays one where the page shows it (`type` becomes `text`). @type {WeakSet<Element>} */
const SECRETS = new WeakSet();

/** Not to be read, whatever it shows. @param {Element} element */
export function isSecret(element) {
  if (!('autocomplete' in element)) return false;
  if (element instanceof HTMLInputElement && element.type === 'password') SECRETS.add(element);
  if (SECRETS.has(element)) return true;
  if (SECRET.test(element.getAttribute('autocomplete') ?? '')) return true;
  if (!(element instanceof HTMLInputElement) || !WRITTEN.has(element.type)) return false;
  return ['name', 'id'].some((one) =>
    SECRET_NAME.test((element.getAttribute(one) ?? '').replace(/([a-z])(?=[A-Z])/g, '$1_')),
  );
}

/** @param {Element | null | undefined} element */
export const isIgnored = (element) => Boolean(element && within(element, IGNORED));

/** Whether what it shows may be told. @param {Element} element */
export function isRead(element) {
  if (element.matches(UNREAD) || isSecret(element)) return false;
  return element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents';
}

/** For the computation of names, whose text is read by the same rule. @param {Element} element @param {string | null} [pseudo] */
export const styleOf = (element, pseudo) =>
  element.matches(IGNORED) || isSecret(element) ? NOT_SHOWN : getComputedStyle(element, pseudo);

/** The text that an element shows, and may be told of; the beginning of it is enough. @param {Element | undefined} element */
export function textOf(element, most = 400) {
  if (!element || within(element, BARRED) || !isRead(element)) return '';
  const takes = (/** @type {Node} */ node) =>
    node instanceof Element && !isRead(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, takes);
  let text = '';
  while (text.length < most && walker.nextNode()) {
    const { currentNode: node } = walker;
    if (/\S$/.test(text) && ((node instanceof Element && isSetOff(node)) || isApartFrom(node, node.previousSibling)))
      text += ' ';
    if (!(node instanceof Element)) text += (node.nodeValue ?? '').replace(/\s+/g, ' ');
  }
  return text;
}

/** Whether it does not look like the rest of the word before it: a badge behind a name. @param {Element} element */
export function isSetOff(element) {
  const { display, marginLeft, paddingLeft } = styleOf(element);
  if (!/^(inline|contents|none)/.test(display)) return true;
  return parseFloat(marginLeft) > 0 || parseFloat(paddingLeft) > 0;
}

/** Whether what stands before it is set off at its end: a name in a line of its own. @param {Node} node @param {Node | null} before */
export function isApartFrom(node, before) {
  if (!(before instanceof Element) || (node.nodeType === Node.TEXT_NODE && /^\s/.test(node.nodeValue ?? ''))) return false;
  const { display, marginRight, paddingRight } = styleOf(before);
  if (!/^(inline|contents|none)/.test(display)) return true;
  return parseFloat(marginRight) > 0 || parseFloat(paddingRight) > 0;
}

/** Where it is on the screen; nothing where it is not shown, or not to be read. @param {Element} element */
export function placeOf(element) {
  if (!element.isConnected || isSecret(element) || within(element, BARRED)) return;
  if (!element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true })) return;
  const place = element.getBoundingClientRect();
  if (place.width && place.height) return place;
  // A label is often all that is seen of a checkbox.
  const [label] = element instanceof HTMLInputElement ? (element.labels ?? []) : [];
  // What is around a dialog often has no size of its own: what is in it is laid over the page.
  const inner =
    label ??
    (element.matches(DIALOG) ? [...element.querySelectorAll('*')].slice(0, MOST_INNER).find(hasSize) : undefined);
  const shown = inner?.checkVisibility({ visibilityProperty: true }) ? inner.getBoundingClientRect() : place;
  return shown.width && shown.height ? shown : undefined;
}

/** @param {Element} element */
function hasSize(element) {
  const { width, height } = element.getBoundingClientRect();
  return width && height;
}

/** The elements that an attribute refers to, such as `aria-describedby`. @param {Element} element @param {string} attribute */
export const referredBy = (element, attribute) =>
  (element.getAttribute(attribute)?.split(/\s+/) ?? []).flatMap((id) => element.ownerDocument.getElementById(id) ?? []);

export const SUBMITS = ':is(button,input):is([type="submit"],[type="image"],button:not([type]))';

/** What Enter presses in a field. @param {Element} field @returns {HTMLButtonElement | null | undefined} */
export const defaultButton = (field) => /** @type {HTMLInputElement} */ (field).form?.querySelector(SUBMITS);

/** @param {Element} element @param {Kind} kind */
export function isLocked(element, kind) {
  if (element.matches(':disabled') || within(element, '[aria-disabled="true"]')) return true;
  if (!['text', 'number', 'date', 'colour'].includes(kind)) return false;
  return element.matches('[readonly],[aria-readonly="true"]');
}

/** The dialogs that let nothing else be used. @param {Iterable<Element>} dialogs */
export function modals(dialogs) {
  const known = [...dialogs];
  // One that is ignored, or outside of what is observed, stands in the way all the same.
  const others = [...document.querySelectorAll('dialog:modal')].filter((one) => !known.includes(one));
  const isOpen = (/** @type {Element} */ one) =>
    one.matches('dialog:modal') || (one.ariaModal === 'true' && placeOf(one));
  return [...known.filter(isOpen), ...others];
}

/** In one line. @param {string | null | undefined} text */
export const plain = (text, most = 80) => clipped((text ?? '').replace(/\s+/g, ' ').trim(), most);

/** What is on or off, set or chosen, in words; nothing where it has no state. @param {Element} element @param {Kind} kind */
export function stateOf(element, kind) {
  const field = /** @type {HTMLInputElement} */ (element);
  const aria = (/** @type {string} */ name) => element.getAttribute(`aria-${name}`);
  if (kind === 'switch') return (aria('checked') ?? String(field.checked)) === 'true' ? 'on' : 'off';
  if (kind === 'pick') return (aria('checked') ?? aria('selected') ?? String(field.checked)) === 'true' ? 'chosen' : '';
  if (kind === 'choose')
    return [.../** @type {HTMLSelectElement} */ (element).selectedOptions].map(({ label }) => plain(label)).join(', ');
  if (['gauge', 'number'].includes(kind)) return aria('valuetext') ?? aria('valuenow') ?? String(field.value ?? '');
  if (['text', 'date', 'colour'].includes(kind)) return plain(field.value ?? textOf(element), 200);
  if (aria('pressed')) return aria('pressed') === 'true' ? 'on' : 'off';
  if (aria('selected') === 'true' || aria('current') === 'page') return 'chosen';
  if (aria('expanded')) return aria('expanded') === 'true' ? 'open' : 'closed';
  return '';
}
