import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Antiphon, STATES, connect } from '../antiphon.js';
import { FakeBrowser, only, until } from './support.js';

test('the module offers connect, the class and the seven states', () => {
  assert.equal(typeof connect, 'function');
  assert.ok(Antiphon.prototype instanceof EventTarget);
  assert.equal(STATES.length, 7);
});

test('a call offers microphone and data channel, initialises, and is ready', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call({
    assistantId: 'demo',
    narration: () => 'A page.',
    actions: { go: { description: 'Go', run() {} } },
  });
  assert.deepEqual(browser.configuration, { iceServers: [] });
  assert.deepEqual(browser.peer.tracks, [browser.stream.track]);
  assert.equal(browser.channel.label, 'vip');
  assert.deepEqual(browser.channel.options, { ordered: true });
  assert.deepEqual(browser.requests, [
    {
      url: 'http://127.0.0.1:8080/v1/sessions',
      body: { assistant_id: 'demo', offer: { type: 'offer', sdp: 'v=0 offer' } },
    },
  ]);
  assert.deepEqual(browser.channel.payloads('session.initialize'), [
    {
      protocol: 'vip/1',
      narration: 'A page.',
      actions: { go: { description: 'Go', parameters: { type: 'object', properties: {} } } },
    },
  ]);
  assert.deepEqual(
    only(antiphon, 'state').map(({ state }) => state),
    ['connecting', 'idle'],
  );
  assert.equal(antiphon.state, 'idle');
});

test('the microphone is asked for echo cancellation, noise suppression and gain control', async () => {
  const browser = new FakeBrowser();
  await browser.call();
  const { echoCancellation, noiseSuppression, autoGainControl } = browser.constraints.audio;
  assert.deepEqual([echoCancellation, noiseSuppression, autoGainControl], [true, true, true]);
});

test('text that is typed while the call is being set up is sent when it is ready', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  const opened = antiphon.connect();
  antiphon.sendText('hello');
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected');
  assert.deepEqual(
    browser.channel.sent.map((message) => message.type),
    ['session.initialize'],
  );
  browser.state('idle', 'server.ready');
  await opened;
  assert.deepEqual(browser.channel.payloads('input.text'), [{ text: 'hello' }]);
});

test('what is said and answered is told: transcript, reply as it grows, reply as it ended, metrics', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  const ids = { turn_id: 'turn_1', response_id: 'resp_1' };
  browser.channel.receive('transcript.final', { turn_id: 'turn_1', utterance_id: 'utt_1', text: 'Hello.' });
  browser.channel.receive('response.delta', { ...ids, text: 'Good ' });
  browser.channel.receive('response.delta', { ...ids, text: 'day.' });
  browser.channel.receive('response.done', { ...ids, text: 'Good day.' });
  browser.channel.receive('metrics.turn', { turn_id: 'turn_1', stt_ms: 30 });
  assert.deepEqual(only(antiphon, 'transcript'), [
    { type: 'transcript', turnId: 'turn_1', utteranceId: 'utt_1', text: 'Hello.' },
  ]);
  assert.deepEqual(
    only(antiphon, 'reply').map(({ text, done }) => [text, done]),
    [
      ['Good ', false],
      ['Good day.', false],
      ['Good day.', true],
    ],
  );
  assert.deepEqual(only(antiphon, 'metrics'), [{ type: 'metrics', turnId: 'turn_1', sttMs: 30 }]);
});

test('unknown messages and nonsense leave the call as it is', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('something.new', { a: 1 });
  browser.channel.receive('session.state', { state: 'dancing' });
  browser.channel.receive('session.state', { state: 'ai_speaking', previous: 'idle', trigger: 'response.audio' });
  browser.channel.receive('transcript.final', { text: { toString: 1, valueOf: 1 } });
  browser.channel.receiveRaw('{');
  assert.equal(antiphon.state, 'idle');
  assert.deepEqual(
    only(antiphon, 'error').map(({ code, fatal }) => [code, fatal]),
    [
      ['protocol.invalid_transition', false],
      ['protocol.invalid_transition', false],
      ['protocol.invalid_message', false],
      ['protocol.invalid_message', false],
    ],
  );
  assert.match(only(antiphon, 'error')[1].message, /"response.audio" leads from idle to ai_speaking\.$/);
  assert.deepEqual(antiphon.events.filter(({ unknown }) => unknown), [
    { type: 'something.new', payload: { a: 1 }, unknown: true },
  ]);
});

test('an error of the server is told with its code and sentence, and the call goes on', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('error.recognition', {
    code: 'stt.no_match',
    message: 'I heard no words.',
    retryable: true,
    stage: 'stt',
  });
  assert.deepEqual(only(antiphon, 'error'), [
    { type: 'error', code: 'stt.no_match', message: 'I heard no words.', retryable: true, stage: 'stt', fatal: false },
  ]);
  assert.equal(antiphon.state, 'idle');
});

test('connecting twice is one call', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  await antiphon.connect();
  assert.equal(browser.requests.length, 1);
});
