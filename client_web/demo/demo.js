/**
 * The demonstration: a shop, a panel, and Antiphon between them.
 * @module
 */

import { Antiphon } from '../antiphon.js';
import { Meter } from './meter.js';
import { Panel } from './panel.js';
import { Shop } from './shop.js';
import { told } from './wording.js';

const voice = /** @type {HTMLAudioElement} */ (document.querySelector('#voice'));
const shop = new Shop(voice);
export const antiphon = new Antiphon({
  // `/?assistant=shop` calls another one than the server's default.
  assistantId: new URLSearchParams(window.location.search).get('assistant') || undefined,
  narration: () => shop.narrate(),
  actions: shop.actions(),
  audio: voice,
});

/** Endings that are no fault of anybody. */
const CALM = ['hang_up', 'idle', 'limit', 'replaced'];

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
    panel.showError('');
    if (antiphon.state === 'not_connected') start();
    antiphon.sendText(text);
  },
  hear: () => void antiphon.resumePlayback(),
});

antiphon.on('state', ({ state }) => panel.showState(state));
antiphon.on('connection', (connection) => {
  if (connection.status === 'reconnecting') panel.showNews('The connection is gone. I am getting it back.');
  else if (connection.resumed) panel.showNews('');
});
antiphon.on('microphone', ({ available, message }) => {
  panel.showMicrophone(available);
  if (message) panel.showError(message);
});
antiphon.on('playback', ({ blocked }) => panel.showBlocked(blocked));
antiphon.on('connected', ({ assistant, policy }) => panel.showAssistant(assistant, policy));
antiphon.on('health', (health) => panel.showHealth(health));
antiphon.on('held', ({ paused }) => panel.showHeld(paused));
antiphon.on('unsent', ({ text }) => panel.giveBack(text));
antiphon.on('partial', (partial) => panel.conversation.showPartial(partial));
antiphon.on('transcript', (transcript) => panel.conversation.showTranscript(transcript));
antiphon.on('reply', (reply) => panel.conversation.showReply(reply));
antiphon.on('interrupted', (interruption) => panel.conversation.showInterruption(interruption));
antiphon.on('action', (action) => panel.conversation.showAction(action));
antiphon.on('error', (error) => {
  panel.showError(told(error));
  console.info(error.code, error.message); // for whoever makes the page
});
antiphon.on('closed', ({ reason, message, code, cut }) => {
  if (cut) panel.conversation.showCut(cut.responseId);
  if (CALM.includes(reason)) panel.showNews(message);
  else if (reason !== 'client') panel.showError(told({ code, message, fatal: true }));
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
