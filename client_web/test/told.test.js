import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

const texts = (antiphon) => only(antiphon, 'unsent').map(({ text }) => text);
const ids = { turn_id: 'turn_1', response_id: 'resp_1' };

// --- the application token ------------------------------------------------------------------------------------------

for (const [kind, token] of Object.entries({
  'a string': 'a.b-c.d_e',
  'a function': () => 'a.b-c.d_e',
  'an asynchronous function': async () => 'a.b-c.d_e',
})) {
  test(`a token that is ${kind} goes along as Bearer`, async () => {
    const browser = new FakeBrowser();
    await browser.call({ token });
    assert.equal(browser.headers.Authorization, 'Bearer a.b-c.d_e');
  });
}

test('without a token there is no Authorization', async () => {
  const browser = new FakeBrowser();
  await browser.call();
  assert.equal('Authorization' in browser.headers, false);
});

test('a token is asked for at each call', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Response.json({ code: 'auth.invalid', detail: 'No.' }, { status: 401 });
  let asked = 0;
  const antiphon = browser.antiphon({ token: () => `t.t.${++asked}` });
  await assert.rejects(antiphon.connect(), { code: 'auth.invalid' });
  await assert.rejects(antiphon.connect(), { code: 'auth.invalid' });
  assert.equal(browser.headers.Authorization, 'Bearer t.t.2');
});

test('a token that cannot be had ends the call with the reason of the page', async () => {
  const browser = new FakeBrowser();
  const token = async () => {
    throw new Error('You are not signed in.');
  };
  await assert.rejects(browser.antiphon({ token }).connect(), { message: 'You are not signed in.' });
  assert.deepEqual(browser.requests, []);
});

test('nothing is asked of the server where the user hangs up while the token is fetched', async () => {
  const browser = new FakeBrowser();
  let give;
  const antiphon = browser.antiphon({ token: () => new Promise((resolve) => (give = resolve)) });
  const refused = assert.rejects(antiphon.connect(), { code: 'session.client' });
  await until(() => give);
  antiphon.hangUp();
  give('abc');
  await refused;
  assert.deepEqual(browser.requests, []);
});

test('a page that the server does not know is told what to set there, as an error and on the console', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const browser = new FakeBrowser();
  const detail = 'voice.example refuses pages of https://shop.example.';
  // As a browser does it: the call gives nothing to see, and the question is answered.
  browser.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  browser.again = () => Response.json({ allowed: false, detail });
  await assert.rejects(browser.antiphon({ url: 'https://voice.example' }).connect(), { code: 'auth.origin', message: detail });
  assert.equal(browser.requests.at(-1).url, 'https://voice.example/v1/origin');
  assert.deepEqual(said.mock.calls[0].arguments, [`Antiphon: ${detail}`]);
});

for (const [name, answer] of Object.entries({
  'may call': () => Response.json({ allowed: true }),
  'asks what is no Antiphon server': () => new Response('<html>', { status: 404 }),
  'asks what answers null': () => Response.json(null),
})) {
  test(`a call that fails of a page that ${name} is one without an answer`, async () => {
    const browser = new FakeBrowser();
    browser.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    browser.again = answer;
    const antiphon = browser.antiphon({ url: 'https://voice.example' });
    await assert.rejects(antiphon.connect(), { code: 'network.unreachable' });
  });
}

// --- typed text that does not arrive --------------------------------------------------------------------------------

test('text that waited for a call that fails is given back', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const antiphon = browser.antiphon();
  const refused = assert.rejects(antiphon.connect(), { code: 'network.unreachable' });
  antiphon.sendText('first');
  antiphon.sendText('second');
  await refused;
  assert.deepEqual(texts(antiphon), ['first', 'second']);
});

test('text that the server refuses is given back, and the call goes on', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.sendText('hello');
  const { id } = browser.channel.sent.at(-1);
  browser.channel.receive('error', { code: 'rate.limited', message: 'Slower.' }, { reply_to: id });
  assert.deepEqual(texts(antiphon), ['hello']);
  antiphon.hangUp();
  assert.deepEqual(texts(antiphon), ['hello']);
});

test('text that was on its way when the connection was lost is given back, text that was taken is not', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.sendText(' one ');
  antiphon.sendText('two');
  browser.channel.receive('transcript.final', { turn_id: 'turn_1', utterance_id: 'utt_1', text: 'one' });
  browser.channel.close();
  assert.deepEqual(texts(antiphon), ['two']);
});

test('text is given back where there is no call, and where it is too large to be sent', async () => {
  const browser = new FakeBrowser();
  const idle = browser.antiphon();
  idle.sendText('early');
  assert.deepEqual(texts(idle), ['early']);
  const antiphon = await browser.call();
  const large = 'a'.repeat(70_000);
  antiphon.sendText(large);
  assert.deepEqual(texts(antiphon), [large]);
});

// --- the microphone, as the server knows it -------------------------------------------------------------------------

test('the server is told of each change of the microphone, once', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  for (const muted of [false, true, true, false]) antiphon.mute(muted);
  assert.deepEqual(browser.channel.payloads('input.mute'), [{ muted: true }, { muted: false }]);
});

test('a microphone that was muted before the call is told when the session is ready', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  antiphon.mute(true);
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected');
  assert.deepEqual(browser.channel.payloads('input.mute'), []);
  browser.state('idle', 'server.ready');
  await opened;
  assert.deepEqual(browser.channel.payloads('input.mute'), [{ muted: true }]);
});

test('a microphone that is not there, or is unplugged, is a closed one', async () => {
  const without = new FakeBrowser();
  without.mediaDevices = undefined;
  const deaf = await without.call();
  deaf.mute(true);
  deaf.mute(false);
  assert.deepEqual(without.channel.payloads('input.mute'), [{ muted: true }]);

  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.unplug();
  await until(() => only(antiphon, 'microphone').length === 2);
  assert.deepEqual(browser.channel.payloads('input.mute'), [{ muted: true }]);
  assert.equal(antiphon.startTalking(), false);
});

// --- what the server tells ------------------------------------------------------------------------------------------

test('who answers, partial transcripts, health and pauses are told', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', {
    assistant: { id: 'shop', triggers: ['ptt'] },
    policy: { allowBargeIn: false },
    resume_token: 'secret',
  });
  browser.state('idle', 'server.ready');
  await opened;
  browser.channel.receive('transcript.partial', { turn_id: 'turn_1', utterance_id: 'utt_1', text: 'Hel' });
  browser.channel.receive('session.health', {
    status: 'degraded',
    reason: 'vad',
    guidance: 'Type.',
    conversation_state: 'recovering',
  });
  browser.channel.receive('playback.paused', { response_id: 'resp_1', played_ms: 40 });
  browser.channel.receive('playback.resumed', { response_id: 'resp_1', played_ms: 40 });
  assert.deepEqual(
    antiphon.events.filter(({ type }) => ['connected', 'partial', 'health', 'held'].includes(type)),
    [
      {
        type: 'connected',
        sessionId: 'sess_1',
        assistant: { id: 'shop', triggers: ['ptt'] },
        policy: { allowBargeIn: false },
      },
      { type: 'partial', turnId: 'turn_1', utteranceId: 'utt_1', text: 'Hel' },
      { type: 'health', status: 'degraded', reason: 'vad', guidance: 'Type.', conversationState: 'recovering' },
      { type: 'held', paused: true, responseId: 'resp_1', playedMs: 40 },
      { type: 'held', paused: false, responseId: 'resp_1', playedMs: 40 },
    ],
  );
});

test('a hang-up by voice is told as one', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('session.closed', { reason: 'hang_up' });
  assert.deepEqual(only(antiphon, 'closed'), [{ type: 'closed', reason: 'hang_up', message: 'You hung up.' }]);
});

// --- answers that the end cuts --------------------------------------------------------------------------------------

const cuts = {
  'is still being written': (channel) => channel.receive('response.delta', { ...ids, text: 'Good ' }),
  'is written and not heard yet': (channel) => channel.receive('response.done', { ...ids, text: 'Good day.' }),
  'is being heard': (channel) => {
    channel.receive('response.done', { ...ids, text: 'Good day.' });
    channel.receive('audio.start', ids);
    channel.receive('audio.end', ids);
  },
};
for (const [how, answer] of Object.entries(cuts)) {
  test(`the end of a call says which answer it cuts, one that ${how}`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    answer(browser.channel);
    browser.state('not_connected', 'session.close');
    browser.channel.receive('session.closed', { reason: 'shutdown' });
    assert.deepEqual(only(antiphon, 'closed')[0].cut, { turnId: 'turn_1', responseId: 'resp_1' });
  });
}

const whole = {
  'heard to its end': (browser) => browser.channel.receive('audio.complete', { ...ids, played_ms: 900 }),
  'interrupted before': (browser) => browser.channel.receive('response.interrupted', { ...ids, heard_text: '' }),
  'only read, and over': (browser) => browser.state('idle', 'audio.complete'),
};
for (const [how, end] of Object.entries(whole)) {
  test(`an answer that was ${how} is not cut by the end of the call`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    cuts['is being heard'](browser.channel);
    end(browser);
    browser.channel.receive('session.closed', { reason: 'shutdown' });
    assert.equal('cut' in only(antiphon, 'closed')[0], false);
  });
}

test('a call that ends for a reason that is none has a sentence all the same', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('session.closed', { reason: 'constructor' });
  const { reason, message } = antiphon.events.at(-1);
  assert.deepEqual([reason, message], ['constructor', 'The call has ended.']);
});
