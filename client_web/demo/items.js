/** What the tea room sells. */

/**
 * @typedef {object} Item
 * @property {string} id what it is called when one asks for it
 * @property {string} [one]
 * @property {string} many
 * @property {string} name
 * @property {string} note
 * @property {string} story
 * @property {[term: string, fact: string][]} facts
 * @property {number} price in euros
 */

/** @type {Item[]} */
export const ITEMS = [
  {
    id: 'green tea',
    many: 'green teas',
    name: 'Green tea',
    note: 'Steamed leaves, fresh as cut grass',
    story: 'Picked in spring and steamed within the hour, so that it keeps its colour. Do not let the water boil.',
    facts: [
      ['Water', '75 °C'],
      ['Time', '2 minutes'],
      ['Pack', '100 g'],
    ],
    price: 8.5,
  },
  {
    id: 'black tea',
    many: 'black teas',
    name: 'Black tea',
    note: 'Malty and strong, good with milk',
    story: 'Small leaves that give a dark cup. It is the one for the morning, and it forgives a forgotten timer.',
    facts: [
      ['Water', '95 °C'],
      ['Time', '4 minutes'],
      ['Pack', '125 g'],
    ],
    price: 7,
  },
  {
    id: 'mint tea',
    many: 'mint teas',
    name: 'Mint tea',
    note: 'Spearmint, sweet and cool',
    story: 'Whole leaves, dried in the shade. Good hot, better cold, and nothing in it that keeps you awake.',
    facts: [
      ['Water', '100 °C'],
      ['Time', '6 minutes'],
      ['Pack', '60 g'],
    ],
    price: 6.5,
  },
  {
    id: 'coffee',
    many: 'coffees',
    name: 'Coffee',
    note: 'For those who came by mistake',
    story: 'We are a tea room, but a good host has coffee in the house. Roasted on Mondays, ground when you order.',
    facts: [
      ['Water', '93 °C'],
      ['Time', '4 minutes'],
      ['Pack', '250 g'],
    ],
    price: 9,
  },
  {
    id: 'honey',
    one: 'jar of honey',
    many: 'jars of honey',
    name: 'Honey',
    note: 'From the lime trees next door',
    story: 'The bees fly for two weeks in June, and this is all they bring. It sets in winter; a warm place undoes it.',
    facts: [
      ['Tree', 'Lime'],
      ['Harvest', 'June'],
      ['Jar', '250 g'],
    ],
    price: 5,
  },
  {
    id: 'teapot',
    many: 'teapots',
    name: 'Teapot',
    note: 'Stoneware, for four cups',
    story: 'Thrown by hand and glazed inside only. The sieve comes out, the lid stays on, and the spout does not drip.',
    facts: [
      ['Holds', '0.9 l'],
      ['Made of', 'Stoneware'],
      ['Washing', 'By hand'],
    ],
    price: 32,
  },
];

/** @param {string} id */
export const itemOf = (id) => ITEMS.find((item) => item.id === id);

export const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
