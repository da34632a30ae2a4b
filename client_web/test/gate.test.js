import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, FakeStream, GateWorklet, until } from './support.js';

/** How loud a block is, in its number's place; what is let through is told by that. */
const [LOUD, ROOM, EACH] = [0.3, 0.0001, 1e-6];

/** A gate in which a block is 20 ms, and what it lets through: the number of the block that was said then, and 0 for silence. */
class Room {
  late = 0;
  #gate = new GateWorklet();
  #count = 0;

  constructor() {
    this.#gate.port.postMessage = (ms) => (this.late = ms);
  }

  /** @param {boolean} open */
  open(open) {
    this.#gate.port.onmessage({ data: open });
  }

  /** @param {number} blocks @param {boolean} [loud] */
  hears(blocks, loud = false) {
    return Array.from({ length: blocks }, () => {
      const heard = new Float32Array(128);
      this.#gate.process([[new Float32Array(128).fill((loud ? LOUD : ROOM) + ++this.#count * EACH)]], [[heard]]);
      return heard[0] && Math.round((heard[0] - (heard[0] > LOUD ? LOUD : ROOM)) / EACH);
    });
  }
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('nothing at all is let through before the gate opens, and after it has closed', () => {
  const room = new Room();
  assert.deepEqual(new Set([...room.hears(50), ...room.hears(50, true)]), new Set([0]));
  room.open(true);
  room.hears(5, true);
  room.open(false);
  assert.deepEqual(new Set(room.hears(20, true)), new Set([0]));
  assert.equal(room.late, 0);
});

test('who begins to speak 200 ms before the key is heard from the first syllable on', () => {
  const room = new Room();
  room.hears(50);
  assert.deepEqual(room.hears(10, true), new Array(10).fill(0));
  room.open(true);
  const heard = room.hears(10, true);
  // What comes before the first loud block by a little is kept, for a consonant that is quiet.
  assert.deepEqual(heard, range(heard[0], heard[0] + 9));
  assert.ok(heard[0] >= 49 && heard[0] <= 51, String(heard));
  assert.ok(room.late >= 180 && room.late <= 240, String(room.late));
});

test('what was said earlier than that stays unheard', () => {
  const room = new Room();
  room.hears(20);
  room.hears(100, true);
  room.open(true);
  const [first] = room.hears(5, true);
  assert.ok(first >= 120 - 15, String(first));
});

test('who speaks after the key is not late', () => {
  const room = new Room();
  room.hears(50);
  room.open(true);
  assert.equal(room.hears(10).at(-1), 60);
  assert.equal(room.late, 0);
  assert.deepEqual(room.hears(3, true), [61, 62, 63]);
});

test('what is late catches up in the pauses, and loses no word', () => {
  const room = new Room();
  room.hears(50);
  room.hears(10, true);
  room.open(true);
  const heard = [...room.hears(10, true), ...room.hears(40), ...room.hears(10, true), ...room.hears(40)];
  const words = heard.filter((block) => (block > 50 && block <= 70) || (block > 110 && block <= 120));
  assert.deepEqual(words, [...range(51, 70), ...range(111, 120)]);
  assert.equal(room.late, 0);
  assert.equal(heard.at(-1), 160);
});

/** A gate as the platform makes it. */
const gates = (browser) => {
  const made = [];
  browser.createGate = (stream, changed) => {
    const gate = { track: { gate: made.length }, lateMs: 0, stream, changed, isOpen: false, closed: false, wake() {}, close: () => (gate.closed = true), open: (on) => (gate.isOpen = on) };
    made.push(gate);
    return gate;
  };
  return made;
};
/** A browser whose server has an assistant with these triggers, and the gates that are made in it. @param {string[]} triggers */
const begunBy = (...triggers) => {
  const browser = new FakeBrowser();
  browser.connected = { assistant: { triggers } };
  return { browser, made: gates(browser) };
};

test('where speech begins turns the microphone is sent as it is', async () => {
  const { browser, made } = begunBy('vad', 'ptt');
  await browser.call();
  assert.deepEqual(made, []);
  assert.equal(browser.stream.track.enabled, true);
});

test('where only a key does, what is sent is silent until it is held', async () => {
  const { browser, made } = begunBy('ptt', 'wake_word');
  const antiphon = await browser.call();
  assert.equal(browser.peer.tracks.at(-1), made[0].track);
  assert.equal(made[0].isOpen, false);
  assert.equal(browser.stream.track.enabled, true, 'the page may listen');
  antiphon.startTalking();
  assert.equal(made[0].isOpen, true);
  assert.ok(browser.channel.payloads('input.start').length);
  browser.state('user_speaking', 'input.start');
  antiphon.stopTalking();
  assert.equal(made[0].isOpen, true);
  browser.state('ai_thinking', 'input.end');
  await new Promise((later) => setTimeout(later, 250));
  assert.equal(made[0].isOpen, false);
  antiphon.hangUp();
  assert.equal(made[0].closed, true);
});

test('a turn ends when the last of it has been sent', async () => {
  const { browser, made } = begunBy('ptt');
  const antiphon = await browser.call();
  made[0].lateMs = 60;
  antiphon.startTalking();
  antiphon.stopTalking();
  assert.deepEqual(browser.channel.payloads('input.end'), []);
  await new Promise((later) => setTimeout(later, 100));
  assert.equal(browser.channel.payloads('input.end').length, 1);
  antiphon.startTalking();
  antiphon.stopTalking();
  antiphon.startTalking();
  const types = browser.channel.sent.map(({ type }) => type).filter((type) => /^input\.(start|end)/.test(type));
  assert.deepEqual(types, ['input.start', 'input.end', 'input.start', 'input.end', 'input.start']);
  antiphon.stopTalking({ cancel: true });
  assert.equal(browser.channel.payloads('input.cancel').length, 1);
  antiphon.hangUp();
});

test('who is given the floor is heard without a key', async () => {
  const { browser, made } = begunBy('ptt');
  const antiphon = await browser.call();
  browser.speak();
  antiphon.interrupt();
  assert.equal(made[0].isOpen, false);
  browser.state('user_speaking', 'input.barge_in');
  assert.equal(made[0].isOpen, true);
  browser.state('ai_thinking', 'input.end');
  assert.equal(made[0].isOpen, false);
});

test('a muted microphone is closed, also to who has the floor, and the key opens it', async () => {
  const { browser, made } = begunBy('ptt');
  const antiphon = await browser.call();
  antiphon.mute(true);
  browser.state('user_speaking', 'input.start');
  assert.equal(made[0].isOpen, false);
  assert.equal(browser.stream.track.enabled, false);
  antiphon.startTalking();
  assert.equal(made[0].isOpen, true);
  assert.equal(browser.stream.track.enabled, true);
});

test('a browser without a gate closes the microphone itself', async () => {
  const { browser } = begunBy('ptt');
  browser.createGate = undefined;
  const antiphon = await browser.call();
  assert.equal(browser.stream.track.enabled, false);
  antiphon.startTalking();
  assert.equal(browser.stream.track.enabled, true);
});

test('another microphone is behind a gate too', async () => {
  const { browser, made } = begunBy('ptt');
  const antiphon = await browser.call();
  browser.stream = new FakeStream();
  await antiphon.useMicrophone();
  assert.deepEqual([made.length, made[0].closed, made[1].isOpen], [2, true, false]);
  assert.equal(browser.peer.tracks.at(-1), made[1].track);
});

/** A detector that hears when a test says so. */
class Detector {
  told = [];
  start(stream, heard) {
    this.told.push(stream.track.label);
    this.heard = heard;
  }
  stop() {
    this.told.push('stop');
  }
}

test('a detector listens while its word may begin a turn, and what it hears begins one', async () => {
  const wakeWord = new Detector();
  await begunBy('vad', 'ptt').browser.call({ wakeWord });
  assert.deepEqual(wakeWord.told, [], 'the word begins no turn there');
  const { browser, made } = begunBy('ptt', 'wake_word');
  const antiphon = await browser.call({ wakeWord });
  await until(() => wakeWord.told.length === 1);
  assert.deepEqual(wakeWord.told, ['Fake microphone']);
  wakeWord.heard();
  assert.deepEqual(browser.channel.payloads('input.start'), [{ trigger: 'wake_word' }]);
  assert.equal(made[0].isOpen, true);
  browser.state('user_speaking', 'input.start');
  await until(() => wakeWord.told.at(-1) === 'stop');
  wakeWord.heard();
  assert.equal(browser.channel.payloads('input.start').length, 1, 'who speaks already begins nothing');
  browser.state('ai_thinking', 'input.end');
  await until(() => wakeWord.told.length === 3);
  assert.equal(made[0].isOpen, false);
  antiphon.mute(true);
  wakeWord.heard();
  assert.equal(browser.channel.payloads('input.start').length, 1, 'a muted microphone hears no word');
  antiphon.hangUp();
  await until(() => wakeWord.told.at(-1) === 'stop');
});

test('a wake word that the server does not take leaves the microphone closed', async () => {
  const { browser, made } = begunBy('wake_word');
  const antiphon = await browser.call();
  antiphon.wake();
  assert.equal(made[0].isOpen, true);
  const { id } = browser.channel.sent.find(({ type }) => type === 'input.start');
  browser.channel.receive('error', { code: 'input.trigger', message: 'No.' }, { reply_to: id });
  assert.equal(made[0].isOpen, false);
});

test('a detector that fails is told, and the call goes on', async () => {
  const { browser } = begunBy('wake_word');
  const wakeWord = { start: () => Promise.reject(new Error('The model could not be loaded.')), stop() {} };
  const antiphon = await browser.call({ wakeWord });
  await until(() => antiphon.events.some(({ type }) => type === 'error'));
  const { code, message, fatal } = antiphon.events.find(({ type }) => type === 'error');
  assert.deepEqual([code, message, fatal], ['client.failed', 'The model could not be loaded.', false]);
});

test('who forbids the microphone is asked, and the author is told what is missing', async (t) => {
  for (const [who, code, advice] of [
    ['frame', 'microphone.policy', 'needs the attribute allow="microphone"'],
    ['page', 'microphone.policy', 'needs microphone=(self)'],
    ['perhaps', 'microphone.refused', 'If nobody has refused the microphone: The frame'],
  ]) {
    const logged = t.mock.method(console, 'error', () => {});
    const browser = Object.assign(new FakeBrowser(), { forbidding: () => who });
    let asked = 0;
    browser.mediaDevices.getUserMedia = async () => {
      asked++;
      throw Object.assign(new Error(), { name: 'NotAllowedError' });
    };
    const antiphon = await browser.call();
    const told = antiphon.events.find(({ type }) => type === 'microphone');
    assert.equal(told.code, code);
    assert.doesNotMatch(told.message, who === 'perhaps' ? /^$/ : /address bar/);
    assert.equal(asked, who === 'perhaps' ? 1 : 0);
    assert.ok(logged.mock.calls[0].arguments[0].includes(advice), logged.mock.calls[0].arguments[0]);
    logged.mock.restore();
  }
});
