/** Who held the floor when, and where the time went: the last turns, from the states and metrics that the page was told. */

/** @import { VipState } from '../types.js' */

/** @typedef {'user_speaking' | 'ai_thinking' | 'invoke_action' | 'ai_speaking'} Busy */
/** @typedef {{state: Busy, ms: number}} Span */
/** @typedef {{stt?: number, brain?: number, tts?: number, latency?: number}} Measured in milliseconds */
/** @typedef {{id: string, spans: Span[], interrupted: boolean, measured: Measured}} Turn */

/** @type {readonly string[]} */
const BUSY = ['user_speaking', 'ai_thinking', 'invoke_action', 'ai_speaking'];

const KEPT = 6;

export class Timeline {
  /** The newest is the last. @type {Turn[]} */ turns = [];
  /** @type {Turn | undefined} */ #turn;
  /** @type {Busy | undefined} */ #state;
  #since = 0;

  /** @param {VipState} state @param {number} now in milliseconds @param {string} [turnId] */
  enter(state, now, turnId = '') {
    this.#close(now);
    if (!BUSY.includes(state)) {
      this.#turn = undefined;
      return;
    }
    const takesFloor = state === 'user_speaking' && this.#turn?.spans.at(-1)?.state !== state;
    const another = turnId !== '' && this.#turn !== undefined && this.#turn.id !== '' && this.#turn.id !== turnId;
    if (!this.#turn || takesFloor || another) this.#begin();
    if (this.#turn && turnId) this.#turn.id = turnId;
    this.#state = /** @type {Busy} */ (state);
    this.#since = now;
  }

  /** @param {string} turnId */
  interrupted(turnId) {
    const turn = this.#find(turnId);
    if (turn) turn.interrupted = true;
  }

  /** @param {Record<string, unknown>} metrics as the event of that name has them */
  measured({ turnId, sttMs, brainMs, ttsMs, speechStopToAudioMs, endOfTurnToAudioMs }) {
    const turn = this.#find(String(turnId));
    if (!turn) return;
    const latency = number(speechStopToAudioMs) ?? number(endOfTurnToAudioMs);
    turn.measured = { stt: number(sttMs), brain: number(brainMs), tts: number(ttsMs), latency };
  }

  /** Of the last turn that was answered aloud, in milliseconds. */
  get latency() {
    return this.turns.findLast(({ measured }) => measured.latency !== undefined)?.measured.latency;
  }

  /** Of the longest turn: what a drawing scales to. */
  get longest() {
    return Math.max(1, ...this.turns.map(({ spans }) => spans.reduce((sum, { ms }) => sum + ms, 0)));
  }

  #begin() {
    this.#turn = { id: '', spans: [], interrupted: false, measured: {} };
    this.turns.push(this.#turn);
    if (this.turns.length > KEPT) this.turns.shift();
  }

  /** @param {number} now */
  #close(now) {
    if (this.#turn && this.#state) {
      const ms = Math.max(0, now - this.#since);
      const last = this.#turn.spans.at(-1);
      if (last?.state === this.#state) last.ms += ms;
      else this.#turn.spans.push({ state: this.#state, ms });
    }
    this.#state = undefined;
  }

  /** @param {string} id */
  #find(id) {
    return this.turns.findLast((turn) => turn.id === id);
  }
}

/** @param {unknown} value */
function number(value) {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
