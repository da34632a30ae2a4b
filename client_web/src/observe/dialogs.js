/** What a dialog of the page asks, and which of its buttons are a yes and a no. */

/** @import { Asking, Control } from '../../observe.js' */

import { holds, modals, placeOf, plain } from './elements.js';
import { nameOf } from './names.js';
import { proseOf, referred, sentence } from './prose.js';

const YES = /^(yes|ok(ay)?|sure|confirm|continue|proceed|accept|agree|allow|got it|understood|i (agree|understand|accept)|apply|go ahead)\b/i;
const NO = new RegExp(
	"^(no|cancel|close|dismiss|(go |take me )?back|return|not (now|today|yet)|(maybe |ask me )?later|never ?mind|keep|abort|stay|skip|decline|reject|" +
		"refuse|disagree|don['’]?t|do not|wait|leave (it|this|as|everything|unchanged)|let me|undo|i( have|['’]ve)? changed my mind|i( do not|['’]ll| will| don['’]?t| am not|['’]m not))\\b|^[×✕✖x]$",
	'i',
);
const CLOSES = /^(close|dismiss)\b|^[×✕✖x]$/i;
const DISMISSING = '[value="cancel" i],[type="reset"],[data-dismiss],[data-bs-dismiss],[data-close]';
/** A dialog with one of these is a form, and no question. */
const FIELDS = 'input:not([type="checkbox"],[type="hidden"],[type="submit"],[type="button"],[type="reset"]),select,textarea,[contenteditable],[role="textbox"],[role="combobox"]';
const LONGEST = 300;

/** @param {Control} control */
const isNo = ({ name = '', element }) => NO.test(name) || element.matches(DISMISSING);

/** Of two that both leave it as it is, the one that says so. @param {Control[]} buttons */
function refusalOf(buttons) {
	const saying = buttons.length > 1 ? buttons.filter(({ name = '' }) => !CLOSES.test(name)) : buttons;
	return saying.length === 1 ? saying[0] : undefined;
}

/** Nothing where it is not clear which one it is. @param {Control[]} buttons @param {Control[]} others */
function consentOf(buttons, others) {
	if (buttons.length === 1) return buttons[0];
	const saying = buttons.filter(({ name = '' }) => YES.test(name));
	if (saying.length === 1) return saying[0];
	// To a message there is but one answer.
	return buttons.length + others.length === 1 ? others[0] : undefined;
}

/** What a dialog says. @param {Element} dialog */
export function saidBy(dialog) {
	const name = nameOf(dialog, 'dialog');
	const text = referred(dialog, 'aria-describedby') || proseOf(dialog, LONGEST);
	const isSaid = !name || text.toLowerCase().startsWith(name.replace(/[.!?…]$/, '').toLowerCase());
	return plain([isSaid ? '' : sentence(name), sentence(text)].filter(Boolean).join(' '), LONGEST);
}

/** What the topmost dialog asks, or tells; nothing where it is a form, or there is none. @param {Control[]} near @returns {Asking | undefined} */
export function askingOf(near) {
	const dialogs = near.filter(({ kind }) => kind === 'dialog').map(({ element }) => element);
	const isAll = (/** @type {Element} */ one) => near.every(({ id, element }) => !id || holds(one, element));
	// Some pages only hide all else from those who cannot see that a dialog lies over it.
	const dialog = modals(dialogs).at(-1) ?? dialogs.findLast((one) => one.getAttribute('role') === 'alertdialog' || isAll(one));
	if (!dialog || !dialogs.includes(dialog)) return;
	const text = saidBy(dialog);
	const isForm = [...dialog.querySelectorAll(FIELDS)].some(placeOf) && !text.includes('?') && dialog.getAttribute('role') !== 'alertdialog';
	if (isForm) return;
	const buttons = near.filter(({ kind, id, element }) => id && ['press', 'open'].includes(kind) && holds(dialog, element));
	const refusing = buttons.filter(isNo);
	const agreeing = buttons.filter((one) => !refusing.includes(one));
	const no = refusalOf(refusing);
	const yes = consentOf(agreeing, refusing);
	return { dialog, text, yes, no: no === yes ? undefined : no };
}

/** As it is told, with how it is answered. @param {Asking} asking */
export function questionOf({ text, yes, no }) {
	if (!text) return '';
	const asks = yes && no;
	const isPlain = asks && /^yes\b/i.test(yes.name ?? '') && /^no\b/i.test(no.name ?? '');
	const answers = [yes && `${asks ? 'yes for ' : ''}${yes.name}`, no && `${asks ? 'no for ' : ''}${no.name}`].filter(Boolean).join(', or ');
	const how = isPlain ? 'Yes or no?' : answers && `You can say ${sentence(answers)}`;
	return [`The page ${text.includes('?') || asks ? 'asks' : 'says'}:`, text, how].filter(Boolean).join(' ');
}
