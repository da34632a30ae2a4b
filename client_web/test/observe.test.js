import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lockedOf } from '../src/observe/facts.js';
import { idOf, requestOf } from '../src/observe/names.js';

const named = (name, kind) => [idOf(name, kind), requestOf(name, kind)];

test('a name that says what is done is the order itself', () => {
  assert.deepEqual(named('Add to cart', 'press'), ['add_to_cart', 'Add to cart']);
  assert.deepEqual(named('Read more', 'open'), ['read_more', 'Read more']);
  assert.deepEqual(named('Search the shop', 'text'), ['search_the_shop', 'Search the shop']);
});

test('a name that does not gets a verb by what it belongs to', () => {
  assert.deepEqual(named('Gallery', 'press'), ['press_gallery', 'Press Gallery']);
  assert.deepEqual(named('Order history', 'open'), ['open_order_history', 'Open Order history']);
  assert.deepEqual(named('Volume', 'number'), ['set_volume', 'Set Volume']);
  assert.deepEqual(named('Terms', 'switch'), ['switch_terms', 'Switch Terms on or off']);
  assert.deepEqual(named('Express', 'pick'), ['choose_express', 'Choose Express']);
});

test('an id has the letters that ids have, in every language', () => {
  assert.equal(idOf('Größe wählen', 'press'), 'press_grosse_wahlen');
  assert.equal(idOf("I'm not a robot", 'switch'), 'switch_i_am_not_a_robot');
  assert.equal(idOf('日本語', 'press'), 'press_unnamed');
  assert.match(idOf('a very long name '.repeat(20), 'open'), /^[a-z_]{1,56}$/);
});

test('how many there are is no part of an id', () => {
  assert.equal(idOf('Cart (2)', 'open'), 'open_cart');
  assert.equal(idOf('Cart [31]', 'open'), 'open_cart');
  assert.equal(idOf('Page 2', 'open'), 'open_page_2');
});

/** A control that is not to be used, as far as its sentence looks at it. */
const locked = (attributes, ...selectors) => ({
  matches: (selector) => selectors.some((one) => selector.includes(one)),
  getAttribute: (name) => attributes[name] ?? null,
  ownerDocument: { getElementById: () => null },
});

test('what cannot be used now is told with its name, and why where the page says it', () => {
  assert.equal(lockedOf('Pay', locked({}, ':disabled')), '“Pay” is disabled.');
  assert.equal(lockedOf('Pay', locked({ title: 'The cart is empty' }, ':disabled')), '“Pay” is disabled: The cart is empty.');
  assert.equal(lockedOf('Pay', locked({ title: 'pay' }, ':disabled')), '“Pay” is disabled.');
  assert.equal(lockedOf('Off', locked({ 'aria-disabled': 'true' })), '“Off” is disabled.');
  assert.equal(lockedOf('Name', locked({ title: 'From your account.' }, '[readonly]')), '“Name” is read-only: From your account.');
});
