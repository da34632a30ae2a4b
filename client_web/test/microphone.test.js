import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, named, only, until } from './support.js';

test('push to talk is input.start and input.end', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  assert.equal(antiphon.startTalking(), true);
  antiphon.stopTalking();
  assert.deepEqual(
    browser.channel.sent.slice(1).map(({ type, payload }) => [type, payload]),
    [
      ['input.start', { trigger: 'ptt' }],
      ['input.end', {}],
    ],
  );
});

test('a muted microphone is closed, and open while the key is held and a moment longer', async (t) => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  const { track } = browser.stream;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  antiphon.mute(true);
  assert.equal(track.enabled, false);
  antiphon.startTalking();
  assert.equal(track.enabled, true);
  antiphon.stopTalking();
  t.mock.timers.tick(150);
  assert.equal(track.enabled, true);
  t.mock.timers.tick(100);
  assert.equal(track.enabled, false);
  antiphon.mute(false);
  assert.equal(track.enabled, true);
});

test('a microphone that was muted before the call begins closed', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  antiphon.mute(true);
  void antiphon.connect().catch(() => {});
  await until(() => browser.peer.tracks.length);
  assert.equal(browser.stream.track.enabled, false);
  antiphon.hangUp();
});

for (const [name, code] of [
  ['NotAllowedError', 'microphone.refused'],
  ['NotFoundError', 'microphone.missing'],
  ['NotReadableError', 'microphone.busy'],
  ['OverconstrainedError', 'microphone.failed'],
]) {
  test(`${name} gives a sentence, and a call in which one can type and listen`, async () => {
    const browser = new FakeBrowser();
    browser.mediaDevices.getUserMedia = () => Promise.reject(named(name));
    const antiphon = await browser.call();
    const [microphone] = only(antiphon, 'microphone');
    assert.deepEqual([microphone.available, microphone.code], [false, code]);
    assert.match(microphone.message, /You can type meanwhile\.$/);
    assert.deepEqual(browser.peer.tracks, []);
    assert.equal(antiphon.startTalking(), false);
    antiphon.sendText('hello');
    assert.deepEqual(browser.channel.payloads('input.text'), [{ text: 'hello' }]);
  });
}

test('a page that is not secure is told so, and where it would be', async () => {
  const browser = new FakeBrowser();
  browser.mediaDevices = undefined;
  const antiphon = await browser.call();
  const [{ code, message }] = only(antiphon, 'microphone');
  assert.equal(code, 'microphone.insecure');
  assert.match(message, /not secure.*https:\/\/.*You can type meanwhile\.$/);
});

test('a microphone that is unplugged is told, and the call goes on', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.unplug();
  await until(() => only(antiphon, 'microphone').at(-1).code === 'microphone.lost');
  assert.equal(antiphon.state, 'idle');
});

test('a refused playback is told, and a click plays', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.audio.refusal = new DOMException('no gesture', 'NotAllowedError');
  browser.peer.dispatchEvent(Object.assign(new Event('track'), { track: {}, streams: [{}] }));
  await until(() => only(antiphon, 'playback').length);
  browser.audio.refusal = undefined;
  await antiphon.resumePlayback();
  assert.deepEqual(
    only(antiphon, 'playback').map(({ blocked }) => blocked),
    [true, false],
  );
});
