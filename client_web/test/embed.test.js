import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bookmarklet } from '../bookmarklet.js';
import { optionsOf, refusal } from '../embed.js';

test('a script tag without attributes opens nothing and takes the page as it is', () => {
  const { open, observe, side, ...rest } = optionsOf({});
  assert.deepEqual({ open, observe, side }, { open: false, observe: true, side: 'right' });
  assert.deepEqual([...new Set(Object.values(rest))], [undefined]);
});

test('the attributes of a script tag are its options', () => {
  const options = optionsOf({ assistant: 'shop', tokenUrl: '/session', open: '', observe: 'off', side: 'left' });
  const { assistant, tokenUrl, open, observe, side } = options;
  assert.deepEqual({ assistant, tokenUrl, open, observe, side }, {
    assistant: 'shop',
    tokenUrl: '/session',
    open: true,
    observe: false,
    side: 'left',
  });
});

test('what the panel is to be goes on to it', () => {
  const asked = { mode: 'text', talk: 'tap', announce: 'errors', words: '{"start":"Anrufen"}', keys: 'off' };
  const { mode, talk, announce, words, keys } = optionsOf(asked);
  assert.deepEqual({ mode, talk, announce, words, keys }, asked);
});

test('a side that is none is the usual one', () => {
  assert.equal(optionsOf({ side: 'top' }).side, 'right');
});

test('the bookmark is an address that runs, and names this server alone', () => {
  const address = bookmarklet('https://voice.example');
  assert.match(address, /^javascript:[\w%!'()*.~-]+$/);
  const code = decodeURIComponent(address.slice('javascript:'.length));
  assert.doesNotThrow(() => new Function(code));
  assert.deepEqual(code.match(/https?:\/\/[^"]+/g), ['https://voice.example/client/embed.js']);
});

for (const server of ['voice.example', 'http://', 'javascript:alert(1)', '/voice']) {
  test(`a server that is no address is told with what to write: ${server}`, async () => {
    assert.equal(
      await refusal(server),
      `“${server}” is no address of a server. Write one such as https://voice.example into data-server.`,
    );
  });
}
