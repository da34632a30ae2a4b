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
const FIELDS = 'input:not([type="checkbox"],[type="submit"],[type="button"],[type="reset"]),select,textarea,[contenteditable],[role="textbox"],[role="combobox"]';
const LONGEST = 3000;
/** Nobody wants to hear more before he may answer. */
const BRIEF = /^.{0,200}[.!?…](?=\s)/;

/** @param {Control} control */
const isNo = ({ name = '', element }) => NO.test(name) || element.matches(DISMISSING);

/** @param {Control[]} buttons */
const only = (buttons) => (buttons.length === 1 ? buttons[0] : undefined);

/** Of two that both leave it as it is, the one that says so. @param {Control[]} buttons */
const refusalOf = (buttons) => only(buttons) ?? only(buttons.filter(({ name = '' }) => !CLOSES.test(name)));

/** Nothing where it is not clear which one it is; to a message there is but one answer. @param {Control[]} buttons @param {Control[]} others */
const consentOf = (buttons, others) => only(buttons) ?? only(buttons.filter(({ name = '' }) => YES.test(name))) ?? only([...buttons, ...others]);

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
