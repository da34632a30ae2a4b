/** Hold space to talk, Escape to interrupt: where no other part of the page has a use for them. */

/**
 * @typedef {object} KeyEvents
 * @property {() => boolean} canTalk
 * @property {() => void} talk the key goes down
 * @property {() => void} talked it comes up, or the page is left
 * @property {() => void} interrupt
 */

/** What does something with the space bar itself. */
const TAKES_SPACE = [
  'input, textarea, select, button, a[href], summary, audio, video, iframe, [contenteditable]',
  '[role="button"], [role="checkbox"], [role="switch"], [role="slider"], [role="menuitem"], [role="option"]',
  '[role="tab"], [role="textbox"], [role="combobox"], [role="listbox"], [role="tree"], [role="grid"]',
].join(', ');

/** What Escape closes; within `:is` a browser leaves out what it does not know. */
const TAKES_ESCAPE = ':is(dialog[open], [popover]:popover-open, [role="dialog"], [role="menu"], [role="listbox"])';

/**
 * @param {EventTarget} target the document, or the panel alone
 * @param {HTMLElement} button is one talk key, for which Enter does too
 * @param {KeyEvents} on
 * @param {AbortSignal} signal takes the listeners away
 */
export function listenToKeys(target, button, on, signal) {
  let held = '';
  const release = () => {
    held = '';
    on.talked();
  };
  const down = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    if (event.key === 'Escape' && !path.some((node) => node.matches(TAKES_ESCAPE))) on.interrupt();
    const onButton = path[0] === button && (event.key === ' ' || event.key === 'Enter');
    const free = event.key === ' ' && !path.some((node) => node.matches(TAKES_SPACE));
    if (!on.canTalk() || !(onButton || free)) return;
    event.preventDefault();
    if (event.repeat) return;
    held = event.key;
    on.talk();
  };
  const up = (/** @type {KeyboardEvent} */ event) => {
    if (!held || event.key !== held) return;
    event.preventDefault();
    release();
  };
  target.addEventListener('keydown', /** @type {EventListener} */ (down), { signal });
  // The key may come up elsewhere than it went down.
  document.addEventListener('keyup', up, { signal });
  window.addEventListener('blur', release, { signal });
}
