/** What a dialog of the page asks, and which of its buttons are a yes and a no. */

/** @import { Asking, Control } from '../../observe.js' */

import { holds, placeOf, plain } from './elements.js';
import { nameOf } from './names.js';
import { proseOf, referred, sentence } from './prose.js';

const YES = /^((yes|ok(ay)?|sure|confirm)\b|((i )?(accept|agree|understand)|allow|got it|understood)$)/i;
/** It closes the dialog, where `Close order` is a deed. */
const CLOSES = /^(close|dismiss)( (the |this )?(dialog|window|message))?$|^[×✕✖x]$/i;
/** It leaves all as it is, whatever is asked. */
const LEAVES = /^(cancel|(go )?back|not \w+|keep( \w{2,4})?|leave it( as it is)?|continue (editing|reading|shopping|working|writing))$/i;
const NO = /^(nope|not?|never|maybe|later|keep|stay|skip|decline|reject|don['’]t|i( do not|['’](ll|m not)))\b/i;
const DISMISSING = '[value="cancel" i],[type="reset"],[data-dismiss],[data-bs-dismiss],[data-close]';
/** A dialog with one of these is a form, and no question. */
const FIELDS =
  'input:not([type="checkbox"],[type="submit"],[type="button"],[type="reset"]),select,textarea,[contenteditable],[role="textbox"],[role="combobox"]';
/** Characters of a dialog that are read. */
const LONGEST = 3000;
/** Nobody wants to hear more before he may answer. */
const BRIEF = /^.{0,200}[.!?…](?=\s)/;
/** It asks for nothing but a yes. */
const OPEN = /^( *(are you )?(really )?sure\?)*$/i;

/** @param {RegExp} names */
const called =
  (names) =>
  (/** @type {Control} */ { name = '' }) =>
    names.test(name);

/** Whether it undoes what is filled in, or puts the dialog away. @param {Control} control */
export const leaves = (control) => called(LEAVES)(control) || called(CLOSES)(control) || control.element.matches(DISMISSING);

/** @param {Control[]} buttons */
const only = (buttons) => (buttons.length === 1 ? buttons[0] : undefined);

/** The one whose first word is what is asked: `Cancel hold`, to `Do you want to cancel it?` @param {string} text */
const repeats =
  (text) =>
  (/** @type {Control} */ { name = '' }) => {
    const verb = /^\p{L}{3,}(?!['’])/u.exec(name);
    return verb && new RegExp(`^${verb}\\b|([.!?…]|\\b(to|and|really|i|we)) ${verb}\\b[^.!?…]*\\?`, 'i').test(text);
  };

/** Which are the yes and the no; nothing where that is not certain by these words: the server knows more of them. @param {Control[]} buttons @param {string} text */
export function answersOf(buttons, text) {
  const two = buttons[2] ? buttons.filter((one) => !called(CLOSES)(one)) : buttons;
  const question = (text.match(/[^.!?…]+\?/g) ?? []).join('');
  // One button is all that a message can be answered with.
  if (!question && !two[1]) return { yes: two[0] };
  const firm = only(two.filter(called(YES)));
  if (two.length !== 2) return firm ? { yes: firm, no: only(two.filter(called(/^no\b/i))) } : {};
  const asked = two.filter(repeats(text));
  const isBare = called(/^(cancel|close|dismiss|.)$/i);
  const isOpen = asked[1] || OPEN.test(question);
  const yes =
    firm && (!asked[0] || isBare(asked[0]))
      ? firm
      : (only(asked) ?? (isOpen ? only(two.filter((one) => !leaves(one))) : undefined));
  const no = two.find((one) => one !== yes);
  // A mere `Cancel` may as well be what leaves all as it is, and what the question speaks of what it asks for.
  const isClear =
    yes &&
    no &&
    (leaves(no) || called(NO)(no)) &&
    (isBare(no) ? !called(NO)(yes) : yes === firm || !new RegExp((no.name ?? '').split(/\W/)[0], 'i').test(question));
  return isClear && !/\b(not|without|or)\b|n['’]t\b/i.test(question) ? { yes, no } : {};
}

/** What a dialog says, and all of what it asks. @param {Element} dialog */
function saidBy(dialog) {
  const name = nameOf(dialog, 'dialog');
  const text = sentence(referred(dialog, 'aria-describedby', LONGEST) || proseOf(dialog, LONGEST));
  const isSaid = !name || text.toLowerCase().startsWith(name.replace(/[.!?…]$/, '').toLowerCase());
  const all = (isSaid ? '' : `${sentence(name)} `) + text;
  if (all.length <= 300) return all.trim();
  const brief = BRIEF.exec(all)?.[0] ?? plain(all, 200);
  const question = brief.includes('?') ? '' : (/[^.!?…]{9,150}\?/.exec(all)?.[0] ?? '');
  return `${question} ${brief} There is more on the page.`.trim();
}

/** What the topmost dialog asks, or tells; nothing where it is a form, or there is none. @param {Control[]} near @param {Element[]} old those that stood by when something else was done @param {Element} [modal] what lies over all else @returns {Asking | undefined} */
export function askingOf(near, old, modal) {
  const dialogs = near.filter(({ kind }) => kind === 'dialog').map(({ element }) => element);
  const isAll = (/** @type {Element} */ one) => near.every(({ id, element }) => !id || holds(one, element));
  const buttonsIn = (/** @type {Element} */ one) =>
    near.filter(({ kind, id, element }) => id && ['press', 'open'].includes(kind) && holds(one, element));
  const hasFields = (/** @type {Element} */ one) => [...one.querySelectorAll(FIELDS)].some(placeOf);
  // One beside which all else can be used asks when it is new, and is no notice that stays.
  const isAsking = (/** @type {Element} */ one) =>
    !old.includes(one) &&
    !hasFields(one) &&
    [2, 3].includes(buttonsIn(one).length) &&
    /^(?!.*(cookie|privacy)).*\?/i.test(saidBy(one));
  // Some pages only hide all else from those who cannot see that a dialog lies over it.
  const isOverAll = (/** @type {Element} */ one) => one.role === 'alertdialog' || (!modal && isAll(one));
  // What a modal one opens within itself lies over it.
  const others = dialogs.filter((one) => one !== modal);
  const dialog = others.findLast(isOverAll) ?? others.findLast(isAsking) ?? modal;
  if (!dialog || !dialogs.includes(dialog)) return;
  const text = saidBy(dialog);
  const isForm = !text.includes('?') && dialog.role !== 'alertdialog' && hasFields(dialog);
  const buttons = buttonsIn(dialog);
  // It asks nothing, but can be left by a no.
  return isForm
    ? { dialog, text: '', buttons, no: buttons.find(called(/^cancel$/i)) }
    : { dialog, text, buttons, ...answersOf(buttons, text) };
}

/** As it is told, with how it is answered; nobody wants to hear all of many. @param {Omit<Asking, 'dialog'>} asking */
export function questionOf({ text, yes, no, buttons }) {
  if (!text) return '';
  const asks = yes && no;
  const names = asks
    ? [`yes for ${yes.name}`, `no for ${no.name}`]
    : [...new Set((buttons.length > 4 ? [yes, no] : buttons).flatMap((one) => one?.name || []))];
  const last = names.pop();
  const answers = [...names, names.length ? `or ${last}` : last].join(', ');
  const isPlain = asks && called(/^yes\b/i)(yes) && called(/^no\b/i)(no);
  const how = isPlain ? 'Yes or no?' : answers && `You can say ${sentence(answers)}`;
  return [`The page ${text.includes('?') || asks ? 'asks' : 'says'}:`, text, how].filter(Boolean).join(' ');
}
