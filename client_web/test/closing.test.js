import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

test('the reason of a server that refuses is told, and the next call is a fresh one', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Response.json({ code: 'capacity.full', detail: 'All lines are busy.' }, { status: 503 });
  const antiphon = browser.antiphon();
  await assert.rejects(antiphon.connect(), { code: 'capacity.full', message: 'All lines are busy.' });
  assert.equal(antiphon.state, 'not_connected');
  assert.equal(browser.stream.track.readyState, 'ended');
  assert.deepEqual(
    only(antiphon, 'error').map(({ code, fatal }) => [code, fatal]),
    [['capacity.full', true]],
  );
  assert.equal(only(antiphon, 'closed').length, 1);

  void antiphon.connect().catch(() => {});
  assert.equal(antiphon.state, 'connecting');
  antiphon.hangUp();
});

const broken = {
  'http.502': () => new Response('<html>', { status: 502 }),
  'protocol.invalid_message': () => new Response('hello'),
  'network.unreachable': () => Promise.reject(new TypeError('Failed to fetch')),
};

for (const [code, answer] of Object.entries(broken)) {
  test(`a server that does not answer as it should gives ${code} and a sentence`, async () => {
    const browser = new FakeBrowser();
    browser.answer = answer;
    await assert.rejects(browser.antiphon().connect(), { code, message: /\w+/ });
  });
}

test('a call that does not get ready in 15 s ends with a reason', async (t) => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = assert.rejects(antiphon.connect(), { code: 'network.timeout', message: /15 seconds/ });
  await until(() => browser.peer.remoteDescription);
  t.mock.timers.tick(15_000);
  await refused;
  assert.equal(antiphon.state, 'not_connected');
});

test('hanging up says so, puts the microphone out, and is heard once', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.hangUp();
  assert.equal(browser.channel.sent.at(-1).type, 'session.close');
  assert.equal(browser.stream.track.readyState, 'ended');
  assert.equal(antiphon.state, 'not_connected');
  browser.channel.receive('session.closed', { reason: 'client' });
  antiphon.hangUp();
  assert.deepEqual(
    only(antiphon, 'closed').map(({ reason }) => reason),
    ['client'],
  );
});

test('after the end nothing is sent and nothing is told', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.hangUp();
  const [sent, told] = [browser.channel.sent.length, antiphon.events.length];
  antiphon.startTalking();
  antiphon.stopTalking();
  antiphon.interrupt();
  browser.channel.receive('transcript.final', { text: 'late' });
  assert.deepEqual([browser.channel.sent.length, antiphon.events.length], [sent, told]);
});

test('the peer connection is closed when the server has closed, or half a second after the farewell', async (t) => {
  for (const close of [(browser) => browser.channel.close(), () => t.mock.timers.tick(500)]) {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    antiphon.hangUp();
    assert.notEqual(browser.peer.connectionState, 'closed');
    close(browser);
    assert.equal(browser.peer.connectionState, 'closed');
    t.mock.timers.reset();
  }
});

test('a call that the server ends says why', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.state('not_connected', 'session.close');
  browser.channel.receive('session.closed', { reason: 'idle' });
  assert.deepEqual(
    only(antiphon, 'closed').map(({ reason, message }) => [reason, message]),
    [['idle', 'The call ended because nothing was said for a while.']],
  );
  assert.equal(browser.stream.track.readyState, 'ended');
});

test('a fatal error ends the call with its sentence', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('error.fatal', { code: 'internal', message: 'The server failed.' });
  assert.deepEqual(only(antiphon, 'error'), [
    { type: 'error', code: 'internal', message: 'The server failed.', fatal: true, retryable: false },
  ]);
  assert.equal(antiphon.state, 'not_connected');
});

for (const [how, lose] of [
  ['the channel closes', (browser) => browser.channel.close()],
  [
    'the connection fails',
    ({ peer }) => {
      peer.connectionState = 'failed';
      peer.dispatchEvent(new Event('connectionstatechange'));
    },
  ],
]) {
  test(`a call is lost when ${how}, and the microphone is put out`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    lose(browser);
    assert.deepEqual(
      only(antiphon, 'closed').map(({ reason }) => reason),
      ['lost'],
    );
    assert.equal(browser.stream.track.readyState, 'ended');
  });
}

test('hanging up while the browser still asks for the microphone puts it out as soon as it is there', async () => {
  const browser = new FakeBrowser();
  let allow;
  browser.mediaDevices.getUserMedia = () => new Promise((resolve) => (allow = resolve));
  const antiphon = browser.antiphon();
  const refused = assert.rejects(antiphon.connect(), { code: 'session.client' });
  antiphon.hangUp();
  allow(browser.stream);
  await refused;
  assert.equal(browser.stream.track.readyState, 'ended');
  assert.deepEqual(browser.requests, []);
});
