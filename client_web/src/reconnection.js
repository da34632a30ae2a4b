import { isGone } from './signalling.js';

/** The pause before the first attempt; it doubles until it is the last one. */
const FIRST_PAUSE_MS = 300;
const LAST_PAUSE_MS = 5000;

/** The way back to a session whose connection is lost. */
export class Reconnection {
  /** Ends the pause. */ wake = () => {};

  /**
   * Tries until it is there, the session is gone, or its time is over; resolves to whether it is lost.
   * @param {number} windowMs how long the server keeps the session
   * @param {() => Promise<void>} attempt throws where it has failed
   * @param {AbortSignal} over nobody waits any more
   */
  async run(windowMs, attempt, over) {
    let isLate = false;
    const timer = setTimeout(() => (isLate = true), windowMs);
    try {
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
        await new Promise((done) => {
          this.wake = () => done(undefined);
          // Not all who were lost at once come back at once.
          setTimeout(done, pause * (0.5 + Math.random() / 2));
        });
        if (over.aborted) return false;
        try {
          await attempt();
          return false;
        } catch (thrown) {
          if (isGone(thrown) || isLate) return true;
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }
}
