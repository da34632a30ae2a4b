import assert from 'node:assert/strict';
import { test } from 'node:test';

import { STATES } from '../antiphon.js';
import { isTypingAlone, told, wording } from '../panel/wording.js';
import { WORDS } from '../panel/words.js';

const open = { microphone: true, muted: false, byVoice: true, bargeIn: true };
const hint = (situation) => wording(situation)[1];

test('every state has a name of its own and a hint', () => {
  const names = STATES.map((state) => wording({ ...open, state })[0]);
  assert.equal(new Set(names).size, STATES.length);
  for (const state of STATES) assert.match(hint({ ...open, state }), /^[A-Z].*\.$/);
});

test('an open microphone is invited to speak', () => {
  assert.equal(hint({ ...open, state: 'idle' }), 'Say something, or type it.');
  assert.equal(hint({ ...open, state: 'user_speaking' }), 'Go on, I am listening.');
  assert.equal(hint({ ...open, state: 'ai_speaking' }), 'Speak at any time to interrupt.');
});

for (const [what, change] of Object.entries({
  'there is no microphone': { microphone: false },
  'it is not known whether there is a microphone': { microphone: undefined },
  'the microphone is muted': { muted: true },
  'the assistant does not listen to speech alone': { byVoice: false },
})) {
  test(`nobody is invited to speak freely where ${what}`, () => {
    for (const state of ['idle', 'user_speaking', 'ai_speaking']) {
      assert.doesNotMatch(hint({ ...open, ...change, state }), /^(Say|Speak|Go on)/);
    }
  });
}

test('a muted microphone says how to talk', () => {
  assert.equal(hint({ ...open, muted: true, state: 'idle' }), 'Hold Space to talk.');
  assert.equal(hint({ ...open, muted: true, state: 'ai_speaking' }), 'Muted. Hold Space to interrupt.');
  assert.equal(hint({ ...open, muted: true, touch: true, state: 'idle' }), 'Hold the button to talk.');
  assert.equal(hint({ ...open, muted: true, talking: true, state: 'user_speaking' }), 'Go on, I am listening.');
});

test('a hint names a button and a key by the words that stand on them', () => {
  const own = { ...WORDS, start: 'Anrufen', interrupt: 'Halt', space: 'Leertaste' };
  const said = (situation) => wording({ ...open, ...situation }, own)[1];
  assert.equal(said({ state: 'not_connected' }), 'Press Anrufen and say what you want.');
  assert.equal(said({ state: 'not_connected', microphone: false }), 'Press Anrufen, or type what you want.');
  assert.equal(said({ state: 'not_connected', waits: true }), 'Press Anrufen to go on with your call.');
  assert.equal(said({ state: 'ai_speaking', bargeIn: false }), 'Press Halt to stop the answer.');
  for (const taps of [true, false]) {
    for (const state of ['idle', 'ai_speaking']) assert.match(said({ state, taps, byVoice: false }), /Leertaste/);
  }
  assert.equal(said({ state: 'ai_speaking', advice: 'Say {start}.' }), 'Say {start}.');
});

test('while the connection is made anew no state is told that the call is not in', () => {
  for (const state of STATES) assert.equal(wording({ ...open, state, away: true })[0], 'Reconnecting');
});

test('what does not listen is not called Listening or Ready, and what is not spoken is not called Speaking', () => {
  const name = (situation) => wording({ ...open, ...situation })[0];
  for (const state of ['idle', 'user_speaking']) {
    assert.equal(name({ muted: true, state }), 'Muted');
    assert.notEqual(name({ muted: true, talking: true, state }), 'Muted');
    assert.notEqual(name({ muted: true, microphone: false, state }), 'Muted');
  }
  for (const none of [{ microphone: false }, { textOnly: true }, { textOnly: true, microphone: undefined }]) {
    for (const muted of [true, false]) assert.equal(name({ ...none, muted, state: 'user_speaking' }), 'Ready');
  }
  assert.equal(name({ microphone: undefined, state: 'user_speaking' }), 'Listening'); // not known yet
  assert.equal(name({ muted: true, state: 'ai_thinking' }), 'Thinking');
  assert.equal(name({ textOnly: true, microphone: false, state: 'ai_speaking' }), 'Answering');
});

test('where one press begins to talk and the next one ends, the hint says so', () => {
  const tap = { ...open, byVoice: false, taps: true };
  assert.equal(hint({ ...tap, state: 'idle' }), 'Press Space to talk.');
  assert.equal(hint({ ...tap, touch: true, state: 'idle' }), 'Press the button to talk.');
  assert.equal(hint({ ...tap, talking: true, state: 'user_speaking' }), 'Go on. Press again when you are done.');
});

test('how long was waited is not told', () => {
  for (const fatal of [true, false]) {
    const sentence = told({ code: 'tts.timeout', message: 'The voice did not answer within 5 s.', fatal });
    assert.doesNotMatch(sentence, /\d|timeout/);
  }
});

test('typing is all that can be done in writing and without a microphone, and not before that is known', () => {
  const state = 'idle';
  assert.deepEqual(
    [{ textOnly: true }, { microphone: false }, { microphone: true }, {}].map((one) => isTypingAlone({ state, ...one })),
    [true, true, false, false],
  );
});

test('a missing microphone says to type', () => {
  assert.equal(hint({ microphone: false, state: 'idle' }), 'Type what you want.');
  assert.equal(hint({ microphone: false, state: 'ai_speaking' }), 'Type to interrupt.');
  assert.equal(hint({ microphone: false, state: 'not_connected' }), 'Press Start, or type what you want.');
});

test('an answer that speech does not interrupt does not ask for it', () => {
  assert.equal(hint({ ...open, bargeIn: false, state: 'ai_speaking' }), 'Press Interrupt to stop the answer.');
});

test('advice of the server comes first', () => {
  assert.equal(hint({ ...open, state: 'ai_speaking', advice: 'A little more.' }), 'A little more.');
});

test('words for developers do not reach the user, those for the user do', () => {
  for (const code of ['auth.required', 'auth.origin', 'protocol.assistant_unknown', 'config.invalid', 'client.token']) {
    for (const fatal of [true, false]) {
      const sentence = told({ code, message: `Send a token: Authorization: Bearer. (${code})`, fatal });
      assert.match(sentence, /^[A-Z].*[Tt]ry.*\.$/);
      assert.doesNotMatch(sentence, /token|Bearer|[a-z]\.[a-z]/);
    }
  }
  for (const code of ['capacity.full', 'stt.no_match', 'network.unreachable', 'microphone.busy', undefined]) {
    assert.equal(told({ code, message: 'All lines are busy.', fatal: true }), 'All lines are busy.');
  }
});
