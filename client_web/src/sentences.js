/** What the module says to people, by code: the server's words for its own errors come from there. */

/** In braces stands what is filled in. */
export const SENTENCES = {
  'microphone.refused': 'The microphone is blocked for this page. Allow it in the address bar and try again.',
  'microphone.missing': 'No microphone was found. Connect one.',
  'microphone.busy': 'Another program may use the microphone. Close that and try again.',
  'microphone.lost': 'The microphone was disconnected. Connect one.',
  'microphone.insecure': 'This page is not secure, so that it gets no microphone. Open it over https://.',
  'microphone.muted': 'The microphone is muted by the system or the headset. Unmute it there.',
  'microphone.perhaps':
    'The microphone is blocked for this part of the page, by the page around it or in the address bar.',
  'microphone.policy': 'This page does not let its assistant use the microphone.',
  'microphone.failed': 'The microphone could not be opened ({name}).',
  'microphone.typing': '{message} You can type meanwhile.',
  'microphone.replaced': 'The microphone was disconnected. The call goes on with {label}.',
  'microphone.instead': 'The microphone cannot be used. The call goes on with {label}.',
  'microphone.another': 'another one',
  'playback.refused': 'The browser plays no sound before a click. Click anywhere on the page.',
  'playback.device': 'The voice cannot be played there. Choose another loudspeaker.',
  'playback.replaced': 'The loudspeaker was disconnected. The default one plays now.',
  'connection.reconnecting': 'The connection is gone. It is being made again.',
  'connection.asleep': 'The browser has put this tab to sleep. The call goes on when you come back.',
  'network.timeout': 'The call was not ready after 15 seconds. Try again.',
  'network.unreachable': 'No answer from {url}. Is the server running?',
  http: 'The server refused the call (HTTP {status}).',
  'session.client': 'You ended the call.',
  'session.hang_up': 'You hung up.',
  'session.idle': 'The call ended because nothing was said for a while.',
  'session.limit': 'The call has reached its longest time.',
  'session.shutdown': 'The server is shutting down.',
  'session.lost': 'The connection was lost. Start again.',
  'session.replaced': 'The call goes on in another window.',
  'session.error': 'The call ended because of an error.',
  'session.ended': 'The call has ended.',
};

/** @typedef {typeof SENTENCES} Sentences */

/** Says them, in another language once `own` has them. @param {import('../types.js').Strings} own @returns {import('../types.js').Say} */
export const sayIn = (own) => (code, values = {}) =>
  ({ ...SENTENCES, ...own })[code]?.replace(/{(\w+)}/g, (_, name) => String(values[name]));
