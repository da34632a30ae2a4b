/** The one dialog of the page. It leaves the panel in reach: its question may be answered by voice as well. */

import { find } from './page.js';

/**
 * @param {{title: string, text: string, yes: string, no: string}} words
 * @param {AbortSignal} [over] the question was answered elsewhere
 * @returns {Promise<boolean | undefined>} nothing where it was answered elsewhere
 */
export function ask({ title, text, yes, no }, over) {
  const dialog = /** @type {HTMLDialogElement} */ (find('#dialog'));
  const before = document.activeElement;
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
    dialog.addEventListener('close', () => resolve(undefined), { signal });
    over?.addEventListener('abort', () => resolve(undefined), { signal });
  });
  dialog.show();
  noButton.focus(); // what is asked about is hard to take back
  return answered.finally(() => {
    const inside = dialog.contains(document.activeElement);
    done.abort();
    dialog.close();
    if (inside && before instanceof HTMLElement) before.focus();
  });
}
