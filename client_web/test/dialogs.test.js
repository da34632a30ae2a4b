import assert from 'node:assert/strict';
import { test } from 'node:test';

import { answersOf, questionOf } from '../src/observe/dialogs.js';

const buttons = (names) => names.map((name) => ({ name, element: { matches: () => false } }));

/** What a dialog asks, its buttons, and which of them are the yes and the no. */
const DIALOGS = [
  ['Cancel this hold?', ['Cancel hold', 'Keep hold'], 'Cancel hold', 'Keep hold'],
  ['Cancel the appointment?', ['Cancel appointment', 'Back'], 'Cancel appointment', 'Back'],
  ['Close the day?', ['Close anyway', 'Cancel'], 'Close anyway', 'Cancel'],
  ['Close order 1042?', ['Cancel', 'Close order'], 'Close order', 'Cancel'],
  ['Close order no. 1042?', ['Close order', 'Cancel', '×'], 'Close order', 'Cancel'],
  ['Leave this page?', ['Leave', 'Stay'], 'Leave', 'Stay'],
  ['Your changes will be lost. Do you really want to discard them?', ['Continue editing', 'Discard'], 'Discard', 'Continue editing'],
  ['Leave? All is lost.', ['Leave it', 'Stay', 'Close'], 'Leave it', 'Stay'],
  ['You have changes. Do you want to discard them?', ['Keep editing', 'Discard'], 'Discard', 'Keep editing'],
  ['Are you sure you want to end the call?', ['End call', 'Go back'], 'End call', 'Go back'],
  ['Close the ticket?', ['Close', 'Cancel'], 'Close', 'Cancel'],
  ['Cancel the order?', ['Cancel', 'Keep order'], 'Cancel', 'Keep order'],
  ['Cancel the order?', ['Yes, cancel', 'Cancel'], 'Yes, cancel', 'Cancel'],
  ['Back up now?', ['Back up', 'Not now'], 'Back up', 'Not now'],
  ['The till does not balance.', ['Close anyway', 'Go back'], 'Close anyway', 'Go back'],
  ['Cancel booking. The room is free then.', ['Cancel booking', 'Keep booking'], 'Cancel booking', 'Keep booking'],
  ['Cancel the booking?', ['Cancel booking', 'Cancel'], 'Cancel booking', 'Cancel'],
  ['Cancel your plan? It ends today.', ['Cancel', 'Cancel plan'], 'Cancel plan', 'Cancel'],
  ['Are you sure?', ['Cancel', 'Cancel subscription'], 'Cancel subscription', 'Cancel'],
  ['Your access ends on May 3.', ['Keep', 'Cancel order'], 'Cancel order', 'Keep'],
  ['All loans end with it.', ['Not now', 'Close account', '×'], 'Close account', 'Not now'],
  ['Close the account?', ['Close', 'Close account'], 'Close account', 'Close'],
  ['Cancel the order?', ['OK', 'Cancel'], 'OK', 'Cancel'],
  ['Do you want to cancel the order?', ['Cancel', 'Confirm'], 'Confirm', 'Cancel'],
  ['Delete the room?', ['Delete', 'Cancel'], 'Delete', 'Cancel'],
  ['Your session has ended.', ['OK'], 'OK'],
  ['Saved.', ['Close'], 'Close'],
  ['Delete guest?', ['Delete', 'Keep'], 'Delete', 'Keep'],
  ['Discard your changes?', ['Discard', 'Keep editing'], 'Discard', 'Keep editing'],
  ['Empty the basket?', ['Empty', 'Nope'], 'Empty', 'Nope'],
  ['Ready to pay?', ['Pay now', 'Not yet'], 'Pay now', 'Not yet'],
  ['Cancel your order?', ['Yes, cancel order', 'No, keep order'], 'Yes, cancel order', 'No, keep order'],
  ['Save your changes?', ['Yes', 'No', 'Cancel'], 'Yes', 'No'],
  ['Use your location?', ['Allow', "Don't allow"], 'Allow', "Don't allow"],
  ['Shall we hold the table?', ['Yes, please', 'No, release it'], 'Yes, please', 'No, release it'],
  ['This cannot be undone.', ['Delete', 'Cancel'], 'Delete', 'Cancel'],
  ['You will be charged 9 euros. Do you want to continue?', ['Continue', 'Cancel'], 'Continue', 'Cancel'],
  ['Delete room 4. Continue?', ['Go back', 'Delete'], 'Delete', 'Go back'],
  // None is certain by these few words: what is asked is told with the names of the buttons, and the server knows more words.
  ['Stop the upload?', ['Stop upload', 'Continue']],
  ['Close the ticket?', ['Close ticket', 'Reopen']],
  ['Skip this step?', ['Skip step', 'Return']],
  ['Return to the shop?', ['Back to shop', 'Pay now']],
  ['Continue with the free plan?', ['Stay on free', 'Upgrade for 9 euros']],
  ['Go back to your draft?', ['Go back', 'Delete draft']],
  ['Go back to your draft?', ['Delete draft', 'Back']],
  ['Do you want to go on later?', ['Later', 'Submit now']],
  ['Shall we wait for your friends?', ['Not yet, wait', 'Order now']],
  ['Want to stay on the basic tariff?', ['Keep basic', 'Switch to premium']],
  ['Would you rather wait?', ['Wait', 'Leave']],
  ["Don't save?", ["Don't save", 'Save']],
  ["Are you sure you don't want to save?", ['Save', 'Don’t save']],
  ['Leave without saving?', ['Save', "Don't save"]],
  ['Leave without saving?', ['Save', 'Leave']],
  ['Keep your order?', ['Cancel order', 'Keep order']],
  ['Shall we keep your order?', ['Keep it', 'Cancel']],
  ['Stay signed in?', ['Stay signed in', 'Sign out']],
  ['Go back?', ['Go back', 'Stay']],
  ['Remain on the list?', ['Stay on the list', 'Leave the list']],
  ['Pay now?', ['Pay later', 'Pay now']],
  ['Pay by card?', ['Pay cash', 'Pay by card']],
  ['Do you want to permanently delete the room?', ['Delete room', 'Cancel']],
  ['Empty the basket?', ['Clear basket', 'Nah']],
  ['Delete this photo?', ['Remove', 'Keep it']],
  ['Remove it from the list?', ['Remove', 'Delete for good', 'Cancel']],
  ['Stop all e-mails?', ['Unsubscribe me', 'I changed my mind']],
  ['Log out?', ['Sign out', 'Stay signed in']],
  ['Do you need more time?', ['More time', 'Log out']],
  ['Would you like a receipt?', ['Receipt', 'No receipt']],
  ['Block this person?', ['Block', 'Allow']],
  ['Decline the invitation?', ['Accept', 'Decline']],
  ['Delete the room?', ['Delete', 'Archive', 'Cancel']],
  ['Turn on notifications?', ['Allow', 'Block']],
  ['We use cookies.', ['Accept all', 'Reject all', 'Settings']],
  ['Have you already paid?', ['I have', "I haven't"]],
  ['Do you like Studio?', ['Love it', 'Not really']],
  ['Are you sure?', ['Delete', 'Keep editing']],
  ['Your session is about to expire.', ['Stay signed in', 'Sign out']],
  ['Your session is about to expire. Do you want to continue?', ['Stay signed in', 'Sign out']],
  ['Are you still there?', ['Stay signed in', 'Sign out']],
  ['Save your draft?', ['Delete draft', 'Continue editing']],
  ['Shall we hold the table for you?', ['Cancel', 'Release it']],
  ['The order will be deleted. Keep it?', ['Delete', 'Cancel']],
  ['Finish later?', ['Finish now', 'Later']],
  ['Do you want to stay or leave?', ['Stay', 'Sign out']],
  ["Don't you want to save?", ['Save', 'Discard']],
  ['Do you enjoy the app?', ['Rate us', 'Later']],
  ['Would you like to stay on free?', ['Accept upgrade', 'Decline']],
  ['Do you enjoy the app?', ['Rate us', 'Not now']],
  ['Return to the shop?', ['No, thanks', 'Pay now']],
  ['Which way?', ['Left', 'Right', 'Cancel']],
  ['Do you want to keep or discard your changes?', ['Keep', 'Discard']],
  ['Cancel the upload?', ['Cancel', 'Continue']],
  ['Close the ticket?', ['Close', 'Reopen']],
  ['Do you want to save your changes?', ['Save', "Don't save", 'Cancel']],
  ['Two are left.', ['Cancel', 'Close this window']],
];

for (const [text, names, yes, no] of DIALOGS) {
  test(`${text} [${names.join(' | ')}] is answered by ${yes ?? 'names'}`, () => {
    const found = answersOf(buttons(names), text);
    assert.deepEqual([found.yes?.name, found.no?.name], [yes, no]);
  });
}

test('where it is not clear what a yes would be, all buttons are named', () => {
  const told = (text, names) => {
    const all = buttons(names);
    return questionOf({ text, buttons: all, ...answersOf(all, text) });
  };
  const saving = 'The page asks: Do you want to save your changes? You can say Save, Don’t save, or Cancel.';
  assert.equal(told('Do you want to save your changes?', ['Save', 'Don’t save', 'Cancel']), saving);
  assert.equal(told('Which way?', ['Left', 'Right', 'Cancel']), 'The page asks: Which way? You can say Left, Right, or Cancel.');
  assert.equal(told('Saved.', ['Close']), 'The page says: Saved. You can say Close.');
  const holding = 'The page asks: Cancel this hold? You can say yes for Cancel hold, or no for Keep hold.';
  assert.equal(told('Cancel this hold?', ['Cancel hold', 'Keep hold']), holding);
});
