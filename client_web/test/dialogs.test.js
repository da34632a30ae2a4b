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
  ['Leave? All is lost.', ['Leave it', 'Stay', 'Close'], 'Leave it', 'Stay'],
  ['You have changes. Do you want to discard them?', ['Keep editing', 'Discard'], 'Discard', 'Keep editing'],
  ['Stop the upload?', ['Stop upload', 'Continue'], 'Stop upload', 'Continue'],
  ['Are you sure you want to end the call?', ['End call', 'Go back'], 'End call', 'Go back'],
  ['Close the ticket?', ['Close ticket', 'Reopen'], 'Close ticket', 'Reopen'],
  ['Close the ticket?', ['Close', 'Cancel'], 'Close', 'Cancel'],
  ['Cancel the order?', ['Cancel', 'Keep order'], 'Cancel', 'Keep order'],
  ['Cancel the order?', ['Yes, cancel', 'Cancel'], 'Yes, cancel', 'Cancel'],
  ['Back up now?', ['Back up', 'Not now'], 'Back up', 'Not now'],
  ['Skip this step?', ['Skip step', 'Return'], 'Skip step', 'Return'],
  ['The till does not balance.', ['Close anyway', 'Go back'], 'Close anyway', 'Go back'],
  ['Cancel booking. The room is free then.', ['Cancel booking', 'Keep booking'], 'Cancel booking', 'Keep booking'],
  // A deed that begins like what closes the dialog.
  ['Cancel the booking?', ['Cancel booking', 'Cancel'], 'Cancel booking', 'Cancel'],
  ['Cancel your plan? It ends today.', ['Cancel', 'Cancel plan'], 'Cancel plan', 'Cancel'],
  ['Are you sure?', ['Cancel', 'Cancel subscription'], 'Cancel subscription', 'Cancel'],
  ['Your access ends on May 3.', ['Keep', 'Cancel order'], 'Cancel order', 'Keep'],
  ['All loans end with it.', ['Not now', 'Close account', '×'], 'Close account', 'Not now'],
  ['Close the account?', ['Close', 'Close account'], 'Close account', 'Close'],
  // What closes the dialog, though the question has its word.
  ['Cancel the order?', ['OK', 'Cancel'], 'OK', 'Cancel'],
  ['Do you want to cancel the order?', ['Cancel', 'Confirm'], 'Confirm', 'Cancel'],
  ['Delete the room?', ['Delete', 'Cancel'], 'Delete', 'Cancel'],
  ['Your session has ended.', ['OK'], 'OK'],
  ['Saved.', ['Close'], 'Close'],
  // Neither is clear.
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
