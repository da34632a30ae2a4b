/** What the button in the corner says in words of its own, in English; those of other languages are in `client_web/languages`. */

export const EMBED = {
  label: 'Talk to this page',
  close: 'Close',
  failed: 'The voice assistant could not be loaded. Load the page again.',
};
