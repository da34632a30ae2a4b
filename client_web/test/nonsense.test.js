import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

test('the code and the words of a refusal are text, whatever was sent', async () => {
  for (const body of [{ code: { a: 1 }, detail: ['x'] }, { code: null, detail: null }, [], 7, null]) {
    const browser = new FakeBrowser();
    browser.answer = () => Response.json(body, { status: 400 });
    const antiphon = browser.antiphon();
    await assert.rejects(antiphon.connect(), {
      code: 'http.400',
      message: 'The server refused the call (HTTP 400).',
    });
    assert.equal(antiphon.state, 'not_connected');
  }
});

test('an answer is taken as an answer, so that an offer is refused at once', async () => {
  const browser = new FakeBrowser();
  browser.answer = () => Response.json({ session_id: 's', session_token: 't', answer: { type: 'offer', sdp: 'v=0' } });
  const antiphon = browser.antiphon();
  antiphon.connect().catch(() => {});
  await until(() => browser.peer.remoteDescription);
  assert.deepEqual(browser.peer.remoteDescription, { type: 'answer', sdp: 'v=0' });
  antiphon.hangUp();
});

for (const [type, payload] of Object.entries({
  caption: { response_id: 'r', text: 7 },
  'transcript.partial': { utterance_id: 'u', text: { toString: 1 } },
  'transcript.final': { utterance_id: ['u'], text: 'Hello.' },
  'response.delta': { response_id: {}, text: 'Hello.' },
  'response.done': { response_id: 'r', text: [] },
  'response.interrupted': { response_id: 'r', heard_text: 7, played_ms: 1 },
  'session.health': { status: 'degraded', guidance: {} },
  'action.invoke': { invocation_id: 'inv', action_id: 7, parameters: {} },
  error: { code: 'tts.failed', message: { a: 1 } },
})) {
  test(`what should be text in ${type} and is none is refused with its name, and not handed on`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    const before = antiphon.events.length;
    browser.channel.receive(type, payload);
    const [told, ...rest] = antiphon.events.slice(before);
    assert.deepEqual(rest, []);
    assert.equal(told.code, 'protocol.invalid_message');
    assert.match(told.message, /^The server sent a \w+ that is no text\.$/);
    assert.equal(antiphon.state, 'idle');
  });
}

test('what is null or missing is never told as a word', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('session.health', { status: 'degraded', guidance: null });
  browser.channel.receive('response.delta', { response_id: 'r' });
  browser.channel.receive('metrics.turn', { turn_id: 't', stt_ms: null });
  assert.equal('guidance' in only(antiphon, 'health')[0], false);
  assert.equal(only(antiphon, 'reply')[0].text, '');
  assert.equal(only(antiphon, 'metrics')[0].sttMs, null);
  browser.channel.receive('error.fatal', { code: 'internal', message: null });
  assert.equal(only(antiphon, 'closed')[0].message, 'The call ended because of an error.');
});

for (const [what, thrown, message] of [
  ['null', null, '"go" failed.'],
  ['nothing', undefined, '"go" failed.'],
  ['an object without words', { code: 7, message: { a: 1 } }, '"go" failed.'],
  ['an error of another window', { name: 'Error', message: 'Sold out.' }, 'Sold out.'],
  ['a text', 'Sold out.', 'Sold out.'],
]) {
  test(`an action that throws ${what} is told in words: ${message}`, async () => {
    const browser = new FakeBrowser();
    const run = () => {
      throw thrown;
    };
    const antiphon = await browser.call({ actions: { go: { description: 'Go', run } } });
    browser.channel.receive('action.invoke', { invocation_id: 'inv', action_id: 'go', parameters: {} });
    await until(() => browser.channel.payloads('action.result').length);
    assert.deepEqual(browser.channel.payloads('action.result')[0].error, { code: 'action.failed', message });
    assert.equal(only(antiphon, 'action').at(-1).message, message);
    assert.equal(only(antiphon, 'action').at(-1).description, 'Go');
  });
}

for (const [what, narration] of Object.entries({
  'a promise': async () => 'Later.',
  'an object': () => ({ items: 1 }),
})) {
  test(`a narration that is ${what} is not told as such, and the page learns of it`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call({ narration: 'A page.' });
    antiphon.narrate(narration);
    assert.deepEqual(browser.channel.payloads('state.update'), []);
    assert.equal(only(antiphon, 'error')[0].message, 'The narration is no text.');
    assert.equal(antiphon.state, 'idle');
  });
}

test('who hangs up while the browser still asks for the microphone has hung up, and a late microphone is closed', async () => {
  const browser = new FakeBrowser();
  const { promise, resolve } = Promise.withResolvers();
  browser.mediaDevices.getUserMedia = () => promise;
  const antiphon = browser.antiphon();
  const opened = antiphon.connect();
  antiphon.hangUp();
  await assert.rejects(opened, { code: 'session.client' });
  resolve(browser.stream);
  await until(() => browser.stream.track.readyState === 'ended');
  assert.deepEqual(browser.requests, []);
});

test('a page that calls again as soon as the call is over does call', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  let again;
  antiphon.on('state', ({ state }) => {
    if (state === 'not_connected') again ??= antiphon.connect();
  });
  antiphon.hangUp();
  assert.equal(antiphon.state, 'connecting');
  antiphon.hangUp();
  await assert.rejects(again, { code: 'session.client' });
});

test('a second call of the same page is one of its own', async () => {
  const browser = new FakeBrowser();
  await browser.call();
  browser.channel.receive('session.connected', { resume_token: 'rt', resume_window_s: 60 });
  assert.equal(browser.stored.size, 1);
  browser.requests = [];
  const second = browser.antiphon();
  const opened = second.connect();
  await until(() => browser.requests.length);
  assert.equal(browser.requests[0].url, 'http://127.0.0.1:8080/v1/sessions');
  second.hangUp();
  await assert.rejects(opened);
});

for (const hours of [-1, 1]) {
  test(`a clock that jumps by ${hours} h does not turn the voice up or leave it low`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    let now = 1_730_000_000_000;
    t.mock.method(Date, 'now', () => now);
    const browser = new FakeBrowser();
    browser.hears();
    await browser.call();
    browser.speak();
    const pass = (ms, level) => {
      browser.level = level;
      for (let tick = 0; tick < ms / 10; tick++) {
        now += 10;
        t.mock.timers.tick(10);
      }
    };
    pass(500, -65);
    pass(100, -25);
    now += hours * 3_600_000;
    pass(200, -25);
    assert.ok(browser.audio.volume <= 1 && browser.audio.volume >= 0.25, String(browser.audio.volume));
    pass(3000, -65);
    assert.equal(browser.audio.volume, 1);
  });
}

for (const [what, fetch, status] of [
  ['dead', () => Promise.reject(new TypeError('refused')), 'reconnecting'],
  ['there', async () => new Response(), 'connected'],
]) {
  test(`where no sound comes any more, a server that is ${what} is found so within two seconds`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const browser = new FakeBrowser();
    const asked = [];
    const ask = browser.fetch;
    browser.fetch = (url, init) => {
      if (!String(url).endsWith('/healthz')) return ask(url, init);
      asked.push(String(url));
      return fetch();
    };
    let packetsReceived = 0;
    browser.peer.getStats = async () => new Map([['A', { type: 'inbound-rtp', packetsReceived }]]);
    const antiphon = await browser.call();
    browser.channel.receive('session.connected', { resume_token: 'rt', resume_window_s: 60 });
    browser.peer.becomes('connected');
    const second = async () => {
      t.mock.timers.tick(1000);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    };
    for (packetsReceived of [50, 100, 150]) await second();
    assert.deepEqual(asked, []);
    await second();
    await second();
    assert.deepEqual(asked, ['http://127.0.0.1:8080/healthz']);
    assert.equal(only(antiphon, 'connection').at(-1).status, status);
    antiphon.hangUp();
  });
}
