/** The wave that moves with the voice that has the floor. */

/** @import { Antiphon } from '../antiphon.js' */
/** @import { Wave } from './wave.js' */

import { Meter } from './meter.js';

export class Drawing {
  #meter = new Meter();
  #frame = 0;
  #still = window.matchMedia('(prefers-reduced-motion: reduce)');

  /** Where there is a call, and movement is welcome. @param {Antiphon | undefined} antiphon @param {Wave} wave @param {(level: string) => void} tell */
  start(antiphon, wave, tell) {
    cancelAnimationFrame(this.#frame);
    if (!antiphon || antiphon.state === 'not_connected' || this.#still.matches) {
      this.#meter.close();
      if (antiphon && antiphon.state !== 'not_connected') wave.still();
      else wave.flat();
      return;
    }
    const step = () => {
      const stream = antiphon.state === 'ai_speaking' ? antiphon.assistantStream : antiphon.microphoneStream;
      const level = this.#meter.level(stream);
      tell(level.toFixed(2));
      wave.push(level);
      this.#frame = requestAnimationFrame(step);
    };
    step();
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#meter.close();
  }
}
