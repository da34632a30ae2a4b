/** The panel's styles, as sheets that no Content-Security-Policy of a page refuses. */

import { base } from './styles/base.js';
import { buttons } from './styles/buttons.js';
import { controls } from './styles/controls.js';
import { conversation } from './styles/conversation.js';
import { fit } from './styles/fit.js';
import { stage } from './styles/stage.js';
import { states } from './styles/states.js';
import { timeline } from './styles/timeline.js';

/** @type {CSSStyleSheet[] | undefined} */
let made;

/** The same for all panels of a page. */
export function sheets() {
  made ??= [base, buttons, stage, controls, fit, conversation, states, timeline].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return made;
}
