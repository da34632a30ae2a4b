/** What a dialog of the page asks, and which of its buttons are a yes and a no. */

/** @import { Asking, Control } from '../../observe.js' */

import { holds, modals, placeOf, plain } from './elements.js';
import { nameOf } from './names.js';
import { proseOf, referred, sentence } from './prose.js';

const YES = /^(yes|ok(ay)?|sure|confirm|continue|proceed|(i )?(accept|agree|understand)|allow|got it|understood|apply|go ahead)\b/i;
const NO = new RegExp(
	"^(no|cancel|close|dismiss|(go |take me )?back|return|not (now|today|yet)|(maybe |ask me )?later|never ?mind|keep|abort|stay|skip|decline|reject|" +
		"refuse|disagree|don['’]?t|do not|wait|leave (it|this|as|everything|unchanged)|let me|undo|i(.{0,5} changed my mind| will| do(n['’]?t| not)| am not|['’](ll|m not)))\\b|^[×✕✖x]$",
	'i',
);
/** It cancels or closes what it names, and not the dialog. */
const ENDS = /^(cancel|close) (?!(the |this )?(dialog|window|message)\b)\S/i;
/** It closes the dialog, where `Close order` is a deed. */
const CLOSES = /^(close|dismiss)( dialog)?$|^[×✕✖x]$/i;
const DISMISSING = '[value="cancel" i],[type="reset"],[data-dismiss],[data-bs-dismiss],[data-close]';
/** A dialog with one of these is a form, and no question. */
const FIELDS = 'input:not([type="checkbox"],[type="submit"],[type="button"],[type="reset"]),select,textarea,[contenteditable],[role="textbox"],[role="combobox"]';
const LONGEST = 3000;
/** Nobody wants to hear more before he may answer. */
const BRIEF = /^.{0,200}[.!?…](?=\s)/;

/** @param {RegExp} names */
const called = (names) => (/** @type {Control} */ { name = '' }) => names.test(name);

/** @param {Control} control */
const isNo = (control) => called(NO)(control) || control.element.matches(DISMISSING);

/** @param {Control[]} buttons */
const only = (buttons) => (buttons.length === 1 ? buttons[0] : undefined);

/** The one whose first word is what is asked: `Cancel hold`, to `Do you want to cancel it?` @param {string} text */
const repeats = (text) => (/** @type {Control} */ { name = '' }) => {
	const verb = /^\p{L}{3,}(?!['’])/u.exec(name);
	return /\banyway\b/i.test(name) || (verb && new RegExp(`^${verb}\\b|([.!?…]|\\b(to|or|and|really|i|we)) ${verb}\\b[^.!?…]*\\?`, 'i').test(text));
};

/** Which are the yes and the no; nothing where that is not clear. @param {Control[]} buttons @param {string} text */
export function answersOf(buttons, text) {
	const isSaying = (/** @type {Control} */ one) => !called(CLOSES)(one);
	const two = buttons.length > 2 ? buttons.filter(isSaying) : buttons;
	const ending = two.length === 2 && two.every(isNo) ? only(two.filter(called(ENDS))) : undefined;
	if (ending) return { yes: ending, no: two.find((one) => one !== ending) };
	const asked = two.length === 2 ? two.filter(repeats(text)) : [];
	const [yes] = asked;
	const no = two.find((one) => one !== yes);
	if (yes && no) {
		// A mere `Cancel` may as well be what leaves all as it is.
		if (!asked[1] && (isNo(no) || !called(/^(cancel|close|dismiss)$/i)(yes))) return { yes, no };
		if (asked[1] || !called(/^(yes|ok|sure|confirm)/i)(no)) return {};
	}
	const refusing = buttons.filter(isNo);
	const agreeing = buttons.filter((one) => !refusing.includes(one));
	const saying = refusing.filter(isSaying);
	if (saying[1]) return {};
	const refusal = saying[0] ?? refusing[0];
	// To a message there is but one answer.
	const consent = only(agreeing) ?? only(agreeing.filter(called(YES))) ?? only(buttons);
	return { yes: consent, no: refusal === consent ? undefined : refusal };
}

/** What a dialog says, and all of what it asks. @param {Element} dialog */
function saidBy(dialog) {
	const name = nameOf(dialog, 'dialog');
	const text = sentence(referred(dialog, 'aria-describedby', LONGEST) || proseOf(dialog, LONGEST));
	const isSaid = !name || text.toLowerCase().startsWith(name.replace(/[.!?…]$/, '').toLowerCase());
	const all = (isSaid ? '' : `${sentence(name)} `) + text;
	if (all.length <= 300) return all.trim();
	const brief = BRIEF.exec(all)?.[0] ?? plain(all, 200);
	const question = brief.includes('?') ? '' : /[^.!?…]{9,150}\?/.exec(all)?.[0] ?? '';
	return `${question} ${brief} There is more on the page.`.trim();
}

/** What the topmost dialog asks, or tells; nothing where it is a form, or there is none. @param {Control[]} near @returns {Asking | undefined} */
export function askingOf(near) {
	const dialogs = near.filter(({ kind }) => kind === 'dialog').map(({ element }) => element);
	const isAll = (/** @type {Element} */ one) => near.every(({ id, element }) => !id || holds(one, element));
	// Some pages only hide all else from those who cannot see that a dialog lies over it.
	const dialog = modals(dialogs).at(-1) ?? dialogs.findLast((one) => one.role === 'alertdialog' || isAll(one));
	if (!dialog || !dialogs.includes(dialog)) return;
	const text = saidBy(dialog);
	const isForm = [...dialog.querySelectorAll(FIELDS)].some(placeOf) && !text.includes('?') && dialog.role !== 'alertdialog';
	const buttons = near.filter(({ kind, id, element }) => id && ['press', 'open'].includes(kind) && holds(dialog, element));
	// It asks nothing, but can be left by a no.
	return isForm ? { dialog, text: '', buttons, no: buttons.find(called(/^cancel$/i)) } : { dialog, text, buttons, ...answersOf(buttons, text) };
}

/** As it is told, with how it is answered; nobody wants to hear all of many. @param {Omit<Asking, 'dialog'>} asking */
export function questionOf({ text, yes, no, buttons }) {
	if (!text) return '';
	const asks = yes && no;
	const names = asks ? [`yes for ${yes.name}`, `no for ${no.name}`] : [...new Set((buttons.length > 4 ? [yes, no] : buttons).flatMap((one) => one?.name || []))];
	const last = names.pop();
	const answers = [...names, names.length ? `or ${last}` : last].join(', ');
	const isPlain = asks && called(/^yes\b/i)(yes) && called(/^no\b/i)(no);
	const how = isPlain ? 'Yes or no?' : answers && `You can say ${sentence(answers)}`;
	return [`The page ${text.includes('?') || asks ? 'asks' : 'says'}:`, text, how].filter(Boolean).join(' ');
}
