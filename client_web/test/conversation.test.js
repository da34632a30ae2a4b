import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Conversation } from '../panel/conversation.js';
import { isSeen, lastSentence } from '../panel/sentences.js';
import { WORDS } from '../panel/words.js';
import { FakeElement, FakeResizeObserver, page } from './dom.js';

/** A conversation on a page, and its lines as they are read. @param {import('node:test').TestContext} t */
function conversationOn(t) {
  page(t);
  const log = new FakeElement();
  const told = { notes: [''], filled: [false] };
  const filled = (/** @type {boolean} */ some) => void told.filled.push(some);
  const conversation = new Conversation(/** @type {any} */ (log), () => WORDS, filled, (note) => void told.notes.push(note));
  const lines = () => log.children.map((line) => `${[...line.classes].slice(1).join(' ')}: ${line.querySelector('.text')?.textContent}`);
  return { conversation, lines, log, told, note: () => told.notes.at(-1) ?? '' };
}

const NOTHING = ['', ' ', '\n\t', '\u00a0', '\u200b', '\u2060\ufeff', '\u00ad', '\u3164'];

test('what there is nothing to read in is told from what there is', () => {
  for (const text of NOTHING) assert.equal(isSeen(text), false, JSON.stringify(text));
  for (const text of ['a', ' ?', '…', '🫖', '٣', 'क्ष', '\u200fא']) assert.equal(isSeen(text), true, text);
});

test('no line is without words, in whatever order they come', (t) => {
  for (const nothing of NOTHING) {
    const { conversation, lines } = conversationOn(t);
    const [first, second] = [{ turnId: 't', utteranceId: 'u1' }, { turnId: 't', utteranceId: 'u2' }];
    conversation.showPartial({ ...first, text: nothing });
    conversation.showTranscript({ ...first, text: nothing });
    conversation.showReply({ responseId: 'r1', text: nothing });
    conversation.showCaption({ responseId: 'r1', text: nothing });
    conversation.showInterruption({ responseId: 'r1', heardText: nothing, playedMs: 300 });
    conversation.showCut('r1');
    conversation.settle();
    assert.deepEqual(lines(), [], JSON.stringify(nothing));
    // What looked like words turns out to be none, and what was none to be words.
    conversation.showPartial({ ...second, text: 'Hm' });
    conversation.showTranscript({ ...second, text: nothing });
    conversation.showTranscript({ ...first, text: 'Two teas' });
    conversation.showReply({ responseId: 'r2', text: nothing });
    conversation.showReply({ responseId: 'r2', text: 'Here they are.' });
    conversation.showPartial({ ...second, text: nothing });
    conversation.dropPartials();
    assert.deepEqual(lines(), ['user: Two teas', 'assistant: Here they are.'], JSON.stringify(nothing));
  }
});

test('what is interrupted before its first word is over nevertheless', (t) => {
  const { conversation, lines } = conversationOn(t);
  conversation.showReply({ responseId: 'r', text: '' });
  conversation.showInterruption({ responseId: 'r', playedMs: 0 });
  conversation.showReply({ responseId: 'r', text: 'Too late.' });
  assert.deepEqual(lines(), []);
});

test('a typed line stays one line, whichever transcript comes first', (t) => {
  const { conversation, lines } = conversationOn(t);
  conversation.showTyped('one');
  conversation.showPartial({ utteranceId: 'u', text: 'one' });
  conversation.showTranscript({ utteranceId: 'x', text: '' });
  assert.deepEqual(lines(), ['user pending: one', 'user partial: one']);
  conversation.showTranscript({ utteranceId: 'u', text: 'one' });
  assert.deepEqual(lines(), ['user: one']);
});

test('an answer without words is no answer: what was done has its line', (t) => {
  const { conversation, lines } = conversationOn(t);
  conversation.showAction({ id: 'open_cart', status: 'success' });
  conversation.showReply({ responseId: 'r', text: '\u200b' });
  conversation.flushActions();
  assert.deepEqual(lines(), ['action success: open cart']);
});

// --- over a reload of the page -----------------------------------------------------------------------------------------

test('what is over is in sight again after a reload, as it was, and nothing else', (t) => {
  const before = conversationOn(t);
  before.conversation.begin('');
  before.conversation.showPartial({ utteranceId: 'u1', text: 'What can' });
  assert.equal(before.note(), '');
  before.conversation.showTranscript({ utteranceId: 'u1', text: 'What can I do here?' });
  before.conversation.showReply({ responseId: 'r1', text: 'You can go to', done: false });
  before.conversation.showReply({ responseId: 'r1', text: 'You can go to the cart.', done: true });
  before.conversation.showInterruption({ responseId: 'r1', heardText: 'You can go', playedMs: 2430 });
  before.conversation.showAction({ id: 'open_cart', status: 'success' });
  before.conversation.flushActions();
  before.conversation.showTranscript({ utteranceId: 'u2', text: 'Add tea.' });
  before.conversation.showReply({ responseId: 'r2', text: 'Which one?', done: true });
  const kept = before.lines();
  before.conversation.showTyped('green');
  before.conversation.showReply({ responseId: 'r3', text: 'Green t', done: false });
  before.conversation.showPartial({ utteranceId: 'u3', text: 'No' });

  const after = conversationOn(t);
  after.conversation.begin(before.note());
  assert.deepEqual(after.lines(), kept);
  assert.equal(after.told.filled.at(-1), true);
  const marks = (log) => log.children.map((line) => line.querySelector('.mark')?.textContent);
  assert.deepEqual(marks(after.log), [undefined, 'Interrupted after 2.4 s', undefined, undefined, undefined]);
  after.conversation.begin(before.note()); // and the call goes on
  assert.deepEqual(after.lines(), kept);
  after.conversation.showInterruption({ responseId: 'r2', heardText: 'Which' }); // its voice was on when the page went
  assert.deepEqual([after.lines(), marks(after.log).at(-1)], [[...kept.slice(0, -1), 'assistant interrupted: Which one?'], 'Interrupted']);
  after.conversation.showTranscript({ utteranceId: 'u4', text: 'Green.' });

  const again = conversationOn(t);
  again.conversation.begin(after.note());
  assert.deepEqual(again.lines(), after.lines());
});

test('what was said in a call that is over is gone, and what this page has heard itself stays in sight', (t) => {
  const before = conversationOn(t);
  before.conversation.showTranscript({ utteranceId: 'u', text: 'Before.' });
  const { conversation, lines, told, note } = conversationOn(t);
  conversation.begin(before.note());
  conversation.begin('');
  assert.deepEqual([lines(), told.filled.at(-1)], [[], false]);
  conversation.begin(before.note());
  conversation.showTyped('Typed.');
  conversation.begin('');
  assert.deepEqual([lines(), told.filled.at(-1)], [['user pending: Typed.'], true]);
  conversation.showTranscript({ utteranceId: 'v', text: 'Typed.' });
  assert.deepEqual(JSON.parse(note()), [{ kind: 'user', text: 'Typed.' }]);
  conversation.begin(''); // the next call in this page
  conversation.showTranscript({ utteranceId: 'w', text: 'Anew.' });
  assert.deepEqual(lines(), ['user: Typed.', 'user: Anew.']);
  assert.deepEqual(JSON.parse(note()), [{ kind: 'user', text: 'Anew.' }]);
});

test('the last fifty lines are kept', (t) => {
  const { conversation, note } = conversationOn(t);
  for (let at = 1; at <= 60; at++) conversation.showTranscript({ utteranceId: `u${at}`, text: `Line ${at}` });
  const kept = JSON.parse(note()).map(({ text }) => text);
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [50, 'Line 11', 'Line 60']);
});

test('of what anybody could have written there, lines are shown and all else is left', (t) => {
  const good = { kind: 'user', text: 'Hello' };
  const notes = ['nonsense', 'null', '{}', '[null, 1, "text", [], {}]'];
  const bad = [{ kind: 'admin', text: 'No' }, { kind: 'user' }, { kind: 'assistant', text: 'No', id: 7 }, { kind: 'user', text: ' ' }];
  for (const note of [...notes, JSON.stringify([...bad, { ...good, playedMs: 'long' }])]) {
    const { conversation, lines } = conversationOn(t);
    conversation.begin(note);
    assert.deepEqual(lines(), [], note);
  }
  const { conversation, lines } = conversationOn(t);
  conversation.begin(JSON.stringify([...bad, good]));
  assert.deepEqual(lines(), ['user: Hello']);
});

// --- where there is little room ------------------------------------------------------------------------------------------

test('the last sentence is what is seen where there is little room: it is what is asked', () => {
  const sentences = {
    'Your cart holds 2 green teas. Shall I open it?': 'Shall I open it?',
    'Done! “Is that all?” ': '“Is that all?” ',
    'Done. The page asks: Book it? You can say yes for Confirm, or no for Cancel.': 'The page asks: Book it? You can say yes for Confirm, or no for Cancel.',
    'It is at /tea?sort=new now. Here you are.': 'Here you are.',
    'One sentence': 'One sentence',
    'No. 3 costs €3.50. Dr. Who pays, e.g. by card?': 'Dr. Who pays, e.g. by card?',
    'Es kostet z.B. 3 Euro. Soll ich?': 'Soll ich?',
    '茶を二つ入れました。開きますか？': '開きますか？',
    'Wait… what?': 'what?',
    '': '',
    ' \n': ' \n',
  };
  for (const [text, last] of Object.entries(sentences)) assert.equal(text.slice(lastSentence(text)), last);
});

test('what comes before the last sentence is told apart, whatever is heard and struck of it', (t) => {
  const { conversation, log, lines } = conversationOn(t);
  const text = 'Here it is. Shall I open it?';
  const early = () => log.children[0].querySelector('.early')?.textContent;
  conversation.showReply({ responseId: 'r', text });
  assert.deepEqual([early(), lines()], ['Here it is. ', [`assistant: ${text}`]]);
  for (const [heard, ahead] of [['Here', ' it is. '], ['it is. Shall', undefined]]) {
    conversation.showCaption({ responseId: 'r', text: heard });
    assert.deepEqual([early(), lines()], ['Here it is. ', [`assistant: ${text}`]]);
    assert.equal(log.children[0].querySelector('.early')?.querySelector('.ahead')?.textContent, ahead);
  }
  assert.equal(log.children[0].querySelector('.ahead')?.textContent, ' I open it?');
  conversation.showInterruption({ responseId: 'r', heardText: 'Here it is. Shall' });
  assert.deepEqual([early(), lines()], ['Here it is. ', [`assistant interrupted: ${text}`]]);
});

test('each answer stands under its own question, in whatever order they arrive', (t) => {
  const { conversation, lines } = conversationOn(t);
  conversation.showTyped('A');
  conversation.showTyped('B');
  conversation.showReply({ turnId: 't0', responseId: 'r0', text: 'Of before.' });
  conversation.showTranscript({ turnId: 't1', utteranceId: 'u1', text: 'A' });
  conversation.showTranscript({ turnId: 't2', utteranceId: 'u2', text: 'B' });
  conversation.showReply({ turnId: 't1', responseId: 'r1', text: 'To A.' });
  conversation.showReply({ turnId: 't1', responseId: 'r2', text: 'And more.' });
  conversation.showReply({ turnId: 't2', responseId: 'r3', text: 'To B.' });
  const expected = ['assistant: Of before.', 'user: A', 'assistant: To A.', 'assistant: And more.', 'user: B', 'assistant: To B.'];
  assert.deepEqual(lines(), expected);
});

test('a question that waits is not answered before it arrives', (t) => {
  const { conversation, lines } = conversationOn(t);
  conversation.showTyped('A');
  conversation.showTyped('B');
  conversation.showTranscript({ turnId: 't1', utteranceId: 'u1', text: 'A' });
  conversation.showReply({ turnId: 't1', responseId: 'r1', text: 'To A.' });
  assert.deepEqual(lines(), ['user: A', 'assistant: To A.', 'user pending: B']);
});

test('the newest line stays in sight in a smaller window, unless somebody reads an older one', (t) => {
  const { conversation, log } = conversationOn(t);
  const scrolled = (/** @type {number} */ top) => {
    log.scrollTop = top;
    log.dispatchEvent(new Event('scroll'));
  };
  log.scrollHeight = 900;
  FakeResizeObserver.resize(log, 400);
  scrolled(500);
  log.clientHeight = 100;
  scrolled(0); // the browser
  FakeResizeObserver.resize(log, 100);
  assert.equal(log.scrollTop, 900);
  scrolled(200);
  FakeResizeObserver.resize(log, 300);
  assert.equal(log.scrollTop, 200);
  conversation.scroll();
  scrolled(600);
  FakeResizeObserver.resize(log, 100);
  assert.equal(log.scrollTop, 900);
});
