/**
 * What the panel says of a call: a state's name, and what the user can do now. Nothing that is not so.
 * @module
 */

/** @import { VipState } from '../types.js' */
/** @import { Words } from './words.js' */

import { fill, WORDS } from './words.js';

/**
 * @typedef {object} Situation
 * @property {VipState} state
 * @property {boolean} [microphone] whether there is one; not known before the first call
 * @property {boolean} [muted]
 * @property {boolean} [talking] whether the talk key is held
 * @property {boolean} [touch] whether there is no keyboard to speak of, or its keys are left to the page
 * @property {boolean} [taps] whether one press begins to talk, and the next one ends it
 * @property {boolean} [textOnly] whether this is a call in writing
 * @property {boolean} [byVoice] whether speech alone begins a turn of this assistant
 * @property {boolean} [bargeIn] whether speech interrupts it
 * @property {boolean} [held] whether its voice waits to find out whether the user speaks
 * @property {boolean} [away] whether the connection is being made anew
 * @property {boolean} [waits] whether a call of before a reload waits to be gone on with
 * @property {string} [advice] of the server, for this state
 */

/** Codes whose sentences are for whoever makes the page or runs the server. */
const DEVELOPER = /^(auth|client|config|protocol)\./;

/** How long it was waited is of no use to whoever waited. */
const LATE = /\.timeout$/;

/**
 * What the user is told of an error: something to act on, in words of everyday.
 * @param {{code?: string, message: string, fatal?: boolean}} error
 */
export function told({ code = '', message, fatal = false }, words = WORDS) {
  if (LATE.test(code)) return fatal ? words.unreachable : words.tookTooLong;
  if (message && !DEVELOPER.test(code)) return message;
  return fatal ? words.unreachable : words.notDone;
}

/** Whether typing is all that can be done. @param {Situation} situation */
export const isTypingAlone = ({ textOnly, microphone }) => Boolean(textOnly) || microphone === false;

/** What the picture shows: while the connection is made anew nobody speaks or thinks, whatever the call's state was. @param {Situation} situation @returns {VipState} */
export const shownState = ({ state, away }) => (away ? 'connecting' : state);

/**
 * @param {Situation} situation
 * @param {Words} [words]
 * @returns {[name: string, hint: string]}
 */
export function wording(situation, words = WORDS) {
  return [name(situation, words), situation.advice || fill(hint(situation, words), words)];
}

/**
 * What is not so is not said: a muted microphone is not listened to, one that is not there neither, whoever the floor is given to, and an
 * answer in writing is not spoken.
 */
function name(/** @type {Situation} */ { state, microphone, muted, talking, textOnly, away }, /** @type {Words} */ words) {
  if (away) return words.away;
  if (state === 'user_speaking' && (textOnly || microphone === false)) return words.idle;
  const listens = state === 'idle' || state === 'user_speaking';
  if (listens && microphone && !textOnly && muted && !talking) return words.muted;
  return textOnly && state === 'ai_speaking' ? words.answering : words[state];
}

/** @param {Situation} situation @param {Words} words */
function hint(situation, words) {
  if (situation.away) return words.waiting;
  switch (situation.state) {
    case 'not_connected':
      if (situation.waits) return words.pressStartToGoOn;
      return isTypingAlone(situation) ? words.pressStartOrType : words.pressStart;
    case 'connecting':
      return words.settingUp;
    case 'idle':
      return byKey(situation, 'Talk', words) ?? words.sayOrType;
    case 'user_speaking':
      if (situation.talking) return situation.taps ? words.tapWhenDone : words.goOn;
      return byKey(situation, 'Talk', words) ?? words.goOn;
    case 'ai_thinking':
      return words.oneMoment;
    case 'ai_speaking':
      return interrupting(situation, words);
    case 'invoke_action':
      return words.doingIt;
  }
}

/** @param {Situation} situation @param {Words} words */
function interrupting(situation, words) {
  if (situation.held) return words.wasThatYou;
  const key = byKey(situation, 'Interrupt', words);
  if (key) return key;
  return situation.bargeIn === false ? words.pressInterrupt : words.speakToInterrupt;
}

/**
 * What takes the place of speaking freely, where that has no effect.
 * @param {Situation} situation
 * @param {'Talk' | 'Interrupt'} purpose
 * @param {Words} words
 */
function byKey({ state, microphone, muted, byVoice, touch, taps, textOnly }, purpose, words) {
  if (!microphone || textOnly) return words[`typeTo${purpose}`];
  const press = words[`${taps ? 'tap' : 'hold'}${touch ? 'Button' : 'Space'}To${purpose}`];
  // Where the state's name does not say it, this does.
  if (muted) return state === 'ai_speaking' ? fill(words.mutedThen, { muted: words.muted, press }) : press;
  return byVoice === false ? press : undefined;
}
