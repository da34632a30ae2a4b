/** Whether parameters fit a JSON Schema (draft 2020-12), once more (V5 5.5.2). */

/** @import { Count, Fault, Inner, Look, Must, Pairs, Rules, Sides } from '../types.js' */

import { clipped, jsonOf } from './texts.js';

/** Keywords that ask for nothing. */
const NOTES = /^(\$(schema|id|anchor|comment|defs)|title|description|default|deprecated|examples|format|\w+Only)$/;

/** What a bound counts, in what unit. @type {Pairs} */
const BOUNDS = {
  imum: ['number', ''],
  Length: ['string', ' characters'],
  Items: ['array', ' items'],
  Properties: ['object', ' members'],
};

/** @param {unknown} value */
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** @param {unknown} value */
const canonical = (value) =>
  jsonOf(sorted(value));

/** @param {any} value @returns {unknown} */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map((one) => sorted(one));
  if (typeOf(value) !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
};

/** @param {any[]} list @param {(one: any, index: number) => Fault} look */
const first = (list, look) => {
  for (let index = 0; index < list.length; index++) {
    const fault = look(list[index], index);
    if (fault) return fault;
  }
};

/** What does not fit. @param {any} root @param {unknown} parameters */
export function objection(root, parameters) {
  // What fits because something was not known is no fit.
  let unsure = 0;

  /** @type {Look} */
  const look = (schema, value, at) => {
    if (schema === false) return `${at} is not expected.`;
    const { properties = {}, patternProperties, prefixItems = [] } = Object(schema);
    const type = typeOf(value);
    const names = type === 'object' ? Object.keys(value) : [];
    const items = type === 'array' ? value : [];
    /** @type {Inner} */
    const inner = (one, key) => look(one, value[key], `${at}.${key}`);
    /** @type {Must} */
    const must = (holds, words) => (holds ? undefined : `${at} must ${words}.`);
    const among = (/** @type {string[]} */ allowed) =>
      must(allowed.includes(canonical(value)), `be ${clipped(allowed.join(' or '), 200)}`);
    /** @type {Count} */
    const count = (schemas, most, words) => {
      const before = unsure;
      const faults = schemas.map((one) => look(one, value, at));
      const fits = faults.filter((fault) => !fault).length;
      if (most && !fits) return faults[0];
      return must(fits <= most || unsure > before, `fit ${words} of ${clipped(canonical(schemas), 200)}`);
    };

    /** @type {Rules} */
    const rules = {
      type(want) {
        const types = [want].flat();
        const fits = types.includes(type) || (types.includes('integer') && Number.isInteger(value));
        return must(fits, `be of type ${types.join(' or ')}`);
      },
      const: (want) => among([canonical(want)]),
      enum: (want) => among(want.map(canonical)),
      multipleOf(want) {
        const times = value / want; // 0.3 is a multiple of 0.1.
        return must(type !== 'number' || Math.abs(times - Math.round(times)) < 1e-9, `be a multiple of ${want}`);
      },
      pattern(want) {
        if (type !== 'string') return;
        try {
          return must(new RegExp(want, 'u').test(value), `match ${want}`);
        } catch {
          unsure++; // The server's syntax is another.
        }
      },
      required: (want) =>
        first(type === 'object' ? want : [], (name) =>
          Object.hasOwn(value, name) ? undefined : `${at}.${name} is missing.`,
        ),
      properties: (want) => first(names, (name) => (Object.hasOwn(want, name) ? inner(want[name], name) : undefined)),
      additionalProperties: (want) =>
        first(patternProperties ? [] : names, (name) =>
          Object.hasOwn(properties, name) ? undefined : inner(want, name),
        ),
      prefixItems: (want) => first(want.slice(0, items.length), inner),
      items: (want) => first(items.slice(prefixItems.length), (_, index) => inner(want, prefixItems.length + index)),
      allOf: (want) => first(want, (one) => look(one, value, at)),
      anyOf: (want) => count(want, Infinity, 'one'),
      oneOf: (want) => count(want, 1, 'only one'),
      not: (want) => count([want], 0, 'none'),
      $ref(want) {
        const [start, ...steps] = decodeURIComponent(want).split('/');
        if (start !== '#') return void unsure++;
        // RFC 6901
        let found = root;
        for (const name of steps) found = found[name.replaceAll('~1', '/').replaceAll('~0', '~')];
        return look(found, value, at);
      },
    };

    return first(Object.entries(Object(schema)), ([keyword, want]) => {
      if (Object.hasOwn(rules, keyword)) return rules[keyword](want);
      const [, side, of] = /^(min|max|exclusiveM(?:in|ax))(imum|Length|Items|Properties)$/.exec(keyword) ?? [];
      if (!side) return void (NOTES.test(keyword) || unsure++);
      const [concerned, unit] = BOUNDS[of];
      if (type !== concerned) return;
      // In code points: an emoji is one character.
      const size = unit ? Object.keys(type === 'string' ? [...value] : value).length : value;
      /** @type {Sides} */
      const sides = {
        min: [size >= want, 'at least'],
        max: [size <= want, 'at most'],
        exclusiveMin: [size > want, 'more than'],
        exclusiveMax: [size < want, 'less than'],
      };
      const [holds, words] = sides[side];
      return must(holds, `${unit ? 'have' : 'be'} ${words} ${want}${unit}, not ${size}`);
    });
  };

  try {
    return look(root, parameters, 'parameters');
  } catch {
    return; // A schema that is none: the server refuses it.
  }
}
