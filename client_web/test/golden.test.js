/**
 * The golden wire transcripts of the server (`tests/golden/vip`), from the browser's side. What the server says in them is
 * fed to the module: it has to be in the state that it is told, to tell the page all of it in its order, and to say
 * what the client of the transcript says, where it is said, and nothing else.
 */

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { AntiphonError } from '../src/errors.js';
import { FakeBrowser, until } from './support.js';

const FOLDER = new URL('../../tests/golden/vip/', import.meta.url);

/** What the page does so that the module says it. A page cannot make the module say anything else. */
const GESTURES = {
  'input.start': ({ antiphon }, { trigger }) => (trigger === 'ptt' ? antiphon.startTalking() : antiphon.wake()),
  'input.end': ({ antiphon }) => antiphon.stopTalking(),
  'input.cancel': ({ antiphon }) => antiphon.stopTalking({ cancel: true }),
  'input.text': ({ antiphon }, { text }) => antiphon.sendText(text),
  'input.barge_in': ({ antiphon }) => antiphon.interrupt(),
  'input.mute': ({ antiphon }, { muted }) => antiphon.mute(muted),
  'input.detected': (page) => page.makeNoise(),
  'response.cancel': ({ antiphon }, payload) => antiphon.cancelReply(payload),
  'assistant.grant': ({ antiphon }, payload) => antiphon.grant(spelled(payload)),
  'state.update': ({ antiphon }, { narration, route, outline }) => antiphon.narrate(narration, route, outline),
  'actions.update': (page, { actions }) => page.antiphon.actions(page.own(actions)),
  'error.fatal': ({ antiphon }, { code, message }) => antiphon.fail(code, message),
  'session.close': ({ antiphon }) => antiphon.hangUp(),
};
const INTERRUPTIONS = ['input.start', 'input.text', 'input.barge_in', 'response.cancel'];

/** What the client of these transcripts does wrong the module does not do: it introduces itself, and waits. */
const NEVER_PLAYED = new Set(['order', 'fatal_error_of_the_server']);

const inCamelCase = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const spelled = (payload) =>
  Object.fromEntries(Object.entries(payload).map(([name, value]) => [inCamelCase(name), value]));

/** What the page is to be told of a message of the server, where it is told of it at all. */
const TOLD = {
  'policy.updated': (payload) => ({ ...payload, type: 'policy' }),
  caption: (payload) => ({ ...spelled(payload), type: 'caption' }),
  'session.connected': ({ assistant, policy }) => ({ type: 'connected', sessionId: 'sess_1', assistant, policy }),
  'session.state': (payload) => ({ ...spelled(payload), type: 'state' }),
  'session.health': (payload) => ({ ...spelled(payload), type: 'health' }),
  'transcript.partial': (payload) => ({ ...spelled(payload), type: 'partial' }),
  'transcript.final': (payload) => ({ ...spelled(payload), type: 'transcript' }),
  'response.interrupted': (payload) => ({ ...spelled(payload), type: 'interrupted' }),
  'playback.paused': (payload) => ({ ...spelled(payload), type: 'held', paused: true }),
  'playback.resumed': (payload) => ({ ...spelled(payload), type: 'held', paused: false }),
  'action.invoke': ({ action_id: id, parameters }) => ({ type: 'action', id, parameters, status: 'started' }),
  'metrics.turn': (payload) => ({ ...spelled(payload), type: 'metrics' }),
  error: (payload) => ({ ...spelled(payload), type: 'error', fatal: false }),
  'error.recognition': (payload) => ({ ...spelled(payload), type: 'error', fatal: false }),
  'error.fatal': ({ code, message }) => ({ type: 'error', code, message, fatal: true, retryable: false }),
};
const EVENTS = new Set(
  'connected policy caption state health partial transcript interrupted held action metrics error reply unsent closed'.split(
    ' ',
  ),
);

async function settle() {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** One page, its module and its browser, for one transcript. */
class Page {
  browser = new FakeBrowser();
  /** What the page should have been told. @type {any[]} */
  expected = [{ type: 'state', state: 'connecting', previous: 'not_connected', trigger: 'client.connect' }];
  /** The actions that still run, by invocation. @type {Map<string, (result: any) => void>} */ #running = new Map();
  /** The newest of them. @type {string} */ #invoked = '';
  /** @type {Map<string, any>} */ #invocations = new Map();
  /** The module's id of a message of the transcript's client. @type {Map<string, string>} */ #ids = new Map();
  /** The answers' texts so far. @type {Record<string, string>} */ #texts = {};
  /** How many of the module's messages the transcript has too. */ #matched = 0;

  /** The client's messages that were refused because they came too early. @type {Set<string>} */ #early = new Set();
  /** The types that the module says by itself, as soon as it may. @type {Set<string>} */ #due = new Set();

  constructor({ narration = '', actions = {} } = {}, clock) {
    this.clock = clock;
    this.narration = narration;
    this.browser.hears();
    this.antiphon = this.browser.antiphon({ narration: () => this.narration, actions: this.own(actions) });
  }

  /** The page's actions, as the transcript has them, with something to run. */
  own(actions) {
    const run = () => {
      const id = this.#invoked;
      return new Promise((resolve, reject) => this.#running.set(id, (result) => this.#end(result, resolve, reject)));
    };
    return Object.fromEntries(Object.entries(actions).map(([id, action]) => [id, { ...spelled(action), run }]));
  }

  /** The microphone hears something, for as long as it takes to be sure. */
  makeNoise() {
    this.clock.tick(600);
    this.browser.level = -30;
    this.clock.tick(100);
    this.browser.level = -70;
    this.clock.tick(600);
  }

  #end({ output, error, narration }, resolve, reject) {
    this.narration = narration ?? this.narration;
    if (error) reject(new AntiphonError(error.code, error.message));
    else resolve(output);
  }

  /** What the module has sent that the transcript has not had yet. */
  get unmatched() {
    return this.#said.slice(this.#matched).map(({ type, payload }) => ({ type, payload }));
  }

  /** That it was heard is said by the module when it knows, and by the client of no transcript. */
  get #said() {
    return this.browser.sent.filter(({ type }) => type !== 'audio.played');
  }

  async connect() {
    if (this.browser.peers.length) {
      this.clock.tick(300); // the pause before the first attempt to come back
      await until(() => this.browser.peers.length === 2 && this.browser.peer.remoteDescription);
      this.browser.channel.open();
      return;
    }
    // A call that never gets ready is told by `closed`, which is looked at in the end.
    this.antiphon.connect().catch(() => {});
    await until(() => this.browser.peer.remoteDescription);
    this.browser.channel.open();
  }

  async hear(message) {
    const { type, payload, reply_to: to } = message;
    if (this.#early.has(to)) return; // The module was wiser.
    if (this.antiphon.state !== 'not_connected' && message.seq !== null) this.#expect(type, payload);
    if (type === 'action.invoke') {
      this.#invoked = payload.invocation_id;
      this.#invocations.set(this.#invoked, payload);
    }
    if (type === 'action.cancel') this.#invocations.delete(payload.invocation_id);
    const here = to === undefined ? {} : { reply_to: this.#ids.get(to) ?? `not ours: ${to}` };
    this.browser.channel.receiveRaw(JSON.stringify({ ...message, ...here }));
    await settle();
  }

  #expect(type, payload) {
    if (type === 'response.delta' || type === 'response.done') {
      const { turn_id: turnId, response_id: responseId, text } = payload;
      const done = type === 'response.done';
      this.#texts[responseId] = done ? text : (this.#texts[responseId] ?? '') + text;
      this.expected.push({ type: 'reply', turnId, responseId, text: this.#texts[responseId], done });
    } else if (TOLD[type] && payload.state !== 'not_connected') {
      this.expected.push(TOLD[type](payload));
    }
  }

  /** Say what the transcript's client says, where a page can, and find that it was said. */
  async say({ type, payload, id }, tooEarly) {
    if (tooEarly) {
      GESTURES[type](this, payload);
      assert.deepEqual(this.unmatched, [], 'it waits for its window');
      this.#early.add(id);
      this.#due.add(type);
      return;
    }
    if (type === 'action.result') {
      const finish = this.#running.get(payload.invocation_id);
      if (!finish) return; // a second result: the module has none
      this.#running.delete(payload.invocation_id);
      finish(payload);
      await settle();
      const invocation = this.#invocations.get(payload.invocation_id);
      if (!invocation) return; // cancelled: nobody waits for it
      const { action_id: action, parameters } = invocation;
      const { status, output, error } = payload;
      const message = error?.message ?? (typeof output === 'string' ? output : undefined);
      this.expected.push({ type: 'action', id: action, parameters, status, ...(message !== undefined && { message }) });
    } else if (!this.#due.delete(type) && type !== 'session.initialize') {
      const interrupts = ['ai_thinking', 'ai_speaking'].includes(this.antiphon.state) && INTERRUPTIONS.includes(type);
      GESTURES[type](this, payload);
      if (type === 'error.fatal') this.expected.push(TOLD[type](payload));
      if (interrupts) assert.equal(this.browser.audio.muted, true, 'silent before the server knows');
    }
    const said = type === 'input.detected' ? { source: 'client-hint', level: -30, speech: true } : payload; // it guesses no probability
    const over = { type, payload: { source: 'client-hint', level: -70, speech: false } };
    const expected = [{ type, payload: said }, ...(type === 'input.detected' ? [over] : [])];
    assert.deepEqual(this.unmatched, expected);
    this.#ids.set(id, this.#said[this.#matched].id);
    this.#matched += expected.length;
  }
}

const refusedAsEarly = (lines, id) =>
  lines.some(({ message }) => message?.reply_to === id && message.payload.code === 'context.window_closed');

/** Feeds a transcript to a page. Returns the page, and why it ended. */
async function play(flow, lines, clock) {
  const introduction = lines.find(({ message }) => message?.type === 'session.initialize')?.message.payload;
  const page = new Page(introduction, clock);
  const { antiphon, browser } = page;
  let reason;
  for (const [index, { from, does, message }] of lines.entries()) {
    if (does === 'connect') await page.connect();
    else if (does === 'leave') browser.channel.close();
    else if (from === 'client' && !NEVER_PLAYED.has(flow)) await page.say(message, refusedAsEarly(lines, message.id));
    else if (from === 'server' && message) {
      await page.hear(message);
      const { type, payload } = message;
      if (type === 'session.closed') reason = payload.reason;
      // Between `not_connected` and its reason the module holds its breath.
      if (type === 'session.state' && payload.state !== 'not_connected') assert.equal(antiphon.state, payload.state);
      if (type === 'response.interrupted') assert.equal(browser.audio.muted, true, 'silent after an interruption');
      if (type === 'audio.start') assert.equal(browser.audio.muted, false, 'a new answer is heard');
      const next = lines.slice(index).find((line) => line.from === 'client')?.message;
      const early = NEVER_PLAYED.has(flow) ? ['session.initialize'] : next ? [next.type] : [];
      const said = page.unmatched.map((sent) => sent.type);
      assert.ok(said.length === 0 || (said.length === 1 && early.includes(said[0])), `out of place: ${said}`);
    }
  }
  return { page, reason };
}

for (const file of readdirSync(FOLDER).sort()) {
  const [header, ...lines] = readFileSync(new URL(file, FOLDER), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  test(`${header.flow}: ${header.says}`, async (t) => {
    // A page whose timers sleep, as those of a hidden tab: nothing here may hang on them.
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_730_000_000_000 });
    const { page, reason } = await play(header.flow, lines, t.mock.timers);
    const { antiphon, browser } = page;
    // The words for an action are the page's own.
    const told = antiphon.events.filter(({ type }) => EVENTS.has(type)).map(({ description, ...rest }) => rest);
    if (reason) {
      const { message, code, cut, ...closed } = told.pop();
      assert.deepEqual(closed, { type: 'closed', reason });
      assert.ok(message);
      const last = told.pop();
      assert.deepEqual([last.type, last.state, last.trigger], ['state', 'not_connected', 'session.close']);
      assert.equal(antiphon.state, 'not_connected');
      assert.equal(browser.stream.track.readyState, 'ended');
    }
    assert.deepEqual(told, page.expected);
    const introductions = NEVER_PLAYED.has(header.flow) ? [{ type: 'session.initialize' }] : [];
    assert.deepEqual(
      page.unmatched.map(({ type }) => ({ type })),
      introductions,
    );
    const answered = browser.sent
      .filter(({ type }) => type === 'action.result')
      .map(({ payload }) => payload.invocation_id);
    assert.equal(new Set(answered).size, answered.length, 'no invocation is answered twice');
  });
}
