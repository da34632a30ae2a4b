/** Whether parameters fit a JSON Schema (draft 2020-12), once more (V5 5.5.2). */

/** @import { Bounds, Count, Fault, Inner, Look, Must, Rules } from '../types.js' */

import { clipped, jsonOf } from './texts.js';

/** Keywords that ask for nothing of a value. */
const NOTES = /^(\$(schema|id|anchor|comment|defs)|title|description|default|deprecated|examples|format|\w+Only)$/;

const AT_LEAST = { words: 'at least', fits: (/** @type {number} */ size, /** @type {number} */ want) => size >= want };
const AT_MOST = { words: 'at most', fits: (/** @type {number} */ size, /** @type {number} */ want) => size <= want };
const MORE = { words: 'more than', fits: (/** @type {number} */ size, /** @type {number} */ want) => size > want };
const LESS = { words: 'less than', fits: (/** @type {number} */ size, /** @type {number} */ want) => size < want };

/** Which type a bound concerns, in what unit it counts, and how. @type {Bounds} */
const BOUNDS = {
  minimum: ['number', '', AT_LEAST],
  maximum: ['number', '', AT_MOST],
  exclusiveMinimum: ['number', '', MORE],
  exclusiveMaximum: ['number', '', LESS],
  minLength: ['string', ' characters', AT_LEAST],
  maxLength: ['string', ' characters', AT_MOST],
  minItems: ['array', ' items', AT_LEAST],
  maxItems: ['array', ' items', AT_MOST],
  minProperties: ['object', ' members', AT_LEAST],
  maxProperties: ['object', ' members', AT_MOST],
};

/** @param {unknown} value */
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** @param {unknown} value */
const canonical = (value) => jsonOf(sorted(value));

/** @param {any} value @returns {unknown} */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map((one) => sorted(one));
  if (typeOf(value) !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
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
  // How often a rule was not known: what fits for that reason alone is not counted as a fit.
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
        // 0.3 is a multiple of 0.1.
        const times = value / want;
        return must(type !== 'number' || Math.abs(times - Math.round(times)) < 1e-9, `be a multiple of ${want}`);
      },
      pattern(want) {
        if (type !== 'string') return;
        try {
          return must(new RegExp(want, 'u').test(value), `match ${want}`);
        } catch {
          // The server has another syntax of patterns.
          unsure++;
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
      if (!Object.hasOwn(BOUNDS, keyword)) return void (NOTES.test(keyword) || unsure++);
      const [concerned, unit, { words, fits }] = BOUNDS[keyword];
      if (type !== concerned) return;
      // In code points: an emoji is one character.
      const size = unit ? Object.keys(type === 'string' ? [...value] : value).length : value;
      return must(fits(size, want), `${unit ? 'have' : 'be'} ${words} ${want}${unit}, not ${size}`);
    });
  };

  try {
    return look(root, parameters, 'parameters');
  } catch {
    // A schema that is none: the server refuses it.
    return;
  }
}
