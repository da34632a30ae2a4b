import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Announcer } from '../panel/announcer.js';

function announcer() {
  const said = [];
  const region = {
    set textContent(text) {
      said.push(text);
    },
  };
  return { announcer: new Announcer(region), said };
}

test('states are announced, but for those in which somebody speaks', () => {
  const { announcer: one, said } = announcer();
  one.enter('connecting', 'Connecting');
  one.enter('idle', 'Ready');
  one.enter('user_speaking', 'Listening');
  one.enter('ai_thinking', 'Thinking');
  one.enter('ai_speaking', 'Speaking');
  assert.deepEqual(said, ['Connecting', 'Ready', 'Thinking']);
});

test('what happens while somebody speaks is said afterwards, in order and once', () => {
  const { announcer: one, said } = announcer();
  one.enter('ai_speaking', 'Speaking');
  one.say('error', 'No words were heard.');
  one.say('health', 'The voice is slow.');
  one.say('error', 'Say it again.');
  assert.deepEqual(said, []);
  one.enter('idle', 'Ready');
  assert.deepEqual(said, ['The voice is slow. Say it again. Ready']);
  one.say('news', 'All is well.');
  assert.deepEqual(said.slice(1), ['All is well.']);
});

test('what is over before it could be said is not said', () => {
  const { announcer: one, said } = announcer();
  one.enter('user_speaking', 'Listening');
  one.say('health', 'The voice is slow.');
  one.say('health', '');
  one.enter('idle', 'Ready');
  assert.deepEqual(said, ['Ready']);
});
