import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Announcer } from '../panel/announcer.js';

function announcer(scope = 'all') {
  const said = [];
  const region = {
    set textContent(text) {
      said.push(text);
    },
  };
  return { announcer: new Announcer(region, () => scope), said };
}

test('every state is announced in a word, also those in which somebody speaks', () => {
  const { announcer: one, said } = announcer();
  one.enter('connecting', 'Connecting');
  one.enter('idle', 'Ready');
  one.enter('user_speaking', 'Listening');
  one.enter('ai_thinking', 'Thinking');
  one.enter('ai_speaking', 'Speaking');
  assert.deepEqual(said, ['Connecting', 'Ready', 'Listening', 'Thinking', 'Speaking']);
});

test('an interruption is announced as soon as the voice is silent, whichever of both is told first', () => {
  for (const interruptedFirst of [true, false]) {
    const { announcer: one, said } = announcer();
    one.enter('ai_speaking', 'Speaking');
    said.length = 0;
    if (interruptedFirst) one.say('interruption', 'Interrupted');
    assert.deepEqual(said, []);
    one.enter('user_speaking', 'Listening');
    if (!interruptedFirst) one.say('interruption', 'Interrupted');
    assert.deepEqual(said.sort(), interruptedFirst ? ['Interrupted. Listening'] : ['Interrupted', 'Listening']);
    one.enter('ai_thinking', 'Thinking');
    assert.equal(said.filter((text) => text.includes('Interrupted')).length, 1);
  }
});

test('what happens while somebody speaks is said afterwards, in order and once', () => {
  const { announcer: one, said } = announcer();
  one.enter('ai_speaking', 'Speaking');
  one.say('error', 'No words were heard.');
  one.say('health', 'The voice is slow.');
  one.say('error', 'Say it again.');
  assert.deepEqual(said, ['Speaking']);
  one.enter('idle', 'Ready');
  assert.deepEqual(said.slice(1), ['The voice is slow. Say it again. Ready']);
  one.say('news', 'All is well.');
  assert.deepEqual(said.slice(2), ['All is well.']);
});

test('what is over before it could be said is not said', () => {
  const { announcer: one, said } = announcer();
  one.enter('user_speaking', 'Listening');
  one.say('health', 'The voice is slow.');
  one.say('health', '');
  one.enter('idle', 'Ready');
  assert.deepEqual(said, ['Listening', 'Ready']);
});

test('over an answer that is only read nothing has to wait', () => {
  const { announcer: one, said } = announcer();
  one.silent = true;
  one.enter('ai_speaking', 'Answering');
  one.say('reply', 'Your cart is empty.');
  assert.deepEqual(said, ['Answering', 'Your cart is empty.']);
});

test('who wants to be told less is told what is wrong alone, or nothing', () => {
  for (const [scope, expected] of [['errors', ['The voice is slow.']], ['off', []]]) {
    const { announcer: one, said } = announcer(scope);
    one.enter('idle', 'Ready');
    one.enter('ai_speaking', 'Speaking');
    one.say('interruption', 'Interrupted');
    one.say('health', 'The voice is slow.');
    one.enter('user_speaking', 'Listening');
    one.enter('idle', 'Ready');
    one.say('reply', 'Your cart is empty.');
    assert.deepEqual(said, expected, scope);
  }
});
