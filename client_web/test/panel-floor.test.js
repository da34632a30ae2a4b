import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Floor } from '../panel/floor.js';
import { FakeBrowser } from './support.js';

/** A call, and the floor in it as a panel has it. */
async function called() {
  const browser = new FakeBrowser();
  const antiphon = await browser.call();
  /** @type {{situation: any, describe: (change: object) => void}} */
  const view = { situation: { state: 'idle' }, describe: (change) => void Object.assign(view.situation, change) };
  const floor = new Floor(() => antiphon, () => view);
  antiphon.on('state', ({ state }) => {
    view.situation.state = state;
    floor.entered(state);
  });
  for (const type of ['partial', 'transcript']) antiphon.on(/** @type {any} */ (type), () => floor.heard());
  const sent = () => browser.channel.sent.slice(1).map(({ type }) => type);
  return { browser, antiphon, view, floor, sent };
}

const interrupted = (browser) => browser.state('user_speaking', 'input.barge_in');

test('whoever has stopped an answer and says nothing may give the floor back, once', async () => {
  const { browser, floor, sent } = await called();
  assert.equal(floor.canDrop, false);
  browser.speak();
  floor.interrupt();
  assert.equal(floor.canDrop, false); // not before the server has heard of it
  interrupted(browser);
  assert.equal(floor.canDrop, true);
  floor.drop();
  floor.drop();
  assert.deepEqual(sent(), ['input.barge_in', 'input.cancel']);
  browser.state('idle', 'input.cancel');
  browser.state('user_speaking', 'input.start');
  assert.equal(floor.canDrop, false); // that one is spoken
});

test('what is being said is not dropped by the key that stopped the answer', async () => {
  for (const type of ['transcript.partial', 'transcript.final']) {
    const { browser, floor, sent } = await called();
    browser.speak();
    floor.ask();
    interrupted(browser);
    browser.channel.receive(type, { turn_id: 'turn_1', utterance_id: 'u', text: 'Two teas' });
    assert.equal(floor.canDrop, false);
    floor.drop();
    assert.deepEqual(sent(), ['assistant.yield']);
  }
});

for (const how of ['talk', 'toggle']) {
  test(`what is said by key is dropped, and the key that comes up then ends nothing (${how})`, async () => {
    const { browser, view, floor, sent } = await called();
    floor[how]();
    floor.drop(); // it has not begun
    assert.deepEqual(sent(), ['input.start']);
    browser.state('user_speaking', 'input.start');
    browser.channel.receive('transcript.partial', { turn_id: 'turn_1', utterance_id: 'u', text: 'No, wait' });
    assert.equal(floor.canDrop, true);
    floor.drop();
    floor.talked();
    assert.deepEqual([sent(), view.situation.talking], [['input.start', 'input.cancel'], false]);
  });
}

test('a call that ends takes the key with it', async () => {
  const { antiphon, browser, view, floor } = await called();
  floor.talk();
  browser.state('user_speaking', 'input.start');
  antiphon.hangUp();
  assert.deepEqual([view.situation.talking, floor.canDrop], [false, false]);
});
