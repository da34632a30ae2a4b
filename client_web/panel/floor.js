/** The floor, as far as the user takes it by hand, and gives it back. */

/** @import { Antiphon } from '../antiphon.js' */
/** @import { VipState } from '../types.js' */
/** @import { Situation } from './wording.js' */

/** What is told of it. @typedef {{situation: Pick<Situation, 'state' | 'talking'>, describe: (change: Partial<Situation>) => void}} Shown */

export class Floor {
  #antiphon;
  #view;
  /** Whether the user has it because an answer was stopped by hand, and no words came since. */ #given = false;

  /** @param {() => Pick<Antiphon, 'startTalking' | 'stopTalking' | 'interrupt' | 'yieldFloor'>} antiphon @param {() => Shown} view */
  constructor(antiphon, view) {
    this.#antiphon = antiphon;
    this.#view = view;
  }

  talk() {
    const view = this.#view();
    if (view.situation.talking || !this.#antiphon().startTalking()) return;
    view.describe({ talking: true });
  }

  talked({ cancel = false } = {}) {
    const view = this.#view();
    if (!view.situation.talking) return;
    view.describe({ talking: false });
    this.#antiphon().stopTalking({ cancel });
  }

  toggle() {
    if (this.#view().situation.talking) this.talked();
    else this.talk();
  }

  interrupt() {
    this.#given = true;
    this.#antiphon().interrupt();
  }

  ask() {
    this.#given = true;
    this.#antiphon().yieldFloor('user');
  }

  /** Whether there is a turn that the user has begun by hand, and may think better of. */
  get canDrop() {
    const { state, talking } = this.#view().situation;
    return state === 'user_speaking' && (Boolean(talking) || this.#given);
  }

  /** What was said in it does not count. */
  drop() {
    if (!this.canDrop) return;
    this.#given = false;
    if (this.#view().situation.talking) this.talked({ cancel: true });
    else this.#antiphon().stopTalking({ cancel: true });
  }

  /** There are words: it is a turn as any other. */
  heard() {
    this.#given = false;
  }

  /** @param {VipState} state */
  entered(state) {
    if (state === 'connecting' || state === 'not_connected') this.talked();
    if (state !== 'user_speaking' && !state.startsWith('ai_')) this.#given = false;
  }
}
