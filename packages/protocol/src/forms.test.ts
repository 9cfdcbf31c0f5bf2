import { expect, it } from 'vitest';
import { calls } from './calls.ts';
import { deskCalls } from './desk-calls.ts';
import { inputSchema, type InputSchema } from './testing/inputs.ts';

/** Bodies are forms or JSON. Numbers and booleans of JSON are text in a form. */
const EVERYTHING = Object.entries({ ...calls, ...deskCalls });

/** The alternatives of a field. */
function choices(schema: InputSchema): InputSchema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(choices);
}

/** An example value: the smallest number, or true. */
function example(schemas: readonly InputSchema[]): number | boolean | null {
  const number = schemas.find(({ type }) => type === 'integer' || type === 'number');
  if (number !== undefined) return Math.max(number.minimum ?? 1, 1);
  return schemas.some(({ type }) => type === 'boolean') ? true : null;
}

it.each(EVERYTHING)('%s accepts numbers and booleans of a form', (_name, { input }) => {
  for (const [name, schema] of Object.entries(inputSchema(input).properties ?? {})) {
    const value = example(choices(schema));
    if (value === null) continue;
    const issues = (given: unknown) =>
      input.safeParse({ [name]: given }).error?.issues.filter(({ path }) => path[0] === name) ?? [];
    expect(issues(value), `${name}: ${value}`).toEqual([]);
    expect(issues(String(value)), `${name}: '${value}'`).toEqual([]);
  }
});
