/**
 * A Vela client on Node that knows the document and nothing of Antiphon: `node vela.cjs ws://host/ws`.
 *
 * It runs one mocked turn and one push-to-talk turn. Each event is printed as it came, one a line.
 */

const { WebSocket } = require('ws');

const ws = new WebSocket(process.argv[2], ['vela']);
const send = (type, payload = {}) => ws.send(JSON.stringify({ type, payload }));

const turns = [
  () => send('mocked.turn.trigger'),
  () => {
    send('input_audio.append', { chunk: 'placeholder' });
    send('input_audio.commit');
  },
  () => ws.close(),
];

ws.onmessage = ({ data }) => {
  console.log(data);
  const { type, payload } = JSON.parse(data);
  if (type === 'session.state' && payload.value === 'idle') turns.shift()();
};
ws.onclose = ({ code }) => process.exit(code === 1000 || code === 1005 ? 0 : 1);
ws.onerror = () => process.exit(1);
