import assert from 'node:assert/strict';
import { test } from 'node:test';

import { VipChannel } from '../src/channel.js';
import { FakeDataChannel } from './support.js';

function attached() {
  const data = new FakeDataChannel();
  const received = [];
  const malformed = [];
  let closed = 0;
  const channel = new VipChannel();
  channel.attach(data, {
    message: (envelope) => received.push(envelope),
    malformed: (error) => malformed.push(error.code),
    closed: () => closed++,
  });
  return { data, channel, received, malformed, closed: () => closed };
}

test('messages wait until the session is ready, and leave in their order', () => {
  const { data, channel } = attached();
  channel.send('input.text', { text: 'first' });
  data.open();
  channel.initialize({ protocol: 'vip/1' });
  channel.send('input.text', { text: 'second' });
  assert.deepEqual(
    data.sent.map((message) => message.type),
    ['session.initialize'],
  );

  channel.ready();
  channel.send('input.text', { text: 'third' });

  assert.deepEqual(
    data.payloads('input.text').map((payload) => payload.text),
    ['first', 'second', 'third'],
  );
});

test('a message may be sent before there is a data channel', () => {
  const channel = new VipChannel();
  channel.send('input.text', { text: 'early' });
  const data = new FakeDataChannel();
  channel.attach(data, { message() {}, malformed() {}, closed() {} });
  data.open();
  channel.ready();
  assert.deepEqual(data.payloads('input.text'), [{ text: 'early' }]);
});

test('every message carries an id of its own and nothing that the contract does not name', () => {
  const { data, channel } = attached();
  data.open();
  channel.ready();
  const ids = [channel.send('ping'), channel.send('ping')];
  assert.notEqual(ids[0], ids[1]);
  assert.deepEqual(
    data.sent.map((message) => message.id),
    ids,
  );
  assert.deepEqual(Object.keys(data.sent[0]).sort(), ['id', 'payload', 'type']);
});

test('after the close messages are dropped, those that waited too', () => {
  const { data, channel } = attached();
  channel.send('input.text', { text: 'waiting' });
  channel.close();
  data.open();
  channel.ready();
  assert.equal(channel.send('input.text', { text: 'late' }), undefined);
  assert.deepEqual(data.sent, []);
});

test('a data channel that closes is reported once, and drops what is sent afterwards', () => {
  const { data, channel, closed } = attached();
  data.open();
  channel.ready();
  data.close();
  data.close();
  assert.equal(closed(), 1);
  assert.equal(channel.send('ping'), undefined);
});

test('at most a hundred messages wait', () => {
  const { channel } = attached();
  for (let i = 0; i < 100; i++) channel.send('ping');
  assert.throws(() => channel.send('ping'), { code: 'protocol.order' });
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
  assert.throws(() => channel.send('input.text', { text: '€'.repeat(22_000) }), { code: 'protocol.too_large' });
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
