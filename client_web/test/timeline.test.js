import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Timeline } from '../panel/timeline.js';

/** What was told, one state a line: name, when, turn. */
function told(...states) {
  const timeline = new Timeline();
  for (const [state, at, turn] of states) timeline.enter(state, at, turn);
  return timeline;
}
const spans = ({ turns }) => turns.map((turn) => turn.spans.map(({ state, ms }) => `${state} ${ms}`));

test('a turn is what lies between two idle moments', () => {
  const timeline = told(
    ['connecting', 0],
    ['idle', 500],
    ['user_speaking', 1000, 't1'],
    ['ai_thinking', 2800, 't1'],
    ['invoke_action', 3000, 't1'],
    ['ai_thinking', 3100, 't1'],
    ['ai_speaking', 3400, 't1'],
    ['idle', 6000],
    ['ai_thinking', 9000, 't2'],
    ['ai_speaking', 9200, 't2'],
    ['not_connected', 9900],
  );
  assert.deepEqual(spans(timeline), [
    ['user_speaking 1800', 'ai_thinking 200', 'invoke_action 100', 'ai_thinking 300', 'ai_speaking 2600'],
    ['ai_thinking 200', 'ai_speaking 700'],
  ]);
  assert.equal(timeline.longest, 5000);
});

test('whoever interrupts begins another turn, and the interrupted one is marked', () => {
  const timeline = told(['user_speaking', 0, 't1'], ['ai_thinking', 10, 't1'], ['ai_speaking', 20, 't1']);
  timeline.interrupted('t1');
  timeline.enter('user_speaking', 50, 't2');
  timeline.enter('ai_thinking', 90, 't2');
  assert.deepEqual(spans(timeline), [['user_speaking 10', 'ai_thinking 10', 'ai_speaking 30'], ['user_speaking 40']]);
  assert.deepEqual(
    timeline.turns.map(({ interrupted }) => interrupted),
    [true, false],
  );
});

test('figures go to their turn, also after its end; the latency is that of the last answer', () => {
  const timeline = told(['user_speaking', 0, 't1'], ['ai_speaking', 10, 't1'], ['idle', 20]);
  assert.equal(timeline.latency, undefined);
  timeline.measured({ turnId: 't1', sttMs: 210, brainMs: 4, ttsMs: 180, speechStopToAudioMs: 840 });
  timeline.measured({ turnId: 'unknown', speechStopToAudioMs: 1 });
  assert.deepEqual(timeline.turns[0].measured, { stt: 210, brain: 4, tts: 180, latency: 840 });
  timeline.enter('ai_thinking', 30, 't2'); // typed: there was no speech that stopped
  timeline.measured({ turnId: 't2', brainMs: 5, ttsMs: 170, speechStopToAudioMs: null, endOfTurnToAudioMs: 190 });
  assert.equal(timeline.latency, 190);
  assert.equal(timeline.turns[1].measured.stt, undefined);
});

test('the same state told twice is one span, and the oldest turns are forgotten', () => {
  const timeline = told(['user_speaking', 0, 't0'], ['user_speaking', 5, 't0'], ['idle', 9]);
  assert.deepEqual(spans(timeline), [['user_speaking 9']]);
  for (let at = 10; at < 100; at += 10) {
    timeline.enter('ai_thinking', at, `t${at}`);
    timeline.enter('ai_thinking', at + 2, `t${at}`);
    timeline.enter('idle', at + 5);
  }
  assert.equal(timeline.turns.length, 6);
  assert.deepEqual(spans(timeline).at(-1), ['ai_thinking 5']);
});
