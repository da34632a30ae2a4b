/**
 * The page of Vela: the connection, one turn at a time, and what is said in it. In mock mode the microphone button is a
 * control shell; in live mode it is a microphone. It needs nothing of the browser module.
 */

/** @import { VelaClientMessage, VelaServerMessage } from './generated/messages.js' */

import { below, serverOf } from './src/address.js';
import { Player, RATE } from './src/pcm.js';
import { Talk, samples } from './src/talk.js';

const PLACEHOLDER = 'placeholder';
const STATES = ['idle', 'listening', 'thinking', 'speaking'];
/** @type {Record<string, [string, string]>} */
const LABELS = {
  mock: ['Hold to talk (control shell)', 'The microphone button is a control shell and not real microphone capture: it sends a placeholder.'],
  live: ['Hold to talk', 'Hold the button, or the space bar on it, while you speak. The microphone is real.'],
};

/**
 * @param {string} name
 * @returns {any} the page's own element
 */
const part = (name) => document.querySelector(`[data-testid="${name}"]`);

/** @type {WebSocket} */
let socket;
let connection = 'not connected';
let mode = 'mock';
let ready = false;
let state = '-';
let inFlight = false; // a turn was asked for, and the session is not back in idle
let held = false;
/** @type {AudioContext} */
let context;
/** @type {Player} */
let player;
/** @type {Talk | undefined} */
let talk;

function show() {
  const open = ready && socket?.readyState === WebSocket.OPEN;
  const live = mode === 'live';
  const busy = inFlight || (live && !['-', 'idle'].includes(state));
  part('connection-status').textContent = connection;
  part('connection-status').dataset.state = connection;
  part('session-state').textContent = state;
  part('active-turn').textContent = busy ? 'active' : held ? 'listening' : 'none';
  part('connect').disabled = ['connecting', 'connected'].includes(connection) || open;
  part('disconnect').disabled = !socket || socket.readyState > WebSocket.OPEN;
  part('mocked-turn').disabled = !open || inFlight || held || live;
  part('microphone').disabled = !open || (inFlight && !live);
  part('microphone').setAttribute('aria-pressed', String(held));
  part('cancel').disabled = !open || !busy;
  part('typing').hidden = !live;
  part('send').disabled = !open;
  [part('microphone').textContent, part('microphone-note').textContent] = LABELS[mode];
}

/** @param {string} text */
function fail(text) {
  connection = 'error';
  part('error').textContent = text;
  show();
}

/** What a person does ends the error that was shown. */
function act() {
  part('error').textContent = '';
  if (socket?.readyState === WebSocket.OPEN) connection = 'connected';
}

/** @param {VelaClientMessage['type']} type */
function send(type, payload = {}) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, payload }));
}

/** @param {string} token */
function connect(token) {
  const address = below(serverOf(import.meta.url, 'vela.js'), '/ws');
  address.protocol = address.protocol.replace('http', 'ws');
  act();
  connection = 'connecting';
  socket = new WebSocket(address, token ? ['vela', `bearer.${token}`] : ['vela']);
  const own = socket;
  own.onopen = () => {
    if (own !== socket) return;
    connection = 'connected';
    show();
  };
  own.onmessage = ({ data }) => own === socket && take(data);
  own.onerror = () => own === socket && fail('The connection failed.');
  own.onclose = () => {
    if (own !== socket) return;
    if (connection !== 'error') connection = 'disconnected';
    ready = inFlight = false;
    state = '-';
    release(false);
    player?.stop();
    show();
  };
  show();
}

/** @param {string} data */
function take(data) {
  /** @type {VelaServerMessage} */
  let message;
  try {
    message = JSON.parse(data);
    tell(message.type, message.payload);
  } catch {
    fail('The gateway sent something that is no message.');
  }
}

/**
 * Throws where a message is not what the contract says.
 * @param {string} type
 * @param {any} payload
 */
function tell(type, payload) {
  switch (type) {
    case 'session.ready':
      part('session-id').textContent = text(payload.sessionId);
      mode = payload.mode === 'live' ? 'live' : 'mock';
      ready = true;
      break;
    case 'session.state':
      enter(text(payload.value));
      break;
    case 'transcript.partial':
      part('transcript-partial').textContent = text(payload.text);
      break;
    case 'transcript.final':
      part('transcript-final').textContent = text(payload.text);
      part('transcript-partial').textContent = '';
      break;
    case 'response.text.delta':
      part('response-text').append(text(payload.text));
      break;
    case 'output_audio.delta':
      player?.play(samples(payload.chunk));
      break;
    case 'error':
      if (state === 'idle') inFlight = false; // what was asked for was refused
      fail(`${text(payload.code)}: ${text(payload.message)}`);
      break;
    case 'response.completed':
    case 'output_audio.done':
    case 'tool.call':
    case 'tool.result':
    case 'protocol.version':
      break;
    default:
      throw new TypeError(type);
  }
  show();
}

/** @param {unknown} value */
function text(value) {
  if (typeof value !== 'string') throw new TypeError('a text is missing');
  return value;
}

/** @param {string} next */
function enter(next) {
  if (!STATES.includes(next)) throw new TypeError(next);
  const before = state;
  state = next;
  if (next === 'idle') inFlight = false;
  if (next === 'listening' || (next === 'thinking' && before === 'idle')) {
    // What was said stays until there is something new; what is left of an interrupted answer is not heard.
    part('response-text').textContent = '';
    player?.stop();
  }
}

function begin() {
  act();
  part('response-text').textContent = '';
  inFlight = true;
}

function press() {
  if (held || part('microphone').disabled) return;
  act();
  held = true;
  if (mode === 'live') {
    listen();
  } else {
    send('input_audio.append', { chunk: PLACEHOLDER });
  }
  show();
}

/** @param {boolean} [commit] */
function release(commit = true) {
  if (!held) return;
  held = false;
  talk?.hold(false);
  if (commit) {
    inFlight = true;
    send('input_audio.commit');
  }
  show();
}

/** The first chunk is empty: the gateway knows that the key is held before there is sound. */
async function listen() {
  send('input_audio.append', { chunk: '' });
  try {
    await sound();
    talk ??= await Talk.open(context, (/** @type {string} */ chunk) => send('input_audio.append', { chunk }));
    talk.hold(held);
  } catch (error) {
    release(false);
    send('response.cancel');
    fail(`The microphone cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Sound needs a gesture of the user's. */
async function sound() {
  context ??= new AudioContext({ sampleRate: RATE });
  await context.resume();
  player ??= new Player(context);
}

part('connection').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  sound();
  connect(part('connection').elements.token.value);
});
part('disconnect').addEventListener('click', () => socket.close());
part('mocked-turn').addEventListener('click', () => {
  begin();
  send('mocked.turn.trigger');
  show();
});
part('cancel').addEventListener('click', () => {
  act();
  player?.stop();
  send('response.cancel');
  show();
});
part('typing').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const { text: written } = part('typing').elements;
  if (written.value.trim()) {
    begin();
    send('input.text', { text: written.value });
  }
  written.value = '';
  show();
});

const key = (/** @type {KeyboardEvent} */ event) => [' ', 'Enter'].includes(event.key) && !event.repeat;
const button = part('microphone');
button.addEventListener('blur', () => release());
button.addEventListener('pointerdown', press);
button.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => key(event) && press());
button.addEventListener('keyup', (/** @type {KeyboardEvent} */ event) => key(event) && release());
for (const over of ['pointerup', 'pointercancel', 'blur']) addEventListener(over, () => release());
show();
