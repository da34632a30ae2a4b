/** Whoever writes goes on writing, in the panel or in a field of the page: no action takes the keys from there. */

/** What is neither read nor operated, with all that is in it. The panel is the assistant's own. */
export const IGNORED = 'antiphon-panel,[data-voice-ignore]';
const FIELDS = 'input,textarea,select,[contenteditable]';
/** The keys are taken back so often; a page that insists has them. */
const MOST = 5;

/** What the person has done something in last. @type {any} */ let hand;
/** What an action writes in meanwhile, without the focus. @type {Element | undefined} */ let reached;

/** Through the roots of shadow trees. */
function active() {
  let at = /** @type {HTMLElement | null} */ (document.activeElement);
  while (at?.shadowRoot?.activeElement) at = /** @type {HTMLElement} */ (at.shadowRoot.activeElement);
  return at;
}

/** @param {any} element */
function isOurs(element) {
  for (let at = element; at; at = at.getRootNode().host) if (at.closest?.(IGNORED)) return true;
  return false;
}

/** What has the keys, and keeps them. */
export function held() {
  const at = active();
  return at && (isOurs(at) || (at === hand && at.matches(FIELDS))) ? at : undefined;
}

/** The field that is being written in. */
export const writing = () => (reached?.isConnected ? reached : active());

/** @param {string[]} types */
function dispatch(...types) {
  for (const type of types) reached?.dispatchEvent(new FocusEvent(type, { bubbles: type.length > 5, composed: true }));
}

function leave() {
  dispatch('blur', 'focusout');
  reached = undefined;
}

/** Goes to a field to set it. The page is told the same, whether that has the focus or nobody may take it. @param {HTMLElement} element */
export function reach(element) {
  if (element === writing()) return;
  leave();
  if (!held()) return element.focus({ preventScroll: true });
  reached = element;
  dispatch('focus', 'focusin');
}

/** @param {Event} event of a key or a pointer */
function noted(event) {
  if (!event.isTrusted) return;
  hand = /** @type {KeyboardEvent} */ (event).key === 'Tab' ? undefined : event.composedPath()[0];
  if (!isOurs(hand)) leave();
}

/** Sees where the person writes. @param {AbortSignal} signal ends it */
export function watchHands(signal) {
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, noted, { capture: true, passive: true, signal });
}

/** What the page takes by itself meanwhile is taken back, unless the person goes there. @param {AbortSignal} signal ends it */
export function keepFocus(signal) {
  const kept = globalThis.document && held();
  if (!kept) return;
  hand = kept;
  let times = 0;
  const back = () => {
    if (hand === kept && active() !== kept && times++ < MOST) kept.focus({ preventScroll: true });
  };
  watchHands(signal);
  document.addEventListener('focusin', () => queueMicrotask(back), { capture: true, signal });
}
