/** What the panel says in words of its own. A page may bring others: `panel.words = { start: 'Anrufen' }`. */

export const WORDS = {
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
  interrupt: 'Interrupt',
  mute: 'Mute',
  space: 'Space',
  escape: 'Esc',
  call: 'Call',
  type: 'Type instead of talking',
  typeHere: 'Or type it',
  send: 'Send',
  prompts: 'Try saying',
  conversation: 'Conversation',
  dismiss: 'Dismiss',

  pressStart: 'Press Start and say what you want.',
  pressStartOrType: 'Press Start, or type what you want.',
  settingUp: 'Setting up the call.',
  sayOrType: 'Say something, or type it.',
  goOn: 'Go on, I am listening.',
  oneMoment: 'One moment.',
  speakToInterrupt: 'Speak at any time to interrupt.',
  pressInterrupt: 'Press Interrupt to stop the answer.',
  wasThatYou: 'Was that you? Go on, or wait.',
  doingIt: 'Doing it on the page.',
  waiting: 'Wait a moment, or type: it is sent later.',
  muted: 'Muted.',
  holdSpaceToTalk: 'Hold Space to talk.',
  holdButtonToTalk: 'Hold the button to talk.',
  holdSpaceToInterrupt: 'Hold Space to interrupt.',
  holdButtonToInterrupt: 'Hold the button to interrupt.',
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
  yes: 'Yes',
  no: 'No',
  shall: 'Shall I do this?',

  interrupted: 'Interrupted',
  interruptedAfter: 'Interrupted after {seconds} s',
  cut: 'Cut off by the end of the call',
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

/** @param {string} sentence @param {Record<string, string | number>} values for what stands in braces */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {number} ms */
export function seconds(ms) {
  return (ms / 1000).toFixed(ms < 995 ? 2 : ms < 9950 ? 1 : 0);
}
