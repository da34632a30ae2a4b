import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ActionRunner } from '../src/actions.js';
import { AntiphonError } from '../src/errors.js';

function runner(actions, send) {
  const results = [];
  const reports = [];
  const collect = (payload) => {
    send?.(payload);
    results.push(payload);
  };
  return { results, reports, runner: new ActionRunner(actions, collect, (report) => reports.push(report)) };
}

const invocation = (more = {}) => ({
  invocation_id: 'inv_1',
  action_id: 'go',
  parameters: {},
  timeout_ms: 5000,
  ...more,
});

test('an action gets its parameters, and what it returns is the output', async () => {
  const { runner: actions, results } = runner({ go: { description: 'Go', run: ({ to }) => `went to ${to}` } });
  await actions.invoke(invocation({ parameters: { to: 'settings' } }));
  assert.deepEqual(results, [{ invocation_id: 'inv_1', status: 'success', output: 'went to settings' }]);
});

test('what an action resolves to later is the output too', async () => {
  const { runner: actions, results } = runner({ go: { description: 'Go', run: async () => ({ items: 2 }) } });
  await actions.invoke(invocation());
  assert.deepEqual(results[0].output, { items: 2 });
});

test('an action without an output succeeds without one', async () => {
  const { runner: actions, results } = runner({ go: { description: 'Go', run: () => {} } });
  await actions.invoke(invocation());
  assert.deepEqual(results, [{ invocation_id: 'inv_1', status: 'success' }]);
});

test('an action that throws is answered once, with its sentence', async () => {
  const run = () => {
    throw new Error('The shop is closed.');
  };
  const { runner: actions, results, reports } = runner({ go: { description: 'Go', run } });
  await actions.invoke(invocation());
  assert.deepEqual(results, [
    { invocation_id: 'inv_1', status: 'error', error: { code: 'action.failed', message: 'The shop is closed.' } },
  ]);
  assert.deepEqual(
    reports.map(({ status, message }) => [status, message]),
    [
      ['started', undefined],
      ['error', 'The shop is closed.'],
    ],
  );
});

test('an action may say that the user declined', async () => {
  const run = () => Promise.reject(new AntiphonError('action.declined', 'The user said no.'));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  await actions.invoke(invocation());
  assert.equal(results[0].error.code, 'action.declined');
});

for (const id of ['fly', 'constructor', '__proto__', 'toString']) {
  test(`an id that is not registered runs nothing: ${id}`, async () => {
    const { runner: actions, results } = runner({ go: { description: 'Go', run: () => assert.fail('ran') } });
    await actions.invoke(invocation({ action_id: id }));
    assert.equal(results.length, 1);
    assert.equal(results[0].error.code, 'action.not_found');
  });
}

test('an invocation that comes twice runs once and is answered once', async () => {
  let runs = 0;
  const { runner: actions, results } = runner({ go: { description: 'Go', run: () => ++runs } });
  await Promise.all([actions.invoke(invocation()), actions.invoke(invocation())]);
  await actions.invoke(invocation());
  assert.equal(runs, 1);
  assert.equal(results.length, 1);
});

test('an action that never ends is told to stop and answered before the deadline of the server', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let stopped;
  const run = (_, { signal }) => new Promise(() => (stopped = signal));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  const answered = actions.invoke(invocation({ timeout_ms: 2000 }));
  t.mock.timers.tick(1499);
  assert.equal(results.length, 0);
  t.mock.timers.tick(1);
  await answered;
  assert.equal(results.length, 1);
  assert.equal(results[0].error.code, 'action.failed');
  assert.equal(stopped.aborted, true);
});

test('an action that ends after it was answered is not answered again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let finish;
  const run = () => new Promise((resolve) => (finish = resolve));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  const answered = actions.invoke(invocation({ timeout_ms: 1000 }));
  t.mock.timers.tick(1000);
  await answered;
  finish('late');
  await new Promise(setImmediate);
  assert.equal(results.length, 1);
});

test('a cancelled action is told so, and sends nothing', async () => {
  let stopped;
  const run = (_, { signal }) => new Promise(() => (stopped = signal));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  const ended = actions.invoke(invocation());
  actions.cancel('inv_1');
  await ended;
  assert.equal(stopped.aborted, true);
  assert.deepEqual(results, []);
});

test('at the end of the session every running action is told to stop', async () => {
  const signals = [];
  const run = (_, { signal }) => new Promise(() => signals.push(signal));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  const ended = [actions.invoke(invocation()), actions.invoke(invocation({ invocation_id: 'inv_2' }))];
  actions.close();
  await Promise.all(ended);
  assert.deepEqual(
    signals.map((signal) => signal.aborted),
    [true, true],
  );
  assert.deepEqual(results, []);
});

test('an output that cannot be sent becomes an error, and still one result', async () => {
  const send = ({ status }) => {
    if (status === 'success') throw new AntiphonError('protocol.too_large', 'Too large.');
  };
  const { runner: actions, results } = runner({ go: { description: 'Go', run: () => 'x' } }, send);
  await actions.invoke(invocation());
  assert.deepEqual(
    results.map(({ status, error }) => [status, error.code]),
    [['error', 'action.failed']],
  );
});

test('a long failure is told within the limit of the contract, whatever its letters', async () => {
  const run = () => Promise.reject(new Error('€'.repeat(5000)));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  await actions.invoke(invocation());
  assert.ok(new TextEncoder().encode(results[0].error.message).length <= 1024);
});
