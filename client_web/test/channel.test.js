import assert from 'node:assert/strict';
import { test } from 'node:test';

import { VipChannel } from '../src/channel.js';
import { FakeDataChannel } from './support.js';

function attached() {
  const data = new FakeDataChannel();
  const received = [];
  const malformed = [];
  const channel = new VipChannel();
  channel.attach(data, (read) => {
    try {
      received.push(read());
    } catch (error) {
      malformed.push(error.code);
    }
  });
  return { data, channel, received, malformed };
}

const result = (id) => ({ invocation_id: id, status: 'success' });
const results = (data) => data.payloads('action.result').map((payload) => payload.invocation_id);

test('what lasts waits until the session is ready, and leaves in its order', () => {
  const { data, channel } = attached();
  channel.send('action.result', result('first'));
  data.open();
  channel.send('session.initialize', { protocol: 'vip/1' });
  channel.send('action.result', result('second'));
  assert.deepEqual(
    data.sent.map((message) => message.type),
    ['session.initialize'],
  );

  channel.ready();
  channel.send('action.result', result('third'));

  assert.deepEqual(results(data), ['first', 'second', 'third']);
});

test('what belongs to its moment is dropped while the session is not ready', () => {
  const { data, channel } = attached();
  data.open();
  for (const type of ['input.start', 'input.barge_in', 'input.text', 'input.detected', 'audio.played']) {
    assert.equal(channel.send(type, {}), undefined);
  }
  channel.ready();
  assert.deepEqual(data.sent, []);
});

test('a data channel that is lost gives way to another, and what lasts waits for that', () => {
  const { data, channel, received } = attached();
  data.open();
  channel.ready();
  data.close();
  channel.send('action.result', result('meanwhile'));
  assert.equal(channel.send('ping', {}), undefined);

  const next = new FakeDataChannel();
  channel.attach(next, (read) => received.push(read()));
  next.open();
  data.receive('pong');
  next.receive('session.connected');
  assert.deepEqual(
    received.map(({ type }) => type),
    ['session.connected'],
  );
  assert.deepEqual(next.sent, []);
  channel.ready();
  assert.deepEqual(results(next), ['meanwhile']);
});

test('a message may be sent before there is a data channel', () => {
  const channel = new VipChannel();
  channel.send('action.result', result('early'));
  const data = new FakeDataChannel();
  channel.attach(data, () => {});
  data.open();
  channel.ready();
  assert.deepEqual(results(data), ['early']);
});

test('every message carries an id of its own and nothing that the contract does not name', () => {
  const { data, channel } = attached();
  data.open();
  channel.ready();
  const ids = [channel.send('ping', {}), channel.send('ping', {})];
  assert.notEqual(ids[0], ids[1]);
  assert.deepEqual(
    data.sent.map((message) => message.id),
    ids,
  );
  assert.deepEqual(Object.keys(data.sent[0]).sort(), ['id', 'payload', 'type']);
});

test('after the close messages are dropped, those that waited too', () => {
  const { data, channel } = attached();
  channel.send('action.result', result('waiting'));
  channel.close();
  data.open();
  channel.ready();
  assert.equal(channel.send('action.result', result('late')), undefined);
  assert.deepEqual(data.sent, []);
});

test('at most a hundred messages wait, the newest', () => {
  const { data, channel } = attached();
  for (let i = 0; i <= 100; i++) channel.send('action.result', result(`inv_${i}`));
  data.open();
  channel.ready();
  assert.deepEqual([results(data).length, results(data)[0]], [100, 'inv_1']);
});

test('a message at the limit of 64 KiB leaves, one byte more is refused', () => {
  const { data, channel } = attached();
  data.open();
  channel.ready();
  const frame = JSON.stringify({ type: 'input.text', payload: { text: '' }, id: 'c1' }).length;
  channel.send('input.text', { text: 'a'.repeat(64 * 1024 - frame) });
  assert.equal(data.sent.length, 1);
  assert.throws(() => channel.send('input.text', { text: 'a'.repeat(64 * 1024 - frame + 1) }), {
    code: 'protocol.too_large',
  });
});

test('the limit counts bytes, not characters', () => {
  const { channel } = attached();
  assert.throws(() => channel.send('action.result', { output: '€'.repeat(22_000) }), { code: 'protocol.too_large' });
});

test('a value that JSON cannot hold is refused with a code', () => {
  const { channel } = attached();
  assert.throws(() => channel.send('action.result', { output: 1n }), { code: 'protocol.invalid_message' });
});

for (const nonsense of [
  '',
  'null',
  '[]',
  '{',
  '{"type":1,"payload":{}}',
  '{"type":"x"}',
  '{"type":"x","payload":[]}',
  new ArrayBuffer(4),
]) {
  test(`nonsense from the server is reported and does not throw: ${JSON.stringify(nonsense)}`, () => {
    const { data, received, malformed } = attached();
    data.receiveRaw(nonsense);
    assert.deepEqual(malformed, ['protocol.invalid_message']);
    assert.deepEqual(received, []);
  });
}
