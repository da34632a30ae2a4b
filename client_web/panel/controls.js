/** What pressing and typing in the panel does. */

/** @import { Parts } from './parts.js' */

import { isSeen } from './sentences.js';

/**
 * @typedef {object} Deeds
 * @property {(byPointer: boolean) => void} call begins it, or ends it
 * @property {() => void} interrupt
 * @property {() => void} mute
 * @property {(text: string) => void} say
 * @property {() => boolean} taps whether one press begins to talk, and the next one ends it
 * @property {() => void} talk
 * @property {() => void} talked
 * @property {() => void} toggle
 * @property {() => boolean} keepsFocus whether the keys are the panel's only while the focus is in it
 * @property {() => boolean} touch
 */

/** @param {Parts} parts @param {Deeds} deeds */
export function listenToControls({ section, call, talk, interrupt, mute, entry, input }, deeds) {
  section.addEventListener('click', ({ detail, target }) => {
    // A click by pointer leaves no focus behind on a button, so that the space bar is free to talk with.
    const button = detail > 0 && target instanceof Element && target.closest('button');
    if (!button) return;
    button.blur();
    if (deeds.keepsFocus()) section.focus({ preventScroll: true });
  });
  call.addEventListener('click', ({ detail }) => {
    // The second click of two is none: it would end what the first one has begun.
    if (detail < 2) deeds.call(detail > 0);
  });
  interrupt.addEventListener('click', deeds.interrupt);
  mute.addEventListener('click', deeds.mute);
  entry.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = input.value.trim();
    input.value = '';
    if (isSeen(text)) deeds.say(text);
    if (deeds.touch()) input.blur(); // so that the keyboard gives the page back
  });
  listenToTalk(talk, deeds);
}

/** @param {HTMLElement} button @param {Deeds} deeds */
function listenToTalk(button, { taps, talk, talked, toggle }) {
  let held = false;
  button.addEventListener('pointerdown', (event) => {
    held = true;
    if (taps()) return;
    button.setPointerCapture(event.pointerId);
    talk();
  });
  for (const type of ['pointerup', 'pointercancel', 'blur']) {
    button.addEventListener(type, () => {
      if (!taps()) talked();
    });
  }
  button.addEventListener('click', () => {
    // Who presses without a pointer, such as by a screen reader or a switch, cannot hold.
    if (taps() || !held) toggle();
    held = false;
  });
  // A long press is how one talks, not a wish for a menu.
  button.addEventListener('contextmenu', (event) => event.preventDefault());
}
