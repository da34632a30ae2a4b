/**
 * What the panel says of a call: a state's name, and what the user can do now. Nothing that is not so.
 * @module
 */

/** @typedef {import('../types.js').VipState} VipState */

/**
 * @typedef {object} Situation
 * @property {VipState} state
 * @property {boolean} [microphone] whether there is one; not known before the first call
 * @property {boolean} [muted]
 * @property {boolean} [talking] whether the talk key is held
 * @property {boolean} [touch] whether there is no keyboard to speak of
 * @property {boolean} [byVoice] whether speech alone begins a turn of this assistant
 * @property {boolean} [bargeIn] whether speech interrupts it
 * @property {boolean} [held] whether its voice waits to find out whether the user speaks
 * @property {string} [advice] of the server, for this state
 */

/** Codes whose sentences are for whoever makes the page or runs the server. */
const DEVELOPER = /^(auth|client|config|protocol)\./;

/**
 * What the user is told of an error: something to act on, in words of everyday.
 * @param {{code?: string, message: string, fatal?: boolean}} error
 */
export function told({ code = '', message, fatal = false }) {
  if (!DEVELOPER.test(code)) return message;
  return fatal
    ? 'The assistant cannot be reached from this page at the moment. Try again later, or use the page without it.'
    : 'That did not work. Try it again, or in other words.';
}

/** @type {Record<VipState, string>} */
const NAMES = {
  not_connected: 'Not connected',
  connecting: 'Connecting',
  idle: 'Ready',
  user_speaking: 'Listening',
  ai_thinking: 'Thinking',
  ai_speaking: 'Speaking',
  invoke_action: 'Acting',
};

/**
 * @param {Situation} situation
 * @returns {[name: string, hint: string]}
 */
export function wording(situation) {
  return [NAMES[situation.state], situation.advice || hint(situation)];
}

/** @param {Situation} situation */
function hint(situation) {
  switch (situation.state) {
    case 'not_connected':
      return situation.microphone === false ? 'Press Start, or type what you want.' : 'Press Start and say what you want.';
    case 'connecting':
      return 'Setting up the call.';
    case 'idle':
      return byKey(situation, 'to talk') ?? 'Say something, or type it.';
    case 'user_speaking':
      return (situation.talking ? undefined : byKey(situation, 'to talk')) ?? 'Go on, I am listening.';
    case 'ai_thinking':
      return 'One moment.';
    case 'ai_speaking':
      return interrupting(situation);
    case 'invoke_action':
      return 'Doing it on the page.';
  }
}

/** @param {Situation} situation */
function interrupting(situation) {
  if (situation.held) return 'Was that you? Go on, or wait.';
  const key = byKey(situation, 'to interrupt');
  if (key) return key;
  return situation.bargeIn === false ? 'Press Interrupt to stop the answer.' : 'Speak at any time to interrupt.';
}

/**
 * What takes the place of speaking freely, where that has no effect.
 * @param {Situation} situation
 * @param {string} purpose
 */
function byKey({ microphone, muted, byVoice, touch }, purpose) {
  if (!microphone) return purpose === 'to talk' ? 'Type what you want.' : `Type ${purpose}.`;
  const hold = `${touch ? 'Hold the button' : 'Hold Space'} ${purpose}.`;
  if (muted) return `Muted. ${hold}`;
  return byVoice === false ? hold : undefined;
}
