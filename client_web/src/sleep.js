/** @import { Call } from './call.js' */
/** @import { CallParts } from '../types.js' */

/** Events that may end a sleep of the tab or a wait for the network, or after which the browser lets sound play. */
const WAKES = ['online', 'resume', 'pageshow', 'visibilitychange', 'click', 'keydown'];

/** Sees when the browser puts the tab to sleep, and what wakes it. @param {Call} call @param {CallParts} parts @param {AbortSignal} signal ends it */
export function watchSleep(call, { platform, playback, emit, say }, signal) {
  let isAsleep = false;
  const stir = (/** @type {string} */ type) => {
    const isGesture = type === 'click' || type === 'keydown';
    const slept = isAsleep;
    isAsleep = type === 'freeze' && call.isReady;
    if (isAsleep) return emit('connection', { status: 'asleep', message: say('connection.asleep') });
    call.line.mic?.wake();
    playback.wake(!isGesture);
    if (!isGesture) call.stir(slept);
  };
  for (const type of ['freeze', ...WAKES])
    platform.events?.addEventListener(type, () => stir(type), { signal, capture: true });
}
