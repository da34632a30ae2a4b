import assert from 'node:assert/strict';
import { test } from 'node:test';

import { objection } from '../src/schema.js';

const level = (schema, value) => objection({ type: 'object', properties: { level: schema } }, { level: value });

/** What fits, and what does not with the sentence that says why. */
const CASES = [
  [{ type: 'integer' }, [3, 3.0, -1], [[3.5, 'parameters.level must be of type integer.'], ['3'], [null]]],
  [{ type: ['string', 'null'] }, ['a', null], [[1, 'parameters.level must be of type string or null.'], [{}]]],
  [{ type: 'number' }, [1, 1.5], [['1'], [true]]],
  [{ type: 'object' }, [{}], [[[]], [null]]],
  [{ type: 'array' }, [[]], [[{}]]],
  [{ enum: ['on', { a: [1], b: 2 }] }, ['on', { b: 2, a: [1] }], [['off', /must be "on" or \{/], [{ a: [1] }]]],
  [{ const: 4 }, [4], [[5, 'parameters.level must be 4.']]],
  [{ minimum: 0, maximum: 100 }, [0, 100, 'x'], [[101, 'parameters.level must be at most 100, not 101.'], [-1]]],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5], [[0, 'parameters.level must be more than 0, not 0.'], [1]]],
  [{ multipleOf: 0.1 }, [0.3, 7, 1.1], [[0.35, 'parameters.level must be a multiple of 0.1.']]],
  [{ minLength: 2, maxLength: 3 }, ['ab', '🙂🙂🙂'], [['🙂', /at least 2 characters, not 1/], ['abcd']]],
  [{ pattern: '^\\p{L}+$' }, ['né', 3], [['n1', /must match/]]],
  [{ pattern: '(?i)abc' }, ['xyz'], []], // a syntax that the browser does not have
  [{ minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[[], /at least 1 items, not 0/], [[1, 2, 3]]]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }, 'x'], [[{}], [{ a: 1, b: 2 }]]],
  [{ required: ['a'] }, [{ a: undefined }, 3], [[{}, 'parameters.level.a is missing.']]],
  [
    { properties: { a: { type: 'string' } }, additionalProperties: false },
    [{ a: '' }, {}],
    [[{ a: 1 }, /level\.a must be/], [{ b: 1 }, 'parameters.level.b is not expected.'], [{ constructor: 1 }]],
  ],
  [{ additionalProperties: { type: 'number' } }, [{ x: 1 }], [[{ x: '1' }]]],
  [{ patternProperties: { '^x': {} }, additionalProperties: false }, [{ x1: 1 }], []],
  [
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    [[], ['a'], ['a', 1]],
    [
      [[1], /level\.0 must/],
      [['a', 1, 'b'], /level\.2 must/],
    ],
  ],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [[3, /at most 2/]]],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 6], [[4, /of type string/]]],
  [{ oneOf: [{ type: 'string' }, { minLength: 2 }] }, ['a', 4], [['ab', /only one of/]]],
  [{ not: { type: 'string' } }, [1], [['a', /none of/]]],
  // What is not known must not make a fit that counts against the value.
  [{ not: { contains: { const: 1 } } }, [[1], 'a'], []],
  [{ oneOf: [{ contains: {} }, { type: 'array' }] }, [[1]], []],
  [{ not: { pattern: '(?i)a' } }, ['a'], []],
  [{ format: 'email', title: 'x', description: 'y', default: 1 }, ['nobody'], []],
  [{ not: { format: 'email' } }, [], [['nobody']]],
  [true, [1], []],
  [false, [], [[1, 'parameters.level is not expected.']]],
];
for (const [schema, fitting, faulty] of CASES) {
  test(`the check knows ${JSON.stringify(schema)}`, () => {
    for (const value of fitting) assert.equal(level(schema, value), undefined, JSON.stringify(value));
    for (const [value, why] of faulty) {
      const said = level(schema, value);
      assert.ok(said, `${JSON.stringify(value)} fits`);
      if (typeof why === 'string') assert.equal(said, why);
      else if (why) assert.match(said, why);
    }
  });
}

test('references are followed within the schema, to any depth that the value has', () => {
  const tree = {
    $defs: { 'a/b': { type: 'object', properties: { next: { $ref: '#/$defs/a~1b' }, size: { type: 'number' } } } },
    $ref: '#/$defs/a~1b',
  };
  assert.equal(objection(tree, { next: { next: { size: 1 } } }), undefined);
  assert.equal(objection(tree, { next: { next: { size: '1' } } }), 'parameters.next.next.size must be of type number.');
});

test('what is no schema, or none that ends, is no objection', () => {
  for (const schema of [undefined, null, 3, { enum: 5 }, { required: 1 }, { $ref: '#' }, { $ref: '#/nowhere/at' }]) {
    assert.equal(objection(schema, { a: 1 }), undefined);
  }
});
