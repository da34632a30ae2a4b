/**
 * What was typed in a call that ended before it was taken: it is sent in the next one, or goes back to where it was typed.
 * @module
 */

/** @import { Antiphon } from '../antiphon.js' */

/** Ends that nobody wished for, after which the user goes on where they were. */
const MISHAPS = ['lost', 'shutdown', 'error'];

/**
 * @typedef {object} Writer where it was typed
 * @property {(text: string) => boolean} shows whether it is in sight there as not sent yet
 * @property {(text: string) => void} giveBack
 */

/**
 * Keeps what an `Antiphon` tells as unsent.
 * @param {Pick<Antiphon, 'on' | 'sendText'>} antiphon
 * @param {Writer} writer
 * @returns {() => void} what ends it, and gives back what still waits
 */
export function keepUnsent(antiphon, writer) {
  /** @type {string[]} */ let kept = [];
  let [wasReady, isOver] = [false, false];
  const giveBack = () => {
    for (const text of kept.splice(0)) writer.giveBack(text);
  };
  // One after the other: the next text would interrupt the answer to the one before it.
  const sendNext = () => {
    const text = kept.shift();
    if (text !== undefined) antiphon.sendText(text);
  };
  const ends = [
    antiphon.on('state', ({ state }) => {
      if (state === 'connecting') wasReady = false;
      else if (state === 'idle' && wasReady) sendNext();
      isOver = state === 'not_connected';
    }),
    antiphon.on('connection', ({ status }) => {
      if (status !== 'connected') return;
      wasReady = true;
      queueMicrotask(sendNext); // what waits within the `Antiphon` goes first
    }),
    antiphon.on('unsent', ({ text }) => {
      // Another panel of this call, or the page itself, has typed it.
      if (!writer.shows(text)) return;
      // A call that could not even be made may never be: the text is at hand to be used elsewhere.
      if (isOver && wasReady) kept.push(text);
      else writer.giveBack(text);
    }),
    antiphon.on('closed', ({ reason }) => {
      if (!MISHAPS.includes(reason)) giveBack();
    }),
  ];
  return () => {
    for (const end of ends) end();
    giveBack();
  };
}
