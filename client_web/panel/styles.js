/** The panel's styles, as sheets that no Content-Security-Policy of a page refuses. */

import { base } from './styles/base.js';
import { conversation } from './styles/conversation.js';
import { states } from './styles/states.js';
import { timeline } from './styles/timeline.js';

/** @type {CSSStyleSheet[] | undefined} */
let made;

/** The same for all panels of a page. */
export function sheets() {
  made ??= [base, conversation, states, timeline].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return made;
}
