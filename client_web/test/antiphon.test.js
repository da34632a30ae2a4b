import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Antiphon, STATES, connect } from '../antiphon.js';
import { FakeBrowser, named, only, until } from './support.js';

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

test('an action that the assistant invokes runs once, and its result goes back', async () => {
  const browser = new FakeBrowser();
  const runs = [];
  await browser.call({ actions: { go: { description: 'Go', run: (parameters) => runs.push(parameters) } } });
  const invocation = {
    invocation_id: 'inv_1',
    action_id: 'go',
    parameters: { to: 'settings' },
    parallel: false,
    confirm: false,
    timeout_ms: 1000,
  };
  browser.channel.receive('action.invoke', invocation);
  browser.channel.receive('action.invoke', invocation);
  await until(() => browser.channel.payloads('action.result').length);
  await new Promise(setImmediate);
  assert.deepEqual(runs, [{ to: 'settings' }]);
  assert.deepEqual(browser.channel.payloads('action.result'), [
    { invocation_id: 'inv_1', status: 'success', output: 1 },
  ]);
});

/** A call in which the user is being asked whether `go` may run. */
async function asked(browser) {
  const runs = [];
  const antiphon = await browser.call({
    actions: { go: { description: 'Go', confirm: true, run: () => runs.push(1) } },
  });
  const invocation = { invocation_id: 'inv_1', action_id: 'go', parameters: { to: 'home' }, timeout_ms: 1000 };
  browser.channel.receive('action.invoke', { ...invocation, confirm: true });
  await new Promise(setImmediate);
  return { antiphon, runs, invocation, question: only(antiphon, 'confirm')[0] };
}

test('an action that wants a yes is not run while the user is asked, but when it comes again', async () => {
  const browser = new FakeBrowser();
  const { antiphon, runs, invocation, question } = await asked(browser);
  const { id, description, parameters, signal } = question;
  assert.deepEqual([id, description, parameters, signal.aborted], ['go', 'Go', { to: 'home' }, false]);
  assert.deepEqual(runs, []);
  assert.deepEqual(only(antiphon, 'action'), []);
  browser.channel.receive('action.invoke', { ...invocation, confirm: false });
  await until(() => browser.channel.payloads('action.result').length);
  assert.deepEqual(runs, [1]);
  assert.equal(signal.aborted, true);
  browser.channel.receive('action.invoke', { ...invocation, confirm: true });
  assert.equal(only(antiphon, 'confirm').length, 1);
});

for (const [answer, approved] of [
  ['approve', true],
  ['decline', false],
]) {
  test(`the page may ${answer} in the user's place, once`, async () => {
    const browser = new FakeBrowser();
    const { runs, question } = await asked(browser);
    question[answer]();
    question.approve();
    question.decline();
    assert.deepEqual(browser.channel.payloads('action.confirm'), [{ invocation_id: 'inv_1', approved }]);
    assert.equal(question.signal.aborted, true);
    assert.deepEqual(runs, []);
  });
}

test('a yes on the page silences the question that is still being heard', async () => {
  const browser = new FakeBrowser();
  const { question } = await asked(browser);
  browser.speak();
  question.approve();
  assert.equal(browser.audio.muted, true);
});

test('a question that is over cannot be answered any more: cancelled, or the call has ended', async () => {
  for (const end of [
    (browser) => browser.channel.receive('action.cancel', { invocation_id: 'inv_1', reason: 'timeout' }),
    (_, antiphon) => antiphon.hangUp(),
  ]) {
    const browser = new FakeBrowser();
    const { antiphon, question } = await asked(browser);
    end(browser, antiphon);
    question.approve();
    assert.equal(question.signal.aborted, true);
    assert.deepEqual(browser.channel.payloads('action.confirm'), []);
  }
});

test('a page without that action is asked all the same, and has nothing to run', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'constructor', confirm: true });
  assert.equal(only(antiphon, 'confirm')[0].description, 'constructor');
});

test('the result of an action carries what the page shows now', async () => {
  const browser = new FakeBrowser();
  let section = 'home';
  const go = { description: 'Go', run: ({ to }) => void (section = to) };
  await browser.call({ narration: () => `The section ${section} is shown.`, actions: { go } });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'go', parameters: { to: 'settings' } });
  await until(() => browser.channel.payloads('action.result').length);
  assert.equal(browser.channel.payloads('action.result')[0].narration, 'The section settings is shown.');
});

test('a narration that fails does not keep back the result of an action', async () => {
  const browser = new FakeBrowser();
  let broken = false;
  const narration = () => {
    if (broken) throw new Error('The page has no words.');
    return 'A page.';
  };
  const antiphon = await browser.call({
    narration,
    actions: { go: { description: 'Go', run: () => void (broken = true) } },
  });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'go' });
  await until(() => browser.channel.payloads('action.result').length);
  assert.deepEqual(browser.channel.payloads('action.result'), [{ invocation_id: 'inv_1', status: 'success' }]);
  assert.equal(only(antiphon, 'error')[0].message, 'The page has no words.');
});

test('a page that the server refuses gets no session, and the reason', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon({ actions: { 'no id': { description: 'Go', run() {} } } });
  const refused = assert.rejects(antiphon.connect(), { code: 'protocol.invalid_message', message: 'No such id.' });
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected');
  const { id } = browser.channel.sent.at(-1);
  browser.channel.receive('error', { code: 'protocol.invalid_message', message: 'No such id.' }, { reply_to: id });
  await refused;
  assert.equal(antiphon.state, 'not_connected');
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

// --- interruption (V7-BARGE) ----------------------------------------------------------------------------------------

const interruptions = {
  'by hand': (antiphon) => antiphon.interrupt(),
  'by push to talk': (antiphon) => antiphon.startTalking(),
  'by typing': (antiphon) => antiphon.sendText('stop'),
};
for (const [how, interrupt] of Object.entries(interruptions)) {
  test(`an interruption ${how} mutes the voice at once, until the next audio.start`, async () => {
    const browser = new FakeBrowser();
    const antiphon = await browser.call();
    browser.speak();
    assert.equal(browser.audio.muted, false);

    interrupt(antiphon);
    assert.equal(browser.audio.muted, true, 'before any answer of the server');
    browser.state('user_speaking', 'input.barge_in', 'turn_2');
    browser.channel.receive('response.interrupted', { turn_id: 'turn_1', response_id: 'resp_1', heard_text: 'Good' });
    browser.state('ai_thinking', 'input.end', 'turn_2');
    assert.equal(browser.audio.muted, true);
    browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
    assert.equal(browser.audio.muted, false);
  });
}

test('an interruption by voice, which the server hears, mutes the voice until the next audio.start', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.speak();
  browser.state('user_speaking', 'input.barge_in', 'turn_2');
  assert.equal(browser.audio.muted, true);
  browser.channel.receive('response.interrupted', {
    turn_id: 'turn_1',
    response_id: 'resp_1',
    type: 'barge-in',
    source: 'vad',
    heard_text: 'Good',
  });
  browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
  assert.equal(browser.audio.muted, false);
  assert.equal(only(antiphon, 'interrupted')[0].heardText, 'Good');
});

test('the start of a reply that was under way when the user interrupted is not heard', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.state('user_speaking', 'input.start');
  browser.state('ai_thinking', 'input.end');
  antiphon.interrupt();
  browser.channel.receive('audio.start', { turn_id: 'turn_1', response_id: 'resp_1' });
  browser.state('ai_speaking', 'response.audio');
  assert.equal(browser.audio.muted, true);
  browser.state('user_speaking', 'input.barge_in', 'turn_2');
  browser.channel.receive('audio.start', { turn_id: 'turn_2', response_id: 'resp_2' });
  assert.equal(browser.audio.muted, false);
});

test('an interruption that the server refuses gives the voice back', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  browser.state('user_speaking', 'input.start');
  browser.state('ai_thinking', 'input.end');
  antiphon.interrupt();
  const { id } = browser.channel.sent.at(-1);
  browser.state('invoke_action', 'response.tool');
  browser.channel.receive('error', { code: 'protocol.invalid_transition', message: 'Not now.' }, { reply_to: id });
  assert.equal(browser.audio.muted, false);
});

test('an interruption while nobody speaks does nothing', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  antiphon.interrupt();
  assert.equal(browser.audio.muted, false);
  assert.deepEqual(browser.channel.payloads('input.barge_in'), []);
});

// --- push to talk and mute ------------------------------------------------------------------------------------------

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

// --- no microphone, no playback -------------------------------------------------------------------------------------

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

// --- failing to connect ---------------------------------------------------------------------------------------------

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

// --- the end --------------------------------------------------------------------------------------------------------

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

test('connecting twice is one call', async () => {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  await antiphon.connect();
  assert.equal(browser.requests.length, 1);
});
