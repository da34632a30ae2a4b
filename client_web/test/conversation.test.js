import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Conversation, isSeen } from '../panel/conversation.js';
import { WORDS } from '../panel/words.js';
import { FakeElement, page } from './dom.js';

/** A conversation on a page, and its lines as they are read. @param {import('node:test').TestContext} t */
function conversationOn(t) {
  page(t);
  const log = new FakeElement();
  const conversation = new Conversation(/** @type {any} */ (log), () => WORDS, () => {});
  const lines = () => log.children.map((line) => `${[...line.classes].slice(1).join(' ')}: ${line.querySelector('.text')?.textContent}`);
  return { conversation, lines, log };
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
  conversation.tellActions();
  assert.deepEqual(lines(), ['action success: open cart']);
});
