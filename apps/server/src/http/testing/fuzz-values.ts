import type { InputSchema } from '@tallystick/protocol/testing/inputs';
import fc, { type Arbitrary } from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';

/** A value as text for forms and queries, and as JSON, which can have values that no object of ours has. */
export interface Written {
  readonly text: string;
  readonly json: string;
}

export function written(value: unknown): Written {
  return { text: typeof value === 'string' ? value : JSON.stringify(value), json: JSON.stringify(value) };
}

const asText = (text: string): Written => ({ text, json: JSON.stringify(text) });
const asIs = (json: string): Written => ({ text: json, json });

const NUMBERS = [
  ...[
    '0',
    '-0',
    '-1',
    '00',
    '01',
    '1.0',
    '0.1',
    '1.',
    '.5',
    '+1',
    '1e3',
    '1E-3',
    '0x10',
    '0b1',
    '1_000',
    '1,000',
  ],
  ...[
    '2147483647',
    '2147483648',
    '-2147483648',
    '-2147483649',
    '4294967296',
    '9007199254740991',
    '9007199254740993',
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '99999999999999999999',
    '0.000000000000000001',
    '1e400',
    '-1e400',
  ],
  ...[
    '999999999999999',
    '9'.repeat(20) + '.' + '9'.repeat(18),
    '9'.repeat(400),
    '8640000000000000',
    '8640000000000001',
  ],
  ...['NaN', 'Infinity', '١٢٣', '１２３', '1２', '१', '²', '½', '1 ', ' 1', '\u00a01', '1\n'],
];

const TEXTS = [
  ...[
    '',
    ' ',
    'null',
    'undefined',
    'true',
    '__proto__',
    'constructor',
    'toString',
    '[object Object]',
    '../../etc/passwd',
  ],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '\ufeff',
    '\u202eevil\u202c',
    '\u200b',
    'é',
    'e\u0301',
    'ﷺ',
    '👨‍👩‍👧‍👦',
    '𝟙𝟚',
    'ß',
    'İ',
    'ẞ',
  ],
  ...[
    "' or 1=1 --",
    '"; drop table customers; --',
    '${7*7}',
    '{{7*7}}',
    '%s%n',
    '<script>alert(1)</script>',
    '\r\nx: y',
  ],
  ...[
    'a'.repeat(255),
    'é'.repeat(1_000),
    '👍'.repeat(500),
    'x'.repeat(60_000),
    '%00',
    '%',
    '%zz',
    '\\',
    '"',
    '\x7f\x01\x1b[31m',
  ],
];

const STRUCTURES = [
  ...[
    'null',
    '[]',
    '{}',
    '[1]',
    '["1","1"]',
    '[[["a"]]]',
    '{"a":1}',
    '{"length":1}',
    '{"__proto__":{"a":1}}',
    '-0',
    '1e400',
    'true',
  ],
  ...[
    '{"constructor":{"prototype":{"a":1}}}',
    '{"toString":1}',
    '{"then":1}',
    '1e-400',
    '0.1',
    '[null]',
    '"\\ud800"',
    '"\\u0000"',
  ],
  '['.repeat(1_000) + ']'.repeat(1_000),
  '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000),
];

/** Values that most fields do not allow. */
export const oddValue: Arbitrary<Written> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS).map(asText) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS.filter(isJson)).map(asIs) },
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map(asText) },
  { weight: 3, arbitrary: fc.constantFrom(...STRUCTURES).map(asIs) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }).map(asText) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map(written) },
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const oddName: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'a[]',
    'a[b]',
    'a.b',
  ),
  fc.constantFrom(
    '\0',
    '\ud800',
    'é',
    'x'.repeat(300),
    'x'.repeat(9_000),
    '"',
    '\r\n',
    'customer_id',
    'idempotency_key',
  ),
  fc.string({ maxLength: 12 }),
);

/** Ids that may exist and ids that do not. */
const aFew = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 10_001, max: 10_012 }));

/** A value that the schema accepts, often at its limits. Refinements are not considered. */
export function fitting(schema: InputSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return fittingText(schema);
    case 'number':
    case 'integer':
      return fittingNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'object':
      return fittingObject(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingText({ pattern, maxLength = 40 }: InputSchema): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const text = fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 40) });
  return fc.oneof(text, fc.constantFrom('x'.repeat(maxLength), '한'.repeat(maxLength), '1'));
}

function fittingNumber({ minimum = -1e6, maximum = 1e6 }: InputSchema): Arbitrary<number> {
  const edges = fc.constantFrom(
    minimum,
    maximum,
    Math.min(minimum + 1, maximum),
    Math.max(maximum - 1, minimum),
  );
  return fc.oneof(aFew, edges, fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }));
}

function fittingObject({ properties, required = [], additionalProperties, propertyNames }: InputSchema) {
  if (properties === undefined) {
    const names = propertyNames === undefined ? oddName : fittingText(propertyNames);
    const values =
      typeof additionalProperties === 'object'
        ? fitting(additionalProperties)
        : fc.jsonValue({ maxDepth: 2 });
    return fc.dictionary(names, values, { maxKeys: 3 });
  }
  const arbitraries = Object.entries(properties).map(([name, each]) => [name, fitting(each)] as const);
  return fc.record(Object.fromEntries(arbitraries), { requiredKeys: [...required] });
}
