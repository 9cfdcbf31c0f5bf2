import { expect, it } from 'vitest';
import { z } from 'zod';
import { shortId, timestampMs } from './fields.ts';
import { INPUTS, inputSchema, within, type InputSchema } from './testing/inputs.ts';

/** The first unbounded part of a schema, or null. */
function endless({ type, ...schema }: InputSchema): string | null {
  if (schema.enum !== undefined || schema.const !== undefined) return null;
  if (type === 'array') return schema.maxItems === undefined ? 'list' : null;
  if (type === 'integer' || type === 'number') return schema.maximum === undefined ? 'number' : null;
  if (type !== 'string' || schema.maxLength !== undefined) return null;
  return schema.pattern !== undefined && isBounded(schema.pattern) ? null : 'text';
}

/** Whether a pattern matches the whole text and has no unbounded repetition. */
function isBounded(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  return /^\^[^|]*\$$/.test(bare.replaceAll(/\([^()]*\)/g, 'x')) && !/[*+]|\{\d+,\}/.test(bare);
}

/** Checked elsewhere: the change of a proposal by its kind, the value of a setting by the setting. */
const ELSEWHERE = ['POST desk/propose change', 'change setting value'];

it.each(Object.entries(INPUTS))('%s: every input is bounded', (name, schema) => {
  const found = [...within(inputSchema(schema))].flatMap(([path, each]) => {
    const open = each.type === undefined && each.anyOf === undefined && each.enum === undefined;
    const what = endless(each) ?? (open && each.const === undefined ? 'anything' : null);
    return what === null ? [] : [`${path}: ${what}`];
  });
  const left = found.filter(line => !ELSEWHERE.some(known => `${name} ${line}`.startsWith(known)));
  expect(left).toEqual([]);
});

it.each([
  ['text', z.string()],
  ['text', z.string().regex(/^[a-z]+$/)],
  ['text', z.string().regex(/a{1,3}/)],
  ['text', z.string().regex(/^a{3,}$/)],
  ['text', z.string().regex(/^a$|b$/)],
  ['number', z.number()],
  ['list', z.array(z.boolean())],
  [null, z.string().regex(/^\d{1,20}(\.\d{1,18})?$/)],
  [null, z.string().regex(/^[+*]{1,3}$/)],
  [null, z.string().max(3)],
  [null, z.number().max(3)],
] as const)('finds: %s', (what, schema) => {
  expect(endless(inputSchema(schema))).toBe(what);
});

it.each([1, 2_147_483_647, '1', '2147483647'])('a short id is %s', value => {
  expect(shortId.parse(value)).toBe(Number(value));
});

it.each([0, -1, 0.5, 2_147_483_648, 1e300, NaN, '0', '-1', '01', '2147483648', '9007199254740993', '1e3'])(
  'a short id is not %s',
  value => expect(shortId.safeParse(value).success).toBe(false),
);

it.each(['0x10', '+1', ' 1', '1 ', '1.0', '١', '１', '1\n', 'Infinity', '', '9'.repeat(16)])(
  'a time is not %j',
  value => expect(timestampMs.safeParse(value).success).toBe(false),
);
