/** A call that may be resumed, for tests of what becomes of it. */

import { FakeBrowser, until } from './support.js';

export const HELLO = { session_id: 'sess_1', resume_token: 'rt', resume_window_s: 60 };

/** With what a call that has heard up to that message asks to be gone on with. */
export const claim = (lastSeq) => ({ session_id: 'sess_1', resume_token: 'rt', last_seq: lastSeq });

/** A call that may be resumed, up to message 3; timers run by hand. */
export async function call(t, { browser = new FakeBrowser(), ...options } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_730_000_000_000 });
  const antiphon = browser.antiphon(options);
  const opened = antiphon.connect();
  await until(() => browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: 1 });
  browser.channel.receive('session.state', { state: 'idle', trigger: 'server.ready' }, { seq: 3 });
  await opened;
  return { browser, antiphon };
}

/** The module has had its pause; the new connection is there, and the server says hello on it. */
export async function arrives(t, browser, connections = 2) {
  t.mock.timers.tick(300);
  await until(() => browser.peers.length === connections && browser.peer.remoteDescription);
  browser.channel.open();
  browser.channel.receive('session.connected', HELLO, { seq: null });
}

/** The server says which state holds after a call has come back. */
export const holds = (browser, state, seq) =>
  browser.channel.receive('session.state', { state, previous: state, trigger: 'session.resume' }, { seq });

/** A call in which the action `go` runs, and its end. */
export async function acting(t) {
  const browser = new FakeBrowser();
  let finish;
  const run = () => new Promise((resolve) => (finish = resolve));
  const { antiphon } = await call(t, { browser, actions: { go: { description: 'Go', run } } });
  browser.channel.receive('action.invoke', { invocation_id: 'inv_1', action_id: 'go', timeout_ms: 9000 }, { seq: 4 });
  browser.channel.receive('session.state', { state: 'invoke_action', previous: 'ai_thinking', trigger: 'response.tool' }, { seq: 5 });
  await until(() => finish);
  return { browser, antiphon, finish };
}

/** Until all that is due has happened. */
export const settle = () => new Promise(setImmediate);

/** The same browser, after a reload of the page: nothing is left but the storage of the tab. */
export function reloaded(before) {
  before.events.dispatchEvent(new Event('pagehide'));
  const browser = new FakeBrowser();
  browser.stored = before.stored;
  return browser;
}
