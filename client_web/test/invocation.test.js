import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FakeBrowser, only, until } from './support.js';

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
