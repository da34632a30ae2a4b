/**
 * The demonstration: a shop, a panel, and Antiphon between them.
 * @module
 */

import { Antiphon } from '../antiphon.js';
import { Meter } from './meter.js';
import { Panel } from './panel.js';
import { Shop } from './shop.js';

const voice = /** @type {HTMLAudioElement} */ (document.querySelector('#voice'));
const shop = new Shop(voice);
export const antiphon = new Antiphon({ narration: () => shop.narrate(), actions: shop.actions(), audio: voice });

const start = () => {
  panel.showError('');
  antiphon.connect().catch(() => {}); // `error` and `closed` have told it
};

export const panel = new Panel(/** @type {HTMLElement} */ (document.querySelector('#panel')), {
  start,
  stop: () => antiphon.hangUp(),
  talk: () => antiphon.startTalking(),
  talked: () => antiphon.stopTalking(),
  interrupt: () => antiphon.interrupt(),
  mute: (muted) => antiphon.mute(muted),
  say: (text) => {
    if (antiphon.state === 'not_connected') start();
    antiphon.sendText(text);
  },
  hear: () => void antiphon.resumePlayback(),
});

antiphon.on('state', ({ state }) => panel.showState(state));
antiphon.on('microphone', ({ available, message }) => {
  panel.showMicrophone(available);
  if (message) panel.showError(message);
});
antiphon.on('playback', ({ blocked }) => panel.showBlocked(blocked));
antiphon.on('transcript', ({ text }) => panel.showTranscript(text));
antiphon.on('reply', (reply) => panel.showReply(reply));
antiphon.on('interrupted', (interruption) => panel.showInterruption(interruption));
antiphon.on('action', (action) => panel.showAction(action));
antiphon.on('error', ({ message }) => panel.showError(message));
antiphon.on('closed', ({ reason, message }) => {
  if (reason !== 'client' && reason !== 'hang_up') panel.showError(message);
});

// The orb moves with the voice that has the floor, where movement is welcome.
const meter = new Meter();
const still = window.matchMedia('(prefers-reduced-motion: reduce)');
let drawing = false;
const draw = () => {
  const { state } = antiphon;
  drawing = state !== 'not_connected';
  if (!drawing) {
    meter.close();
    return;
  }
  if (!still.matches) {
    const stream = state === 'ai_speaking' ? antiphon.assistantStream : antiphon.microphoneStream;
    panel.showLevel(meter.level(stream));
  }
  requestAnimationFrame(draw);
};
antiphon.on('state', () => {
  if (!drawing) draw();
});
