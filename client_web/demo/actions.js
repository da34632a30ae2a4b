/** What the shop lets itself be asked to do. */

/** @import { Action } from '../types.js' */
/** @import { Shop } from './shop.js' */

import { MAX_QUANTITY } from './cart.js';
import { ITEMS } from './items.js';
import { SECTIONS } from './shop.js';

/** @param {Record<string, unknown>} [properties] @param {string[]} [required] all unless told */
const object = (properties = {}, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** @param {string} title @param {string[]} values */
const oneOf = (title, values) => ({ type: 'string', enum: values, description: title });

/** @param {Shop} shop @returns {Record<string, Action>} */
export function actionsOf(shop) {
  const item = oneOf(
    'Item',
    ITEMS.map(({ id }) => id),
  );
  const quantity = { type: 'integer', minimum: 1, maximum: MAX_QUANTITY, default: 1, description: 'Quantity' };
  return {
    navigate: {
      description: 'Go to a section of the shop',
      parameters: object({ section: oneOf('Section', SECTIONS) }),
      run: ({ section }) => shop.navigate(section),
    },
    add_to_cart: {
      description: 'Add an item to the cart',
      parameters: object({ item, quantity }, ['item']),
      run: ({ item: id, quantity: count = 1 }) => shop.add(id, count),
    },
    show_item: {
      description: 'Show an item',
      parameters: object({ item }),
      run: ({ item: id }) => shop.showItem(id),
    },
    go_back: { description: 'Go back', parameters: object(), run: () => shop.goBack() },
    remove_from_cart: {
      description: 'Remove an item from the cart',
      parameters: object({ item }),
      run: ({ item: id }) => shop.remove(id),
    },
    set_volume: {
      description: 'Set the volume',
      parameters: object({ level: { type: 'integer', minimum: 0, maximum: 100, description: 'Volume' } }),
      run: ({ level }) => shop.setVolume(level),
    },
    set_theme: {
      description: 'Change the theme',
      parameters: object({ theme: oneOf('Theme', ['light', 'dark', 'system']) }),
      run: ({ theme }) => shop.setTheme(theme),
    },
    set_name: {
      description: 'Enter the name for the order',
      parameters: object({ name: { type: 'string', minLength: 1, maxLength: 60, title: 'Name' } }),
      run: ({ name }) => at('checkout', shop, shop.order.setName(name)),
    },
    set_delivery: {
      description: 'Choose the delivery',
      parameters: object({ delivery: oneOf('Delivery', ['courier', 'pickup']) }),
      run: ({ delivery }) => at('checkout', shop, shop.order.setDelivery(delivery)),
    },
    write_note: {
      description: 'Write a note for the order',
      parameters: object({ text: { type: 'string', minLength: 1, maxLength: 200, title: 'Note' } }),
      run: ({ text }) => at('checkout', shop, shop.order.setNote(text)),
    },
    place_order: {
      description: 'Place the order',
      parameters: object(),
      confirm: true,
      run: () => shop.order.place(),
    },
    empty_cart: {
      description: 'Empty the cart',
      parameters: object(),
      confirm: true,
      run: () => shop.emptyCart(),
    },
  };
}

/** Shows where it was done. @param {string} section @param {Shop} shop @param {string} sentence */
function at(section, shop, sentence) {
  shop.navigate(section);
  return sentence;
}
