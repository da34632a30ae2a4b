/** The choice of devices: loaded where a page offers it. */

/** @import { CallParts, Device } from '../types.js' */

import { AntiphonError } from './errors.js';

/** @type {Record<string, Device['kind']>} */
const KINDS = { audioinput: 'microphone', audiooutput: 'speaker' };

/** Elements whose loudspeaker is watched already. @type {WeakSet<HTMLAudioElement>} */
const watched = new WeakSet();

/** @param {CallParts} parts @param {MediaStream} [stream] the microphone's @returns {Promise<Device[]>} */
export async function devices({ platform, microphoneId, playback }, stream) {
  const found = (await platform.mediaDevices?.enumerateDevices()) ?? [];
  const chosen = {
    microphone: stream?.getAudioTracks()[0]?.getSettings().deviceId ?? (microphoneId || 'default'),
    speaker: playback.element.sinkId || 'default',
  };
  return found
    .filter(({ kind }) => kind in KINDS)
    .map(({ deviceId: id, label, kind }) => ({ id, label, kind: KINDS[kind], chosen: chosen[KINDS[kind]] === id }));
}

/** Back to the default where it is unplugged. @param {CallParts} parts @param {string} [id] */
export async function useSpeaker({ platform: { mediaDevices }, playback: { element }, emit }, id = '') {
  try {
    await element.setSinkId(id);
  } catch (cause) {
    const message = 'The voice cannot be played there. Choose another loudspeaker.';
    throw new AntiphonError('playback.device', message, { cause });
  }
  if (watched.has(element)) return;
  watched.add(element);
  mediaDevices?.addEventListener('devicechange', async () => {
    const found = await mediaDevices.enumerateDevices();
    if (!element.sinkId || found.some(({ deviceId }) => deviceId === element.sinkId)) return;
    await element.setSinkId('');
    const message = 'The loudspeaker was disconnected. The voice goes on with the default one.';
    emit('playback', { blocked: false, code: 'playback.replaced', message });
  });
}
