import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ActionRunner } from '../src/actions.js';
import { AntiphonError } from '../src/errors.js';

function runner(actions, send) {
  const results = [];
  const reports = [];
  const collect = (payload) => {
    send?.(payload);
    return `c${results.push(JSON.parse(JSON.stringify(payload)))}`; // as it leaves
  };
  return {
    results,
    reports,
    runner: new ActionRunner({ page: { actions }, send: collect, report: (report) => reports.push(report) }),
  };
}

const invocation = (more = {}) => ({
  invocationId: 'inv_1',
  actionId: 'go',
  parameters: {},
  timeoutMs: 5000,
  ...more,
});

test('an action gets its parameters, and what it returns is the output', async () => {
  const { runner: actions, results, reports } = runner({ go: { description: 'Go', run: ({ to }) => `went to ${to}` } });
  await actions.invoke(invocation({ parameters: { to: 'settings' } }));
  assert.deepEqual(results, [{ invocation_id: 'inv_1', status: 'success', output: 'went to settings' }]);
  assert.deepEqual(reports.map(({ message }) => message), [undefined, 'went to settings']);
});

test('what an action resolves to later is the output too', async () => {
  const { runner: actions, results, reports } = runner({ go: { description: 'Go', run: async () => ({ items: 2 }) } });
  await actions.invoke(invocation());
  assert.deepEqual(results[0].output, { items: 2 });
  assert.equal('message' in reports[1], false);
});

test('an action without an output succeeds without one', async () => {
  const { runner: actions, results } = runner({ go: { description: 'Go', run: () => {} } });
  await actions.invoke(invocation());
  assert.deepEqual(results, [{ invocation_id: 'inv_1', status: 'success' }]);
});

for (const [output, message] of [
  [false, 'the page says that it did not work.'],
  [{ ok: false }, 'the page says that it did not work.'],
  [{ success: false, message: 'Not today.' }, 'Not today.'],
  [{ error: 'No rights.' }, 'No rights.'],
  [{ error: { message: 'The bank is closed.' } }, 'The bank is closed.'],
  [{ ok: false, error: 'The shop is closed.' }, 'The shop is closed.'],
  [{ ok: false, error: new Error('Sold out.') }, 'Sold out.'],
  [{ ok: false, error: 409, message: 'Somebody was quicker.' }, 'Somebody was quicker.'],
]) {
  test(`an action that returns ${JSON.stringify(output)} did not work`, async () => {
    const { runner: actions, results } = runner({ go: { description: 'Go', run: async () => output } });
    await actions.invoke(invocation());
    assert.deepEqual(results, [{ invocation_id: 'inv_1', status: 'error', error: { code: 'action.failed', message } }]);
  });
}

for (const output of [0, '', null, 'off', { ok: true }, { ok: true, error: 'none' }, { success: true }, { error: null }, { error: '' }, { ok: 'false' }, { ok: undefined }]) {
  test(`an action that returns ${JSON.stringify(output)} worked`, async () => {
    const { runner: actions, results } = runner({ go: { description: 'Go', run: () => output } });
    await actions.invoke(invocation());
    assert.equal(results[0].status, 'success');
  });
}

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
    await actions.invoke(invocation({ actionId: id }));
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
  const answered = actions.invoke(invocation({ timeoutMs: 2000 }));
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
  const answered = actions.invoke(invocation({ timeoutMs: 1000 }));
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
  const ended = [actions.invoke(invocation()), actions.invoke(invocation({ invocationId: 'inv_2' }))];
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

// --- what a page can do wrong (V5 5.5.2, V5-INVOKE) ------------------------------------------------------------------

test('parameters that do not fit run nothing, and are answered with the place and the bound', async () => {
  const parameters = { type: 'object', properties: { to: { type: 'integer', maximum: 100 } }, required: ['to'] };
  const go = { description: 'Go', parameters, run: () => assert.fail('ran') };
  for (const [given, message] of [
    [{ to: 101 }, 'parameters.to must be at most 100, not 101.'],
    [{}, 'parameters.to is missing.'],
    ['nonsense', 'parameters must be of type object.'],
  ]) {
    const { runner: actions, results } = runner({ go });
    await actions.invoke(invocation({ parameters: given }));
    assert.deepEqual(results, [
      { invocation_id: 'inv_1', status: 'error', error: { code: 'action.invalid_parameters', message } },
    ]);
  }
});

const wordless = Object.create(null);
for (const thrown of [undefined, null, '', 5n, Symbol('x'), wordless, new Error(''), { message: 'x' }]) {
  test(`whatever is thrown, there is one answer with words: ${typeof thrown} ${thrown === wordless ? '' : String(thrown)}`, async () => {
    const run = () => {
      throw thrown;
    };
    const { runner: actions, results } = runner({ go: { description: 'Go', run } });
    await actions.invoke(invocation());
    assert.deepEqual(
      results.map(({ status, error }) => [status, error.code]),
      [['error', 'action.failed']],
    );
    assert.ok(results[0].error.message.length > 0);
  });
}

test('a code that is not one of a page is a failure', async () => {
  const run = () => Promise.reject(new AntiphonError('action.timeout', 'Too late.'));
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  await actions.invoke(invocation());
  assert.deepEqual(results[0].error, { code: 'action.failed', message: 'Too late.' });
});

test('a thenable that throws is an action that failed', async () => {
  const run = () => ({
    get then() {
      throw new Error('No.');
    },
  });
  const { runner: actions, results } = runner({ go: { description: 'Go', run } });
  await actions.invoke(invocation());
  assert.equal(results[0].error.message, 'No.');
});

test('a result that the server could not read is made up for once; one that it did read is not', async () => {
  const { runner: actions, results } = runner({ go: { description: 'Go', run: () => 'deep' } });
  await actions.invoke(invocation());
  actions.refused('c7', 'protocol.invalid_json');
  actions.refused('c1', 'protocol.invalid_json');
  actions.refused('c1', 'protocol.invalid_json');
  actions.refused('c2', 'protocol.invalid_json');
  assert.deepEqual(
    results.map(({ status }) => status),
    ['success', 'error'],
  );
  assert.equal(results[1].error.code, 'action.failed');

  const { runner: others, results: read } = runner({ go: { description: 'Go', run: () => 'x' } });
  await others.invoke(invocation());
  others.refused('c1', 'action.late');
  assert.equal(read.length, 1);
});

test('the actions are those of now', async () => {
  const registry = { go: { description: 'Go', run: () => 'old' } };
  const { runner: actions, results } = runner(registry);
  registry.go = { description: 'Go', run: () => 'new' };
  await actions.invoke(invocation());
  assert.equal(results[0].output, 'new');
});
