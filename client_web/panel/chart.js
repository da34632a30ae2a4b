/** The timeline of the last turns, drawn; each part is told in words too. */

/** @import { Timeline, Turn } from './timeline.js' */
/** @import { Words } from './words.js' */

import { h } from './dom.js';
import { fill, seconds } from './words.js';

/** @type {Record<string, keyof Words>} */
const NAMES = {
  user_speaking: 'turnYou',
  ai_thinking: 'turnThinking',
  invoke_action: 'turnActing',
  ai_speaking: 'turnSpeaking',
};

/** @param {Timeline} timeline @param {Words} words newest turn first */
export function chart(timeline, words) {
  const { longest } = timeline;
  const turns = timeline.turns.filter(({ spans }) => spans.length).toReversed();
  return turns.map((turn) => row(turn, longest, words));
}

/** @param {Turn} turn @param {number} longest @param {Words} words */
function row({ spans, interrupted, measured }, longest, words) {
  const bars = spans.map(({ state, ms }) => {
    const bar = h('i', { 'data-state': state });
    bar.style.setProperty('--share', `${((100 * ms) / longest).toFixed(2)}%`);
    return bar;
  });
  const parts = spans.map(({ state, ms }) => {
    const text = fill(words[NAMES[state]], { seconds: seconds(ms, words) });
    return h('span', { 'data-state': state }, text);
  });
  if (interrupted) parts.push(h('span', { class: 'cut' }, words.interrupted.toLowerCase()));
  const entry = h(
    'li',
    {},
    h('div', { class: 'bar', 'aria-hidden': 'true' }, ...bars),
    h('p', { class: 'parts' }, ...parts),
  );
  const { stt, brain, tts } = measured;
  if (stt !== undefined || brain !== undefined || tts !== undefined) {
    const value = (/** @type {number | undefined} */ ms) => (ms === undefined ? '–' : Math.round(ms));
    entry.append(
      h('p', { class: 'spent' }, fill(words.spent, { stt: value(stt), brain: value(brain), tts: value(tts) })),
    );
  }
  return entry;
}

/** What stands there while the timeline is closed. @param {Timeline} timeline @param {Words} words */
export function summary({ latency }, words) {
  return latency === undefined ? words.timing : fill(words.answeredIn, { seconds: seconds(latency, words, 2) });
}
