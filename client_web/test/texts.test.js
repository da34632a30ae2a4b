import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bounded, bytesOf, clipped, jsonOf, wellFormed } from '../src/texts.js';
import { objection } from '../src/schema.js';
import { FakeBrowser, until } from './support.js';

const FAMILY = '👩‍👩‍👧';
const HALF = '🫖'[0];

/** As Prototype.js and MooTools leave the language to everybody else on the page. @param {() => unknown} act */
async function amongLibraries(act) {
  const array = /** @type {any} */ (Array.prototype);
  const { entries, reduce } = array;
  const { from } = Array;
  const own = (hook) => ({ value: hook, enumerable: true, configurable: true, writable: true });
  const toJSON = own(function () {
    return `[${[...this].join()}]`;
  });
  Object.defineProperty(array, 'toJSON', toJSON);
  Object.defineProperty(String.prototype, 'toJSON', toJSON);
  Object.defineProperty(Object.prototype, 'toJSON', own(() => '"an object"'));
  Object.defineProperty(Object.prototype, 'each', own(() => {}));
  array.entries = function () {
    return [...this];
  };
  array.reduce = function () {
    return this.length > 1 ? this : this[0];
  };
  Array.from = /** @type {any} */ ((list) => from(list));
  try {
    return await act();
  } finally {
    for (const one of [array, String.prototype, Object.prototype]) delete one.toJSON;
    delete (/** @type {any} */ (Object.prototype).each);
    Object.assign(array, { entries, reduce });
    Object.assign(Array, { from });
  }
}

test('halves of characters are made up for, and whole ones stay', () => {
  assert.equal(wellFormed(`${HALF}a🫖b${'🫖'[1]}`), '\uFFFDa🫖b\uFFFD');
  assert.equal(wellFormed(`${'🫖'[1]}${HALF}`), '\uFFFD\uFFFD');
});

test('a text is cut between what is seen as characters', () => {
  assert.equal(clipped(`ab${FAMILY}`, 10), `ab${FAMILY}`);
  assert.equal(clipped(`ab${FAMILY}`, 9), 'ab…');
  assert.equal(clipped('re\u0301sume\u0301', 3), 'r…');
  assert.equal(clipped(`a${'🇦🇹'.repeat(4)}`, 9), 'a🇦🇹…');
  assert.equal(clipped('one two three', 5), 'one…');
  for (let most = 1; most < 30; most++) {
    const short = clipped(`Tea ${FAMILY} for ${'🇦🇹'.repeat(3)}`, most);
    assert.ok(short.length <= most && short.isWellFormed(), short);
  }
});

test('a text is cut by its bytes too', () => {
  assert.equal(bounded('aä🫖', 3), 'aä');
  assert.equal(bounded('aä🫖', 6), 'aä');
  assert.equal(bounded('aä🫖', 7), 'aä🫖');
  assert.equal(bounded(FAMILY, 17), '');
  assert.equal(bytesOf('aä🫖'), 7);
});

test('a browser without a segmenter cuts between code points', () => {
  const { Segmenter } = Intl;
  Object.assign(Intl, { Segmenter: undefined });
  try {
    assert.equal(clipped('🫖🫖🫖', 4), '🫖…');
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});

test('JSON is written as ever where no library is in the way', () => {
  class Own {
    toJSON() {
      return { own: true };
    }
  }
  const value = {
    text: 'a "text"\n🫖',
    list: [1, undefined, () => {}, null, [[]]],
    nothing: undefined,
    method() {},
    day: new Date(0),
    url: new URL('https://voice.example/a'),
    own: [new Own()],
    boxed: [new String('s'), new Number(1), new Boolean(false)],
    notes: [NaN, Infinity, -0],
    map: new Map([[1, 2]]),
    bytes: new Uint8Array([1, 2]),
    twice: [Own.prototype, Own.prototype],
    toJSON: 'a member of that name',
  };
  assert.equal(jsonOf(value), JSON.stringify(value));
  assert.equal(jsonOf(undefined), undefined);
  assert.equal(jsonOf({ [HALF]: HALF, day: { toJSON: () => HALF } }), '{"\uFFFD":"\uFFFD","day":"\uFFFD"}');
  const itself = /** @type {any} */ ({});
  itself.one = [itself];
  assert.throws(() => jsonOf(itself), TypeError);
  assert.throws(() => jsonOf({ big: 1n }), TypeError);
});

test('what libraries add to all arrays and objects changes no JSON', async () => {
  const value = { list: [1, 'two', ['three']], inner: { a: [] }, day: new Date(0) };
  const json = JSON.stringify(value);
  await amongLibraries(() => assert.equal(jsonOf(value), json));
});

test('a call stands, acts and checks parameters on a page with such libraries', async () => {
  const schema = { type: 'object', properties: { which: { enum: ['a', 'b'] }, all: { prefixItems: [{ $ref: '#/$defs/one' }] } }, $defs: { one: { type: 'string' } } };
  await amongLibraries(async () => {
    const browser = new FakeBrowser();
    browser.answer = () => new Response('{"session_id":"sess_1","session_token":"t","answer":{"type":"answer","sdp":"v=0"}}', { status: 201 });
    browser.channel.receive = (type, payload = {}) => browser.channel.receiveRaw(jsonOf({ type, payload }));
    const pick = { description: 'Pick', parameters: schema, run: ({ which }) => [which, { list: [1] }] };
    await browser.call({ actions: { pick }, narration: 'A page.', metadata: { tags: ['x'] } });
    assert.deepEqual({ ...browser.requests[0].body.metadata }, { tags: ['x'] });
    const [hello] = browser.channel.payloads('session.initialize');
    assert.deepEqual(hello.actions.pick.parameters.properties.which.enum, ['a', 'b']);
    browser.state('user_speaking', 'input.start');
    browser.channel.receive('action.invoke', { invocation_id: 'i', action_id: 'pick', parameters: { which: 'b', all: ['x'] } });
    await until(() => browser.channel.payloads('action.result').length);
    assert.deepEqual(browser.channel.payloads('action.result')[0].output, ['b', { list: [1] }]);
    assert.equal(objection(schema, { which: 'c' }), 'parameters.which must be "a" or "b".');
    assert.equal(objection(schema, { all: [1] }), 'parameters.all.0 must be of type string.');
  });
});

test('what a page has cut in half is told whole, wherever it stands', async () => {
  const browser = new FakeBrowser();
  const tea = { description: `Order ${HALF}`, parameters: { type: 'object', properties: { kind: { enum: [HALF] } } }, run: () => Promise.reject(new Error(`${'é'.repeat(600)}${HALF}`)) };
  await browser.call({ actions: { tea }, narration: `Tea ${HALF}`, route: HALF, userId: HALF });
  assert.equal(browser.requests[0].body.user_id, '\uFFFD');
  const [hello] = browser.channel.payloads('session.initialize');
  assert.ok(JSON.stringify(hello).isWellFormed() && !/\\ud/i.test(JSON.stringify(hello)));
  browser.state('user_speaking', 'input.start');
  browser.channel.receive('action.invoke', { invocation_id: 'i', action_id: 'tea', parameters: {} });
  await until(() => browser.channel.payloads('action.result').length);
  const [{ error }] = browser.channel.payloads('action.result');
  assert.equal(error.message, 'é'.repeat(512));
});

test('a hello that the server could not read ends the call at once, with the reason', async () => {
  const browser = new FakeBrowser();
  const antiphon = browser.antiphon();
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', { session_id: 'sess_1' });
  browser.channel.receive('error', { code: 'protocol.invalid_message', message: 'The message is no JSON.' });
  await assert.rejects(opened, { code: 'protocol.invalid_message', message: 'The message is no JSON.' });
  assert.equal(antiphon.state, 'not_connected');
});
