/**
 * The one dialog of the page. It leaves the panel in reach: its question may be answered by voice, or in writing, as well. Whoever
 * writes when the assistant asks goes on writing: no letter of theirs answers it.
 */

import { find, focused, isWritten } from './page.js';
import { textOf } from './texts.js';

/**
 * @param {{title: string, text: string, yes: string, no: string}} words
 * @param {AbortSignal} [over] the question was answered elsewhere
 * @returns {Promise<boolean | undefined>} nothing where it was answered elsewhere
 */
export function ask({ title, text, yes, no }, over) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  const before = focused();
  const writes = over !== undefined && isWritten(before);
  dialog.close(); // one question at a time
  find('[data-dialog-title]', dialog).textContent = title;
  find('[data-dialog-text]', dialog).textContent = text;
  const [yesButton, noButton] = [find('[data-dialog-yes]', dialog), find('[data-dialog-no]', dialog)];
  yesButton.textContent = yes;
  noButton.textContent = no;
  find('[data-dialog-say]', dialog).hidden = !over; // only what was asked aloud is answered aloud
  const done = new AbortController();
  const { signal } = done;
  /** @type {Promise<boolean | undefined>} */
  const answered = new Promise((resolve) => {
    yesButton.addEventListener('click', () => resolve(true), { signal });
    noButton.addEventListener('click', () => resolve(false), { signal });
    const escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault(); // the panel has a use for it otherwise
      resolve(false);
    };
    dialog.addEventListener('keydown', escape, { signal });
    // A key that is held since before the question, such as to talk or to send, does not answer it.
    const held = (/** @type {KeyboardEvent} */ event) => {
      if (event.repeat && event.key !== 'Tab') event.preventDefault();
    };
    dialog.addEventListener('keydown', held, { signal });
    // From where somebody writes, the next stop is the question.
    const tab = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Tab' || event.shiftKey || event.defaultPrevented || !writes || focused() !== before) return;
      event.preventDefault();
      noButton.focus();
    };
    document.addEventListener('keydown', tab, { signal });
    dialog.addEventListener('close', () => resolve(undefined), { signal });
    over?.addEventListener('abort', () => resolve(undefined), { signal });
  });
  dialog.open = true; // `show()` would take the focus
  if (writes) find('[data-dialog-told]').textContent = `${title} ${text} ${textOf('writeYesOrNo')}`;
  else noButton.focus(); // what is asked about is hard to take back
  return answered.finally(() => {
    const inside = dialog.contains(document.activeElement);
    done.abort();
    dialog.close();
    find('[data-dialog-told]').textContent = '';
    if (inside && before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
}
