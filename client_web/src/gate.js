/** The microphone as it is sent where only a key or a wake word listens: silence, until that says otherwise. */

/** @import { Gate } from '../types.js' */

/**
 * Without sound processing, for which the browser wants a click and the page's policy must allow the worklet, what was said just before
 * it opens is lost.
 * @param {MediaStream} stream @param {() => void} changed another track is to be sent
 * @returns {Gate}
 */
export function createGate(stream, changed) {
  const plain = stream.getAudioTracks()[0].clone();
  plain.enabled = false;
  /** @type {AudioContext=} */ let context;
  /** @type {AudioWorkletNode=} */ let node;
  let opened = false;
  let closed = false;
  const build = async () => {
    const own = (context = new AudioContext({ latencyHint: 'interactive' }));
    await own.audioWorklet.addModule(new URL('./gate-worklet.js', import.meta.url));
    const made = new AudioWorkletNode(own, 'antiphon-gate', {
      channelCount: 1,
      channelCountMode: 'explicit',
      outputChannelCount: [1],
    });
    const sent = own.createMediaStreamDestination();
    own.createMediaStreamSource(stream).connect(made).connect(sent);
    made.port.onmessage = ({ data }) => (gate.lateMs = data);
    const choose = () => {
      node = own.state === 'running' ? made : undefined;
      gate.track = node ? sent.stream.getAudioTracks()[0] : plain;
      gate.lateMs = 0;
      gate.open(opened);
      if (!closed) changed();
    };
    own.addEventListener('statechange', choose);
    await own.resume();
    if (own.state === 'running') choose();
  };
  // It is closed, or the page's policy forbids it.
  const ignored = () => {};
  /** @type {Gate} */ const gate = {
    track: plain,
    lateMs: 0,
    open(on) {
      opened = on;
      plain.enabled = on && !node;
      node?.port.postMessage(on);
    },
    wake() {
      if (context) context.resume().catch(ignored);
      else if (navigator.userActivation?.hasBeenActive !== false) build().catch(ignored);
    },
    close() {
      closed = true;
      plain.stop();
      void context?.close().catch(ignored);
    },
  };
  gate.wake();
  return gate;
}
