/** Space to talk, with Shift to ask for the floor, Escape to interrupt, and to give the floor back: where no other part of the page has a use for them. */

/**
 * @typedef {object} KeyEvents
 * @property {() => boolean} canTalk
 * @property {() => boolean} canInterrupt
 * @property {() => boolean} canDrop whether there is a turn that was begun by hand
 * @property {() => boolean} taps whether one press begins, and the next one ends
 * @property {() => void} talk the key goes down
 * @property {() => void} talked it comes up, or the page is left
 * @property {() => void} toggle
 * @property {() => void} interrupt
 * @property {() => void} drop
 * @property {() => void} yieldFloor
 */

/** Where there is no keyboard to speak of: on what is touched, and in a window as narrow as a phone. */
export const KEYLESS = '(hover: none), (pointer: coarse), (max-width: 30rem)';

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
 * @param {{section: HTMLElement, talk: HTMLElement}} parts the panel, and the button that is one talk key, for which Enter does too
 * @param {KeyEvents} on
 * @param {AbortSignal} signal takes the listeners away
 */
export function listenToKeys(target, { section, talk }, on, signal) {
  let held = '';
  const release = () => {
    if (!held) return;
    held = '';
    on.talked();
  };
  const down = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    // What the panel is in has no say over what is pressed in the panel.
    const inside = path.includes(section);
    const asked = inside ? path.slice(0, path.indexOf(section)) : path;
    const stops = on.canInterrupt();
    if (event.key === 'Escape' && (stops || on.canDrop()) && !asked.some((node) => node.matches(TAKES_ESCAPE))) {
      if (inside) event.preventDefault(); // or a dialog around it would close
      if (stops) return on.interrupt();
      if (!event.repeat) on.drop(); // held, it would drop what it has begun
      return;
    }
    const onButton = path[0] === talk && (event.key === ' ' || event.key === 'Enter');
    const free = event.key === ' ' && !asked.some((node) => node.matches(TAKES_SPACE));
    if (event.key === ' ' && event.shiftKey) {
      if (!(onButton || free) || !on.canInterrupt()) return;
      event.preventDefault();
      if (!event.repeat) on.yieldFloor();
      return;
    }
    if (!on.canTalk() || !(onButton || free)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (on.taps()) return on.toggle();
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
  const left = () => {
    held = '';
    if (!on.taps()) on.talked();
  };
  window.addEventListener('blur', left, { signal });
}
