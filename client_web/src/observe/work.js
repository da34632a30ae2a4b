/** Work on the page's own thread that nobody notices: a slice after a frame, then the page's turn. */

/** One step more may come after this; a slice as a whole stays under 4 ms. */
const SLICE_MS = 1.5;
/** A hidden tab has no frames. */
const NO_FRAME_MS = 100;

/** The frame's layout is done and holds: what asks for a place or a style now makes the browser do nothing again. */
function afterFrame() {
  return new Promise((done) => {
    const later = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      setTimeout(done);
    };
    const frame = requestAnimationFrame(later);
    const timer = setTimeout(later, NO_FRAME_MS);
  });
}

/** @param {boolean | undefined} told @param {number} start */
export function measured(told, start) {
  if (told) performance.measure('antiphon.observe', { start, end: performance.now() });
}

/**
 * Runs `steps` to their end, a slice at a time; resolves to the ms that they took when they are done, or `stop` says so.
 * @param {Iterator<unknown>} steps @param {AbortSignal} stop @param {boolean} [told] whether each slice is a measure of User Timing
 */
export async function work(steps, stop, told) {
  let took = 0;
  for (let done = false; !done;) {
    await afterFrame();
    if (stop.aborted) break;
    const start = performance.now();
    do done = Boolean(steps.next().done);
    while (!done && performance.now() - start < SLICE_MS);
    took += performance.now() - start;
    measured(told, start);
  }
  return took;
}

/** Resolves when the time has passed, or the signal says that nobody waits. @param {number} ms @param {AbortSignal} signal */
export function pause(ms, signal) {
  return new Promise((done) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      done(undefined);
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
  });
}
