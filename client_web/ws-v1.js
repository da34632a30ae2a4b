/**
 * A debug client for WS v1: what is sent and what comes, as it is. It needs nothing of the browser module.
 */

import { below, serverOf } from './src/address.js';
import { framer, Player, RATE } from './src/pcm.js';

const SHOWN = 500;

/** @typedef {{ type: string, data?: any, [key: string]: any }} Message */

/**
 * @param {string} name
 * @returns {any} the page's own element
 */
const part = (name) => document.querySelector(`[data-testid="${name}"]`);
const connection = part('connection');

/** @type {WebSocket} */
let socket;
/** @type {{ sessionId: string, token: string, lastSeq: number } | undefined} for coming back */
let session;
/** @type {AudioContext} */
let context;
/** @type {Player} */
let player;
/** @type {{ stream: MediaStream, node: AudioWorkletNode } | undefined} */
let microphone;

/** @param {string} state */
function show(state) {
  const open = state === 'started';
  part('status').textContent = state;
  part('start').disabled = state !== 'not connected';
  part('resume').disabled = state !== 'not connected' || !session;
  for (const name of ['stop', 'cut', 'send', 'microphone', 'cancel', 'cancel-gracefully']) part(name).disabled = !open;
}

/**
 * @param {string} direction
 * @param {string | Message} value
 */
function note(direction, value) {
  const line = document.createElement('li');
  line.textContent = `${direction} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  line.className = line.dataset.type = typeof value === 'string' ? '' : value.type;
  const events = part('events');
  events.prepend(line);
  if (events.children.length > SHOWN) events.lastChild.remove();
}

/** @param {Message} message */
function send(message) {
  note('→', message);
  socket.send(JSON.stringify(message));
}

/** @param {object} start */
async function connect(start) {
  context ??= new AudioContext({ sampleRate: RATE });
  await context.resume();
  player ??= new Player(context);
  const { assistant, token } = connection.elements;
  const address = below(serverOf(import.meta.url, 'ws-v1.js'), '/ws');
  address.searchParams.set('assistant_id', assistant.value);
  address.protocol = address.protocol.replace('http', 'ws');
  show('connecting');
  socket = new WebSocket(address, token.value ? ['ws.v1', `bearer.${token.value}`] : ['ws.v1']);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => send({ type: 'session.start', ...start });
  socket.onmessage = ({ data }) => (typeof data === 'string' ? take(JSON.parse(data)) : player.play(data));
  socket.onclose = ({ code }) => {
    note('·', `closed with ${code}`);
    player.stop();
    listen(false);
    show('not connected');
  };
}

/** @param {Message} event */
function take(event) {
  note('←', event);
  if (session && event.seq) session.lastSeq = event.seq;
  switch (event.type) {
    case 'session.started':
      session = { sessionId: event.sessionId, token: event.resumeToken, lastSeq: event.seq };
      show('started');
      break;
    case 'session.stopped':
      session = undefined;
      break;
    case 'assistant.response.delta':
      if (part('answer').dataset.response !== event.data.response_id) part('answer').textContent = '';
      part('answer').dataset.response = event.data.response_id;
      part('answer').append(event.text);
      break;
    case 'assistant.response.final':
      part('answer').textContent = event.text;
      break;
    case 'output.audio.start':
      player.begin();
      break;
    case 'output.audio.end':
      player.drained().then(() => played(event, player.playedMs));
      break;
    case 'response.interrupted':
      played(event, player.stop());
      break;
  }
}

/**
 * @param {Message} event
 * @param {number} playedMs
 */
function played({ data }, playedMs) {
  const { tts_id, response_id, turn_id } = data;
  if (!tts_id || socket.readyState !== WebSocket.OPEN) return;
  const at = Date.now();
  send({ type: 'output.audio.played', tts_id, response_id, turn_id, played_at_ms: at, played_ms: playedMs });
}

/** @param {boolean} on */
async function listen(on) {
  part('microphone').setAttribute('aria-pressed', String(on));
  if (!on) {
    microphone?.stream.getTracks().forEach((track) => track.stop());
    microphone?.node.disconnect();
    microphone = undefined;
    return;
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
  await context.audioWorklet.addModule(new URL('./src/pcm-worklet.js', import.meta.url));
  const node = new AudioWorkletNode(context, 'pcm', { numberOfOutputs: 0 });
  const cut = framer((frame) => socket.readyState === WebSocket.OPEN && socket.send(frame));
  node.port.onmessage = ({ data }) => cut(data);
  context.createMediaStreamSource(stream).connect(node);
  microphone = { stream, node };
}

connection.addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  try {
    const metadata = JSON.parse(connection.elements.metadata.value || '{}');
    connect({ audio: { encoding: 'pcm_s16le', sample_rate_hz: RATE, channels: 1 }, metadata });
  } catch (error) {
    note('·', `metadata: ${error instanceof Error ? error.message : error}`);
  }
});

part('typing').addEventListener('submit', (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const { text } = part('typing').elements;
  if (text.value.trim()) send({ type: 'input.text', text: text.value });
  text.value = '';
});

part('resume').addEventListener('click', () => connect({ resume: session }));
part('stop').addEventListener('click', () => send({ type: 'session.stop', reason: 'client_disconnect' }));
part('cut').addEventListener('click', () => socket.close());
part('cancel').addEventListener('click', () => send({ type: 'response.cancel', graceful: false }));
part('cancel-gracefully').addEventListener('click', () => send({ type: 'response.cancel', graceful: true }));
part('microphone').addEventListener('click', () => {
  listen(!microphone).catch((error) => note('·', `microphone: ${error.message}`));
});
show('not connected');
