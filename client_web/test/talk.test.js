import assert from 'node:assert/strict';
import { test } from 'node:test';

import { base64, samples, Talk } from '../src/talk.js';

const tone = (count) => Float32Array.from({ length: count }, (_, index) => Math.sin(index / 5) / 2);

function talking() {
  const said = [];
  return { said, talk: new Talk((chunk) => said.push(samples(chunk).byteLength)) };
}

test('what is heard while the key is held is said in chunks of 100 ms, and the rest when it is released', () => {
  const { said, talk } = talking();
  talk.hear(tone(4000));
  talk.hold(true);
  for (let count = 0; count < 30; count += 1) talk.hear(tone(128));
  assert.deepEqual(said, [3200, 3200]);
  talk.hold(false);
  assert.deepEqual(said, [3200, 3200, 2 * (30 * 128 - 3200)]);
  talk.hear(tone(4000));
  talk.hold(true);
  talk.hold(false);
  assert.equal(said.length, 3);
});

test('bytes come back as they were', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  assert.deepEqual(new Uint8Array(samples(base64(bytes.buffer))), bytes);
  assert.throws(() => samples('no base64!'));
});
