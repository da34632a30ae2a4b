/** Whether parameters fit a JSON Schema (draft 2020-12), once more (V5 5.5.2). What is not known is no objection. */

/** @import { Fault, Look, Must, Rule } from '../types.js' */

/** Keywords that ask for nothing by themselves. */
const NOTES = /^(\$(schema|id|anchor|comment|defs)|title|description|default|deprecated|examples|format|\w+Only)$/;

/** What a bound counts. @type {Record<string, [type: string, unit: string]>} */
const BOUNDS = {
  imum: ['number', ''],
  Length: ['string', ' characters'],
  Items: ['array', ' items'],
  Properties: ['object', ' members'],
};

/** @param {unknown} value */
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** As text, whatever the order of members. @param {unknown} value */
const canonical = (value) =>
  JSON.stringify(value, (_, one) => (typeOf(one) === 'object' ? Object.fromEntries(Object.entries(one).sort()) : one));

/** @param {any[]} list @param {(one: any, index: number) => Fault} look */
const first = (list, look) => {
  for (const [index, one] of list.entries()) {
    const fault = look(one, index);
    if (fault) return fault;
  }
};

/** What does not fit, and the bound. @param {any} root @param {unknown} parameters */
export function objection(root, parameters) {
  // What fits because something was not known is no fit.
  let unsure = 0;

  /** @type {Look} */
  const look = (schema, value, at) => {
    if (schema === false) return `${at} is not expected.`;
    return first(Object.keys(Object(schema)), (keyword) => rule(keyword, schema, value, at));
  };

  /** @type {(pattern: string, text: string) => boolean} */
  const matches = (pattern, text) => {
    try {
      return new RegExp(pattern, 'u').test(text);
    } catch {
      return ++unsure > 0; // The server's syntax is another.
    }
  };

  /** @type {Rule} */
  const rule = (keyword, schema, value, at) => {
    const want = schema[keyword];
    const type = typeOf(value);
    const names = type === 'object' ? Object.keys(value) : [];
    const items = type === 'array' ? value : [];
    const inner = (/** @type {any} */ one, /** @type {any} */ key) => look(one, value[key], `${at}.${key}`);
    /** @type {Must} */
    const must = (holds, words) => (holds ? undefined : `${at} must ${words}.`);
    /** @type {Must} */
    const number = (holds, words) => must(type !== 'number' || holds, `be ${words} ${want}`);

    const [, end, of] = /^(min|max)(imum|Length|Items|Properties)$/.exec(keyword) ?? [];
    if (end) {
      const [concerned, unit] = BOUNDS[of];
      if (type !== concerned) return undefined;
      // In code points: an emoji is one character.
      const size = unit ? Object.keys(type === 'string' ? [...value] : value).length : value;
      const words = `${unit ? 'have' : 'be'} at ${end === 'min' ? 'least' : 'most'} ${want}${unit}, not ${size}`;
      return must(end === 'min' ? size >= want : size <= want, words);
    }
    switch (keyword) {
      case 'type': {
        const types = [want].flat();
        const fits = types.includes(type) || (types.includes('integer') && Number.isInteger(value));
        return must(fits, `be of type ${types.join(' or ')}`);
      }
      case 'const':
      case 'enum': {
        const allowed = (keyword === 'const' ? [want] : want).map(canonical);
        return must(allowed.includes(canonical(value)), `be ${allowed.join(' or ').slice(0, 200)}`);
      }
      case 'exclusiveMinimum':
        return number(value > want, 'more than');
      case 'exclusiveMaximum':
        return number(value < want, 'less than');
      case 'multipleOf': // Decimal fractions are not exact: 0.3 is a multiple of 0.1.
        return number(Math.abs(value / want - Math.round(value / want)) < 1e-9, 'a multiple of');
      case 'pattern':
        return must(type !== 'string' || matches(want, value), `match ${want}`);
      case 'required':
        return first(type === 'object' ? want : [], (name) =>
          Object.hasOwn(value, name) ? undefined : `${at}.${name} is missing.`,
        );
      case 'properties':
        return first(names, (name) => (Object.hasOwn(want, name) ? inner(want[name], name) : undefined));
      case 'additionalProperties':
        if (schema.patternProperties) break;
        return first(names, (name) => (Object.hasOwn(schema.properties ?? {}, name) ? undefined : inner(want, name)));
      case 'prefixItems':
        return first(want.slice(0, items.length), inner);
      case 'items': {
        const before = schema.prefixItems?.length ?? 0;
        return first(items.slice(before), (_, index) => inner(want, before + index));
      }
      case 'allOf':
        return first(want, (one) => look(one, value, at));
      case 'anyOf':
      case 'oneOf':
      case 'not': {
        const before = unsure;
        const faults = [want].flat().map((one) => look(one, value, at));
        const fits = faults.filter((fault) => !fault).length;
        if (keyword !== 'not' && !fits) return faults[0];
        const most = { anyOf: Infinity, oneOf: 1, not: 0 }[keyword];
        const words = `fit ${most ? 'only one' : 'none'} of ${canonical(want).slice(0, 200)}`;
        return must(fits <= most || unsure > before, words);
      }
      case '$ref': {
        const steps = decodeURIComponent(want).split('/');
        if (steps.shift() !== '#') break;
        // RFC 6901
        const step = (/** @type {any} */ place, /** @type {string} */ name) =>
          place[name.replaceAll('~1', '/').replaceAll('~0', '~')];
        return look(steps.reduce(step, root), value, at);
      }
    }
    if (!NOTES.test(keyword)) unsure++;
    return undefined;
  };

  try {
    return look(root, parameters, 'parameters');
  } catch {
    return undefined; // A schema that is none: the server refuses it.
  }
}
