import { z } from 'zod';
import { calls } from '../calls.ts';
import { deskCalls } from '../desk-calls.ts';
import { proposedChanges } from '../desk/changes.ts';
import { platformSettings } from '../desk/settings.ts';

/** The part of JSON Schema that our inputs use. */
export interface InputSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: InputSchema | boolean;
  readonly propertyNames?: InputSchema;
  readonly items?: InputSchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly InputSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A schema's input as JSON Schema, without refinements. */
export function inputSchema(schema: z.ZodType): InputSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema;
}

/** Every input by name: customers' and desk calls, proposed changes, settings. */
export const INPUTS: Readonly<Record<string, z.ZodType>> = Object.fromEntries([
  ...Object.entries({ ...calls, ...deskCalls }).map(([name, { input }]) => [name, input] as const),
  ...Object.entries(proposedChanges).map(([kind, change]) => [`change ${kind}`, change] as const),
  ...Object.entries(platformSettings).map(([name, setting]) => [`setting ${name}`, setting] as const),
]);

/** All nested schemas with their paths: `currencies.[].max_stake`. */
export function* within(schema: InputSchema, path = ''): Generator<readonly [path: string, InputSchema]> {
  yield [path, schema];
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const each of schema.anyOf ?? []) yield* within(each, path);
  for (const [name, each] of Object.entries(schema.properties ?? {})) yield* within(each, below(name));
  if (schema.items !== undefined) yield* within(schema.items, below('[]'));
  if (typeof schema.additionalProperties === 'object') yield* within(schema.additionalProperties, below('*'));
  if (schema.propertyNames !== undefined) yield* within(schema.propertyNames, below('*'));
}
