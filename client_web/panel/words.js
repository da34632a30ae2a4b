/**
 * What the panel says in words of its own, in English; those of other languages are in `client_web/languages`. A page may bring others:
 * `panel.words = { start: 'Anrufen' }`. A hint that names a button or a key has its word in braces, so that it says what stands on it.
 */

import { languageOf, textsOf } from '../src/language.js';

export const WORDS = {
  /** The tag of the language that these words are in: for screen readers, and for how figures are written. */
  language: 'en',
  label: 'Voice assistant',
  you: 'You',
  assistant: 'Assistant',

  not_connected: 'Not connected',
  connecting: 'Connecting',
  idle: 'Ready',
  user_speaking: 'Listening',
  ai_thinking: 'Thinking',
  ai_speaking: 'Speaking',
  invoke_action: 'Acting',

  start: 'Start',
  cancel: 'Cancel',
  stop: 'Stop',
  talk: 'Hold to talk',
  tap: 'Tap to talk',
  interrupt: 'Interrupt',
  mute: 'Mute',
  space: 'Space',
  escape: 'Esc',
  call: 'Call',
  type: 'Type instead of talking',
  typeHere: 'Or type it',
  typeOnly: 'Type what you want',
  send: 'Send',
  prompts: 'Try saying',
  promptsTyped: 'Try typing',
  conversation: 'Conversation',
  dismiss: 'Dismiss',
  fold: 'Conversation',

  pressStart: 'Press {start} and say what you want.',
  pressStartOrType: 'Press {start}, or type what you want.',
  pressStartToGoOn: 'Press {start} to go on with your call.',
  settingUp: 'Setting up the call.',
  sayOrType: 'Say something, or type it.',
  goOn: 'Go on, I am listening.',
  oneMoment: 'One moment.',
  speakToInterrupt: 'Speak at any time to interrupt.',
  pressInterrupt: 'Press {interrupt} to stop the answer.',
  wasThatYou: 'Was that you? Go on, or wait.',
  doingIt: 'Doing it on the page.',
  away: 'Reconnecting',
  waiting: 'Wait a moment, or type: it is sent later.',
  answering: 'Answering',
  muted: 'Muted',
  mutedThen: '{muted}. {press}',
  holdSpaceToTalk: 'Hold {space} to talk.',
  holdButtonToTalk: 'Hold the button to talk.',
  holdSpaceToInterrupt: 'Hold {space} to interrupt.',
  holdButtonToInterrupt: 'Hold the button to interrupt.',
  tapSpaceToTalk: 'Press {space} to talk.',
  tapButtonToTalk: 'Press the button to talk.',
  tapSpaceToInterrupt: 'Press {space} to interrupt.',
  tapButtonToInterrupt: 'Press the button to interrupt.',
  tapWhenDone: 'Go on. Press again when you are done.',
  typeToTalk: 'Type what you want.',
  typeToInterrupt: 'Type to interrupt.',

  reconnecting: 'The connection is gone. I am getting it back.',
  reconnected: 'The connection is back.',
  blocked: 'The browser keeps the assistant silent until you allow it. You can read the answer meanwhile.',
  hear: 'Hear the assistant',
  again: 'Start again',
  tryAgain: 'Try again',
  unreachable:
    'The assistant cannot be reached from this page at the moment. Try again later, or use the page without it.',
  notDone: 'That did not work. Try it again, or in other words.',
  tookTooLong: 'That took too long. Try it again.',
  elsewhere: 'This site is already in a call, in another tab or window. Two calls at once would hear each other.',
  takeOver: 'Call here instead',
  takenOver: 'The call goes on in another tab or window.',
  yes: 'Yes',
  no: 'No',
  shall: 'Shall I do this?',

  interrupted: 'Interrupted',
  interruptedAfter: 'Interrupted after {seconds} s',
  cut: 'Cut off by the end of the call',
  unsent: 'Not sent yet',
  done: 'Done',
  failed: 'Failed',

  timeline: 'Timeline of the last turns',
  timing: 'Timing',
  answeredIn: 'Answered in {seconds} s',
  spent: 'Recognising {stt} ms, answering {brain} ms, voice {tts} ms',
  turnYou: 'You {seconds} s',
  turnThinking: 'thinking {seconds} s',
  turnActing: 'acting {seconds} s',
  turnSpeaking: 'assistant {seconds} s',
};

/** @typedef {typeof WORDS} Words */

/** The attribute for one of them: `word-hold-space-to-talk`. @param {string} name */
const attributeOf = (name) => `word-${name.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** By attribute. @type {Map<string, string>} */
const NAMES = new Map(Object.keys(WORDS).map((name) => [attributeOf(name), name]));

export const WORD_ATTRIBUTES = ['words', ...NAMES.keys()];

/** What has been said on the console, which is read more than once. @type {Set<string>} */
const complaints = new Set();

/** @param {string} message */
function complain(message) {
  if (!complaints.has(message)) console.error(`Antiphon: ${message}`);
  complaints.add(message);
}

/** How many letters are others. @param {string} one @param {string} other */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [down, letter] of [...one].entries()) {
    const next = [down + 1];
    for (const [at, its] of [...other].entries()) next.push(Math.min(row[at] + Number(letter !== its), row[at + 1] + 1, next[at] + 1));
    row = next;
  }
  return row[other.length];
}

/** @param {string} name @param {Iterable<string>} all */
const nearest = (name, all) => [...all].toSorted((one, other) => distance(name, one) - distance(name, other))[0];

/** Those of them that are words of the panel, and texts. @param {object} words @returns {Partial<Words>} */
export function knownOf(words) {
  const known = Object.entries(words).filter(([name, text]) => {
    if (!Object.hasOwn(WORDS, name)) complain(`the panel has no word “${name}”. Do you mean “${nearest(name, Object.keys(WORDS))}”?`);
    else if (typeof text !== 'string') complain(`the panel's word “${name}” is no text.`);
    else return true;
    return false;
  });
  return Object.fromEntries(known);
}

/** What an element's attributes say instead: `words` has several, as JSON. @param {Element} element @returns {Partial<Words>} */
export function wordsOf(element) {
  /** @type {Record<string, string>} */ const found = {};
  const given = element.getAttribute('words') || '{}';
  try {
    Object.assign(found, knownOf(JSON.parse(given)));
  } catch {
    complain(`the attribute words of the panel is no JSON such as {"start": "Anrufen"}: ${given}`);
  }
  for (const attribute of element.getAttributeNames()) {
    const name = NAMES.get(attribute);
    if (name) found[name] = element.getAttribute(attribute) ?? '';
    else if (attribute.startsWith('word-')) complain(`the panel has no attribute ${attribute}. Do you mean ${nearest(attribute, NAMES.keys())}?`);
  }
  return found;
}

/** The language of an element's words: its own `lang`, or the browser's. @param {Element} element */
export const codeOf = (element) => {
  const tag = element.getAttribute('lang');
  return languageOf(tag ? [tag] : undefined);
};

/** All that is said in an element. @param {Element} element @param {Partial<Words>} own what comes before its attributes @returns {Words} */
export function allWordsOf(element, own) {
  const brought = { ...wordsOf(element), ...own };
  // Whoever brings most of the words has translated them: into the language of the page, unless it is told.
  const isTranslated = Object.keys(brought).length > Object.keys(WORDS).length / 2;
  const language = element.closest('[lang]')?.getAttribute('lang') ?? '';
  return { ...WORDS, ...textsOf(codeOf(element)).panel, ...(isTranslated && { language }), ...brought };
}

/** @param {string} sentence @param {Record<string, string | number>} values for what stands in braces */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {number} ms @param {Words} [words] with the sign for the decimals of their language */
export function seconds(ms, words, digits = ms < 995 ? 2 : ms < 9950 ? 1 : 0) {
  const text = (ms / 1000).toFixed(digits);
  try {
    return new Intl.NumberFormat(words?.language || 'en', { minimumFractionDigits: digits, useGrouping: false }).format(Number(text));
  } catch {
    return text; // A page's word for its language is no tag.
  }
}
