/** Follow the events of an Antiphon, and show each in the panel. */

/** @import { Antiphon } from '../antiphon.js' */
/** @import { Events } from '../types.js' */
/** @import { Words } from './words.js' */
/** @import { View } from './view.js' */

import { keepUnsent } from './unsent.js';
import { told } from './wording.js';

/** Endings that are no fault of anybody. */
const CALM = ['hang_up', 'idle', 'limit', 'replaced'];

/**
 * @typedef {object} Ways what the user is offered
 * @property {() => void} again the call
 * @property {() => void} tryAgain the microphone
 * @property {() => void} hear
 * @property {() => boolean} asks whether the panel asks for confirmations
 * @property {(text: string) => void} giveBack what was typed and not sent
 */

/**
 * @param {Pick<Antiphon, 'on' | 'sendText' | 'note'>} antiphon
 * @param {View} view
 * @param {Ways} ways
 * @param {() => Words} words
 * @returns {() => void} what ends it
 */
export function follow(antiphon, view, ways, words) {
  /** @type {(() => void)[]} */ const ends = [];
  /** @template {keyof Events} T @param {T} type @param {(detail: Events[T]) => void} listener */
  const on = (type, listener) => ends.push(antiphon.on(type, listener));
  const { conversation } = view;
  on('state', ({ state, turnId }) => view.showState(state, turnId));
  on('connection', (connection) => view.showConnection(connection));
  on('connected', ({ assistant, policy }) => {
    conversation.language = String(assistant.language ?? '');
    conversation.begin(antiphon.note);
    view.describe({ byVoice: [assistant.triggers ?? 'vad'].flat().includes('vad'), bargeIn: policy.allowBargeIn ?? true });
  });
  on('policy', ({ allowBargeIn }) => view.describe({ bargeIn: allowBargeIn ?? true }));
  on('microphone', (microphone) => view.showMicrophone(microphone, ways.tryAgain));
  on('playback', (playback) => view.showPlayback(playback, ways.hear));
  on('health', (health) => view.showHealth(health));
  on('held', ({ paused }) => view.showHeld(paused));
  ends.push(keepUnsent(antiphon, { shows: (text) => conversation.showsTyped(text), giveBack: ways.giveBack }));
  on('partial', (partial) => conversation.showPartial(partial));
  on('transcript', (transcript) => conversation.showTranscript(transcript));
  on('reply', (reply) => view.showReply(reply));
  on('caption', (caption) => view.showCaption(caption));
  on('interrupted', (interruption) => view.showInterruption(interruption));
  on('action', (action) => view.showAction(action));
  on('confirm', (question) => {
    if (ways.asks()) view.ask(question);
  });
  on('metrics', (metrics) => view.showMetrics(metrics));
  on('error', (error) => {
    view.showError(told(error, words()), error.fatal ? { [words().again]: ways.again } : {}, error.code);
    console.info(error.code, error.message); // for whoever makes the page
  });
  on('closed', ({ reason, message, code, cut }) => {
    if (cut) conversation.showCut(cut.responseId);
    if (CALM.includes(reason)) view.showNews(message);
    else if (reason !== 'client') {
      view.showError(told({ code, message, fatal: true }, words()), { [words().again]: ways.again });
    }
  });
  return () => ends.forEach((end) => end());
}
