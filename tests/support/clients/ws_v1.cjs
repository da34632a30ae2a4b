// A WS v1 client that knows the document and nothing of Antiphon: `node ws_v1.cjs ws://host/ws?assistant_id=...`.
// It starts a session, types, acknowledges what it has played, and stops. Each event is printed as it came.

const { WebSocket } = require("ws");

const ws = new WebSocket(process.argv[2], ["ws.v1"]);
ws.binaryType = "arraybuffer";
let audio = 0;

const send = (message) => ws.send(JSON.stringify(message));

ws.onopen = () =>
  send({
    type: "session.start",
    audio: { encoding: "pcm_s16le", sample_rate_hz: 16000, channels: 1 },
    metadata: { channel: "web", source: "web-debug", overrides: { output: { mode: "audio" } } },
  });

ws.onmessage = ({ data }) => {
  if (typeof data !== "string") {
    audio += data.byteLength;
    return;
  }
  console.log(data);
  const event = JSON.parse(data);
  if (event.type === "session.started") send({ type: "input.text", text: "What can you do?" });
  if (event.type === "output.audio.end") {
    const { tts_id, response_id, turn_id, duration_ms } = event.data;
    send({ type: "output.audio.played", tts_id, response_id, turn_id, played_at_ms: Date.now(), played_ms: duration_ms });
    send({ type: "session.stop", reason: "client_disconnect" });
  }
};

ws.onclose = ({ code }) => console.log(JSON.stringify({ audio_bytes: audio, close: code, protocol: ws.protocol }));
