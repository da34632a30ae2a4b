/** Whether the user seems to be speaking: quick advice. The server decides. */

/** @import { LineEvents, Meter } from '../types.js' */

const TICK_MS = 50;

/** Speech is so much louder than the room, which gets noisier so fast; and no quieter than this. */
const [RISE_DB, FLOOR_DB_PER_TICK, LEAST_DB] = [12, 0.1, -50];

/** A click has one loud tick; a word has gaps; half a second is told once. */
const [LOUD_TICKS, QUIET_TICKS, TELL_TICKS] = [2, 10, 11];

/** @param {Meter} meter @param {LineEvents['speech']} speech */
export function hint(meter, speech) {
  let timer = 0;
  let floor = LEAST_DB;
  let [loud, quiet, untold] = [0, QUIET_TICKS, 0];
  const tick = () => {
    const level = Math.max(-100, meter.level());
    floor = Math.min(level, floor + FLOOR_DB_PER_TICK);
    loud = level > Math.max(floor + RISE_DB, LEAST_DB) ? loud + 1 : 0;
    quiet++;
    if (loud < LOUD_TICKS) return;
    const began = quiet > QUIET_TICKS;
    quiet = 0;
    if (!began && ++untold < TELL_TICKS) return;
    untold = 0;
    speech(Math.round(level), began);
  };
  const run = (/** @type {boolean} */ on) => {
    clearInterval(timer);
    [loud, quiet] = [0, QUIET_TICKS];
    if (on) timer = setInterval(tick, TICK_MS);
  };
  const close = () => {
    run(false);
    meter.close();
  };
  return { run, close };
}
