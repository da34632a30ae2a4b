import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, FakeStream, named, until } from './support.js';

const microphones = (antiphon) => antiphon.events.filter(({ type }) => type === 'microphone');
const mutes = (browser) => browser.channel.payloads('input.mute').map(({ muted }) => muted);

/** A browser with microphones, by id; `default` is any of them. */
class Desk extends FakeBrowser {
  /** @type {Record<string, FakeStream>} */ streams = {};
  speakers = ['default', 'headset'];

  constructor(...ids) {
    super();
    for (const id of ids) this.plug(id);
    this.mediaDevices = Object.assign(new EventTarget(), {
      getUserMedia: async ({ audio }) => {
        const id = audio.deviceId?.exact ?? Object.keys(this.streams)[0];
        if (!id) throw named('NotFoundError');
        return this.streams[id] ?? Promise.reject(named('OverconstrainedError'));
      },
      enumerateDevices: async () => [
        ...Object.keys(this.streams).map((deviceId) => ({ kind: 'audioinput', deviceId, label: `The ${deviceId}` })),
        ...this.speakers.map((deviceId) => ({ kind: 'audiooutput', deviceId, label: '' })),
        { kind: 'videoinput', deviceId: 'camera', label: '' },
      ],
    });
    Object.assign(this.audio, {
      sinkId: '',
      setSinkId: async (id) => {
        if (id && !this.speakers.includes(id)) throw named('NotFoundError');
        this.audio.sinkId = id;
      },
    });
  }

  plug(id) {
    const stream = new FakeStream();
    Object.assign(stream.track, { label: `The ${id}`, getSettings: () => ({ deviceId: id }) });
    this.streams[id] = stream;
    this.changed();
  }

  pull(id) {
    const { track } = this.streams[id];
    delete this.streams[id];
    track.readyState = 'ended';
    track.dispatchEvent(new Event('ended'));
    this.changed();
  }

  changed() {
    this.mediaDevices.dispatchEvent?.(new Event('devicechange'));
  }
}

test('the devices are listed, with what is in use, and no cameras', async () => {
  const desk = new Desk('array', 'headset');
  const antiphon = await desk.call({ microphone: 'headset' });
  assert.deepEqual(await antiphon.devices(), [
    { id: 'array', label: 'The array', kind: 'microphone', chosen: false },
    { id: 'headset', label: 'The headset', kind: 'microphone', chosen: true },
    { id: 'default', label: '', kind: 'speaker', chosen: true },
    { id: 'headset', label: '', kind: 'speaker', chosen: false },
  ]);
});

test('a page that is not secure has no devices', async () => {
  const browser = new FakeBrowser();
  browser.mediaDevices = undefined;
  assert.deepEqual(await browser.antiphon().devices(), []);
});

test('another microphone is taken during the call, without another connection', async () => {
  const desk = new Desk('array', 'headset');
  const antiphon = await desk.call();
  antiphon.mute(true);
  await antiphon.useMicrophone('headset');
  const { array, headset } = desk.streams;
  assert.deepEqual(desk.peer.tracks, [array.track, headset.track]);
  assert.deepEqual([array.track.readyState, headset.track.readyState], ['ended', 'live']);
  assert.equal(headset.track.enabled, false, 'muted as the one before');
  assert.deepEqual([desk.peers.length, antiphon.microphoneStream], [1, headset]);
  const { available, label, code } = microphones(antiphon).at(-1);
  assert.deepEqual([available, label, code], [true, 'The headset', undefined]);
});

test('the choice holds for the next call', async () => {
  const desk = new Desk('array', 'headset');
  const antiphon = desk.antiphon();
  await antiphon.useMicrophone('headset');
  void antiphon.connect().catch(() => {});
  await until(() => desk.peer.tracks.length);
  assert.deepEqual(desk.peer.tracks, [desk.streams.headset.track]);
  antiphon.hangUp();
});

test('an unplugged microphone gives way to the default one, with a sentence', async () => {
  const desk = new Desk('array', 'headset');
  const antiphon = await desk.call({ microphone: 'headset' });
  desk.pull('headset');
  await until(() => microphones(antiphon).length === 2);
  const { available, code, message } = microphones(antiphon)[1];
  assert.deepEqual([available, code], [true, 'microphone.replaced']);
  assert.equal(message, 'The microphone was disconnected. The call goes on with The array.');
  assert.equal(antiphon.microphoneStream, desk.streams.array);
  assert.deepEqual(mutes(desk), []);
  assert.equal(antiphon.state, 'idle');
});

test('a chosen microphone that is not there gives way too', async () => {
  const desk = new Desk('array');
  const antiphon = await desk.call({ microphone: 'headset' });
  const [{ available, code, message }, ...more] = microphones(antiphon);
  assert.deepEqual([available, code, more.length], [true, 'microphone.replaced', 0]);
  assert.equal(message, 'The microphone cannot be used. The call goes on with The array.');
});

test('where there is no other, the call goes on in writing, and with the next one that is plugged in', async () => {
  const desk = new Desk('array');
  const antiphon = await desk.call();
  desk.pull('array');
  await until(() => microphones(antiphon).length === 2);
  assert.deepEqual([microphones(antiphon)[1].available, microphones(antiphon)[1].code], [false, 'microphone.lost']);
  assert.deepEqual(mutes(desk), [true]);
  antiphon.sendText('still here');
  assert.deepEqual(desk.channel.payloads('input.text'), [{ text: 'still here' }]);

  desk.plug('headset');
  await until(() => microphones(antiphon).length === 3);
  assert.equal(microphones(antiphon)[2].available, true);
  assert.equal(desk.peer.tracks.at(-1), desk.streams.headset.track);
  assert.deepEqual(mutes(desk), [true, false]);
});

test('a call that began without a microphone gets the one that is plugged in', async () => {
  const desk = new Desk();
  const antiphon = await desk.call();
  assert.equal(microphones(antiphon)[0].code, 'microphone.missing');
  assert.deepEqual(desk.peer.tracks, []);
  desk.plug('headset');
  await until(() => antiphon.microphoneStream);
  assert.deepEqual(desk.peer.tracks, [desk.streams.headset.track]);
});

test('a call in writing asks for no microphone, plays nothing aloud, and gets both when the page wants it', async () => {
  const desk = new Desk('array');
  const { getUserMedia } = desk.mediaDevices;
  let asked = 0;
  desk.mediaDevices.getUserMedia = (wish) => {
    asked++;
    return getUserMedia(wish);
  };
  const antiphon = await desk.call({ microphone: false });
  desk.plug('headset');
  assert.deepEqual([asked, desk.peer.tracks.length], [0, 0]);
  assert.deepEqual(microphones(antiphon).map(({ available, message }) => [available, message]), [[false, undefined]]);
  assert.deepEqual(mutes(desk), [true]);
  antiphon.sendText('only read');
  assert.deepEqual(desk.channel.payloads('input.text'), [{ text: 'only read' }]);
  await antiphon.useMicrophone();
  assert.deepEqual([asked, mutes(desk)], [1, [true, false]]);
});

test('who refused the microphone is not asked again by a device, but by the page', async () => {
  const desk = new Desk('array');
  const { getUserMedia } = desk.mediaDevices;
  let asked = 0;
  desk.mediaDevices.getUserMedia = () => {
    asked++;
    return Promise.reject(named('NotAllowedError'));
  };
  const antiphon = await desk.call({ microphone: 'array' });
  desk.changed();
  assert.equal(asked, 1);
  desk.mediaDevices.getUserMedia = getUserMedia;
  await antiphon.useMicrophone();
  assert.deepEqual(
    microphones(antiphon).map(({ code, available }) => [code, available]),
    [
      ['microphone.refused', false],
      [undefined, true],
    ],
  );
  assert.deepEqual(mutes(desk), [true, false]);
});

test('a microphone that the system mutes is a closed one, until it is open again', async () => {
  const desk = new Desk('array');
  const antiphon = await desk.call();
  const { track } = desk.streams.array;
  for (const muted of [true, false]) {
    track.muted = muted;
    track.dispatchEvent(new Event(muted ? 'mute' : 'unmute'));
  }
  assert.deepEqual(
    microphones(antiphon).map(({ code, available }) => [code, available]),
    [
      [undefined, true],
      ['microphone.muted', false],
      [undefined, true],
    ],
  );
  assert.match(microphones(antiphon)[1].message, /Unmute it there\. You can type meanwhile\.$/);
  assert.deepEqual(mutes(desk), [true, false]);
});

test('the last of several wishes holds, and what comes after the end is put out', async () => {
  const desk = new Desk('array', 'headset', 'webcam');
  const antiphon = await desk.call();
  await Promise.all([antiphon.useMicrophone('headset'), antiphon.useMicrophone('webcam')]);
  assert.equal(antiphon.microphoneStream, desk.streams.webcam);
  assert.equal(desk.streams.headset.track.readyState, 'ended');
  const late = new FakeStream();
  desk.streams.late = late;
  const chosen = antiphon.useMicrophone('late');
  antiphon.hangUp();
  await chosen;
  assert.equal(late.track.readyState, 'ended');
});

test('the voice plays where the page says, and on the default once that is unplugged', async () => {
  const desk = new Desk('array');
  const antiphon = await desk.call();
  await antiphon.useSpeaker('headset');
  assert.equal(desk.audio.sinkId, 'headset');
  desk.changed();
  desk.speakers = ['default'];
  desk.changed();
  const told = () => antiphon.events.filter(({ code }) => code === 'playback.replaced');
  await until(() => told().length);
  assert.deepEqual([desk.audio.sinkId, told().length], ['', 1]);
  await assert.rejects(antiphon.useSpeaker('headset'), { code: 'playback.device' });
  await antiphon.useSpeaker();
  assert.equal(desk.audio.sinkId, '');
});
