import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bookmarklet } from '../bookmarklet.js';
import { below, serverOf } from '../src/address.js';
import { FakeBrowser, until } from './support.js';

test('the server is where its module comes from, under a path too', () => {
  assert.equal(serverOf('https://a.example/client/embed.js', 'embed.js'), 'https://a.example');
  assert.equal(serverOf('https://a.example:8443/voice/client/embed.js?v=1', 'embed.js'), 'https://a.example:8443/voice');
  assert.equal(serverOf('https://a.example/x/client/y/client/demo/demo.js', 'demo/demo.js'), 'https://a.example/x/client/y');
});

test('a module that is handed out in another way says only its origin', () => {
  assert.equal(serverOf('https://a.example/assets/client/chunk-1.js', 'src/platform.js'), 'https://a.example');
  assert.equal(serverOf('blob:https://a.example/7', 'embed.js'), 'https://a.example');
});

test('what is asked of a server is below its path', () => {
  for (const server of ['https://a.example/voice', 'https://a.example/voice/', 'https://a.example/voice//?x#y'])
    assert.equal(String(below(server, '/v1/sessions')), 'https://a.example/voice/v1/sessions');
  assert.equal(String(below('http://127.0.0.1:8080', '/v1/origin')), 'http://127.0.0.1:8080/v1/origin');
  assert.match(decodeURIComponent(bookmarklet('https://a.example/voice')), /import\("https:\/\/a\.example\/voice\/client\/embed\.js"\)/);
});

/** The addresses that a call asks for that is ended before it is ready. @param {object} options @param {object} [platform] */
async function asked(options, platform = {}) {
  const browser = Object.assign(new FakeBrowser(), platform);
  const { answer } = browser;
  // The fake answers what it knows to be the way to sessions.
  browser.fetch = async (url, init) => {
    browser.requests.push({ url: String(url), body: undefined });
    return String(url).endsWith('/v1/sessions') ? answer() : browser.again();
  };
  const antiphon = browser.antiphon(options);
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  antiphon.hangUp();
  await assert.rejects(opened, { code: 'session.client' });
  return browser.requests.map(({ url }) => url);
}

test('a call asks the server that it is told, at its path', async () => {
  const under = 'https://a.example/voice/v1/sessions';
  assert.deepEqual(await asked({ url: 'https://a.example/voice' }), [under, `${under}/sess_1`]);
  assert.deepEqual(await asked({ url: '/voice/' }), ['http://127.0.0.1:8080/voice/v1/sessions', 'http://127.0.0.1:8080/voice/v1/sessions/sess_1']);
});

test('a call asks the server that the module comes from, else the page’s own origin', async () => {
  const server = 'http://127.0.0.1:8080/voice';
  assert.deepEqual(await asked({}, { server }), [`${server}/v1/sessions`, `${server}/v1/sessions/sess_1`]);
  assert.equal((await asked({}))[0], 'http://127.0.0.1:8080/v1/sessions');
});
