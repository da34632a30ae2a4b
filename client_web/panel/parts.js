/** What the panel is made of. */

/** @import { Words } from './words.js' */

import { h, icon } from './dom.js';
import { Wave } from './wave.js';

/** Which picture stands for which state; a microphone that is not open has its own. */
const PICTURES = /** @type {const} */ ({
  not_connected: 'unplugged',
  connecting: 'phone',
  idle: 'microphone',
  muted: 'muted',
  typing: 'keyboard',
  user_speaking: 'bars',
  ai_thinking: 'dots',
  ai_speaking: 'speaker',
  invoke_action: 'bolt',
});

/** @typedef {ReturnType<typeof build>} Parts */

/** @param {Words} words @param {boolean} [taps] whether one press begins to talk, and the next one ends it */
export function build(words, taps = false) {
  const wave = new Wave();
  const name = h('p', { class: 'state-name', part: 'state', 'data-state-name': true });
  const hint = h('p', { class: 'state-hint', part: 'hint', 'data-state-hint': true });
  const callLabel = h('span', { 'data-call-label': true });
  const call = button(
    'button primary call',
    { 'data-call': true, part: 'call' },
    icon('microphone'),
    icon('stop'),
    callLabel,
  );
  const talkLabel = h('span', {}, taps ? words.tap : words.talk);
  const talk = button(
    'button',
    { 'data-talk': true, part: 'talk', 'aria-pressed': 'false', 'aria-keyshortcuts': 'Space', disabled: true },
    talkLabel,
  );
  const keys = { 'aria-keyshortcuts': 'Escape Shift+Space' };
  const interrupt = button(
    'button',
    { 'data-interrupt': true, part: 'interrupt', disabled: true, ...keys },
    words.interrupt,
  );
  const mute = button(
    'button',
    { 'data-mute': true, part: 'mute', 'aria-pressed': 'false', disabled: true },
    words.mute,
  );
  talk.append(' ', h('kbd', {}, words.space));
  interrupt.append(' ', h('kbd', {}, words.escape));

  const pictures = Object.entries(PICTURES).map(([state, picture]) => icon(picture, { 'data-for': state }));
  const orb = h('div', { class: 'orb', part: 'orb', 'aria-hidden': 'true' }, h('span', { class: 'ring' }), ...pictures);
  const caption = h('p', { class: 'caption', part: 'caption', 'aria-hidden': 'true', 'data-caption': true });
  // One of the two has a box: the buttons are beside the picture in a low one, and at the lower edge else.
  const figure = h('div', { class: 'figure', part: 'stage' }, orb, h('div', { class: 'state' }, name, hint));
  const stage = h('div', { class: 'stage', part: 'stage' }, figure, call);
  const voice = h('div', { class: 'voice' }, wave.element, caption);
  const controls = h(
    'div',
    { class: 'controls', part: 'controls', role: 'group', 'aria-label': words.call },
    talk,
    mute, // where Start was before the controls came, a second tap must not mute
    interrupt,
  );
  const fold = button(
    'fold',
    { 'data-fold': true, part: 'fold', 'aria-expanded': 'true', 'aria-label': words.fold },
    icon('fold'),
  );
  const notices = h('div', { class: 'notices' });
  const log = h('div', {
    class: 'conversation',
    part: 'log',
    role: 'log',
    'aria-label': words.conversation,
    'aria-live': 'off', // it is heard; what is not, is announced
    tabindex: '0',
    'data-conversation': true,
  });
  const prompts = h('div', { class: 'suggestions', part: 'prompts', 'data-suggestions': true, hidden: true });

  const chart = h('ol', { class: 'turns', 'aria-label': words.timeline });
  const summary = h('summary', {});
  const timeline = h('details', { class: 'timeline', part: 'timeline', hidden: true }, summary, chart);
  const input = h('input', {
    type: 'text',
    id: 'text',
    name: 'text',
    placeholder: words.typeHere,
    maxlength: '1000',
    enterkeyhint: 'send',
    dir: 'auto',
  });
  const label = h('label', { class: 'visually-hidden', for: 'text' }, words.type);
  const send = h('button', { type: 'submit', class: 'button icon', 'aria-label': words.send }, icon('send'));
  const entry = h('form', { class: 'entry', part: 'entry', autocomplete: 'off' }, label, input, send);
  const status = h('p', { class: 'visually-hidden', role: 'status' });
  const section = h('section', { class: 'panel', part: 'panel', 'aria-label': words.label, tabindex: '-1' });
  if (words.language) section.lang = words.language;
  section.append(fold, stage, voice, notices, log, prompts, timeline, controls, entry, status);

  return {
    section,
    fold,
    name,
    hint,
    call,
    callLabel,
    talk,
    talkLabel,
    interrupt,
    mute,
    wave,
    caption,
    notices,
    log,
    prompts,
    timeline,
    summary,
    chart,
    entry,
    label,
    input,
    status,
  };
}

/** @param {string} kind @param {Record<string, string | boolean>} attributes @param {(Node | string)[]} children */
function button(kind, attributes, ...children) {
  return h('button', { type: 'button', class: kind, ...attributes }, ...children);
}

/** @param {HTMLElement} place @param {string[]} prompts in the page's language @param {Words} words @param {(text: string) => void} say */
export function fillPrompts(place, prompts, words, say, language = '') {
  const chips = prompts.map((text) => {
    const chip = button('chip', { 'data-say': text }, `“${text}”`);
    chip.addEventListener('click', () => say(text));
    return h('li', {}, chip);
  });
  place.replaceChildren(h('p', { id: 'prompts' }, words.prompts), h('ul', { 'aria-labelledby': 'prompts', ...(language && { lang: language }) }, ...chips));
}
