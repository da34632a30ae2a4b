/** What was said before the page was loaded again, and that the call of then waits. */

/** @import { Antiphon } from '../antiphon.js' */
/** @import { View } from './view.js' */

/**
 * Says that the call waits for as long as it does.
 * @param {Antiphon} antiphon @param {View} view
 * @param {AbortSignal} gone the panel is
 * @param {() => Antiphon} present the one whose call the panel shows by then
 */
export function remember(antiphon, view, gone, present) {
  const ms = antiphon.waitingMs;
  view.conversation.begin(antiphon.note);
  if (!ms) return;
  const over = () => {
    clearTimeout(timer);
    view.describe({ waits: false });
    view.conversation.begin(present().note);
  };
  const timer = setTimeout(over, ms);
  gone.addEventListener('abort', over);
  view.describe({ waits: true });
}
