import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decode, encode, FRAME, framer } from '../src/pcm.js';

test('samples are 16 bit, little-endian, and clipped', () => {
  const bytes = [...new Uint8Array(encode([0, 1, -1, 2, -2, 0.5]))];
  assert.deepEqual(bytes, [0, 0, 0xff, 0x7f, 0x01, 0x80, 0xff, 0x7f, 0x01, 0x80, 0x00, 0x40]);
});

test('what is decoded is what was encoded', () => {
  const samples = [0, 0.25, -0.25, 0.999, -0.999];
  const back = decode(encode(samples));
  assert.equal(back.length, samples.length);
  back.forEach((sample, index) => assert.ok(Math.abs(sample - samples[index]) < 1e-4));
});

test('pieces of any length become whole frames, and nothing is lost', () => {
  const frames = [];
  const push = framer((frame) => frames.push(frame));
  const said = Array.from({ length: 5 * FRAME }, (_, index) => (index % 100) / 200);
  for (let start = 0; start < said.length; start += 128) push(Float32Array.from(said.slice(start, start + 128)));
  assert.deepEqual(
    frames.map((frame) => frame.byteLength),
    Array(5).fill(640),
  );
  const heard = frames.flatMap((frame) => [...decode(frame)]);
  heard.forEach((sample, index) => assert.ok(Math.abs(sample - said[index]) < 1e-4));
});
