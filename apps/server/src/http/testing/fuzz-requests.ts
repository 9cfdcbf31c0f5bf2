import { calls, type CallName } from '@tallystick/protocol';
import { deskCalls, type DeskCallName } from '@tallystick/protocol/desk';
import { inputSchema, type InputSchema } from '@tallystick/protocol/testing/inputs';
import { proposedChanges } from '@tallystick/protocol/desk/changes';
import fc, { type Arbitrary } from 'fast-check';
import { bodyOf, queryOf, type Body, type Field } from './fuzz-bodies.ts';
import { ODD_HEADERS, ODD_METHODS, ODD_PATHS } from './fuzz-oddities.ts';
import { fitting, oddName, oddValue, written, type Written } from './fuzz-values.ts';
import { VALID } from './valid-input.ts';

export const SENDERS = [
  'visitor',
  'customer',
  'other customer',
  'support',
  'compliance',
  'accountant',
  'administrator',
] as const;
export type Sender = (typeof SENDERS)[number];

/** How the bytes are sent: whole, ended or cut off halfway, with a wrong length, or in chunks. */
export type Manner = 'whole' | 'ended' | 'torn' | 'too long' | 'too short' | 'chunked' | 'badly chunked';

export interface FuzzRequest {
  readonly from: Sender;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body | null;
  readonly manner: Manner;
}

/** A shell command to try the request by hand; long values are shortened. */
export function describeRequest({ from, method, target, headers, body, manner }: FuzzRequest): string {
  const short = (text: string): string =>
    text.length > 600 ? `${text.slice(0, 400)}…(${text.length})…${text.slice(-150)}` : text;
  const lines = [`curl -X ${method} '$URL${short(target)}'   # from: ${from}, sent: ${manner}`];
  for (const [name, value] of headers) lines.push(`  -H ${short(JSON.stringify(`${name}: ${value}`))}`);
  if (body !== null) {
    lines.push(`  -H ${short(JSON.stringify(`content-type: ${body.contentType}`))}`);
    lines.push(`  --data-binary ${short(JSON.stringify(body.bytes.toString('latin1')))}`);
  }
  return lines.join(' \\\n');
}

export type FuzzName = CallName | DeskCallName;

/** Known passwords and codes of the fuzzed customers, so that some requests pass these checks. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  password: ['correct horse', '258147'],
  old_password: ['correct horse'],
  code: ['000000', '123456'],
  query: ['customer1@example.com', '10001'],
  cursor: [
    '5',
    '5.5',
    '5.0.3',
    '999999999999999',
    '999999999999999.999999999999999',
    '0',
    '0.0',
    '9'.repeat(16),
  ],
};

/** A valid change for each kind of proposal. */
const changes = fc.oneof(
  ...Object.entries(proposedChanges).map(([kind, change]) =>
    fc.record({
      kind: fc.constant(kind),
      change: fitting(inputSchema(change)),
      note: fc.constantFrom('Because', 'x'.repeat(500)),
    }),
  ),
);

const SOME_IDS = Array.from({ length: 10 }, (_, at) => at + 1);
const SOME_CUSTOMERS = Array.from({ length: 6 }, (_, at) => at + 10_001);

/** A valid value, one of few that may exist, or any that the schema allows. */
function properOf(name: FuzzName, field: string, schema: InputSchema): Arbitrary<Written> {
  const proper = (VALID as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[name]?.[
    field
  ];
  const known = [...(KNOWN[field] ?? []), ...(proper === undefined ? [] : [proper, proper])];
  const few = field === 'customer_id' ? SOME_CUSTOMERS : /_id$|^id$/.test(field) ? SOME_IDS : [];
  if (known.length + few.length === 0) return fitting(schema).map(written);
  const good = fc.constantFrom<unknown>(...known, ...few).map(written);
  return fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: fitting(schema).map(written) });
}

/** Valid input; optional fields are sometimes left out. */
function properFields(name: FuzzName): Arbitrary<readonly Field[]> {
  const { properties = {}, required = [] } = inputSchema({ ...calls, ...deskCalls }[name].input);
  const valid = Object.keys((VALID as Readonly<Record<string, object | undefined>>)[name] ?? {});
  const fields = Object.entries(properties).map(([field, schema]) => {
    const value = properOf(name, field, schema).map(each => [[field, each] as const]);
    if (required.includes(field)) return value;
    const [there, absent] = valid.includes(field) ? [4, 1] : [1, 3];
    return fc.oneof({ weight: there, arbitrary: value }, { weight: absent, arbitrary: fc.constant([]) });
  });
  if (name !== 'POST desk/propose') return fc.tuple(...fields).map(all => all.flat());
  return changes.map(each => Object.entries(each).map(([field, value]) => [field, written(value)] as const));
}

/** Valid fields, or one of them invalid, missing or repeated, or several. */
function fieldsOf(name: FuzzName): Arbitrary<readonly Field[]> {
  const proper = properFields(name);
  const names = Object.keys(inputSchema({ ...calls, ...deskCalls }[name].input).properties ?? {});
  const known = names.length === 0 ? oddName : fc.constantFrom(...names);
  const spoiled = fc
    .tuple(proper, fc.array(fc.tuple(known, oddValue), { minLength: 1, maxLength: 3 }))
    .map(([fields, odd]) => {
      const replaced = new Map(odd);
      const kept = fields.filter(([field]) => !replaced.has(field));
      return [...kept, ...replaced];
    });
  const lacking = fc.tuple(proper, known).map(([fields, gone]) => fields.filter(([field]) => field !== gone));
  const more = fc
    .tuple(proper, fc.oneof(known, oddName), oddValue)
    .map(([fields, field, value]) => [...fields, [field, value] as const]);
  return fc.oneof(
    { weight: 6, arbitrary: proper },
    { weight: 5, arbitrary: spoiled },
    { weight: 1, arbitrary: lacking },
    { weight: 1, arbitrary: more },
  );
}

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...ODD_HEADERS), { minLength: 1, maxLength: 2 }) },
);
const MANNERS: readonly Manner[] = ['ended', 'torn', 'too long', 'too short', 'chunked', 'badly chunked'];
const manner = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Manner>('whole') },
  { weight: 1, arbitrary: fc.constantFrom(...MANNERS) },
);
/** Requests of one call, mostly by the right kind of sender and mostly close to valid. */
export function requestsOf(name: FuzzName): Arbitrary<FuzzRequest> {
  const [properMethod = '', path = ''] = name.split(' ');
  const mine: readonly Sender[] = name in deskCalls ? SENDERS.slice(3) : ['customer', 'other customer'];
  const from = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...mine) },
    { weight: 1, arbitrary: fc.constantFrom(...SENDERS) },
  );
  const method = fc.oneof(
    { weight: 20, arbitrary: fc.constant(properMethod) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_METHODS) },
  );
  const key = fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 8, arbitrary: fc.stringMatching(/^[a-z0-9]{12}$/) },
  );
  const fields = fieldsOf(name);
  const content = properMethod === 'GET' ? fields.map(queryOf) : bodyOf(fields);
  return fc
    .record({ from, method, content, headers, key, manner })
    .map(({ content: sent, headers: odd, key: chosen, ...rest }) => ({
      ...rest,
      target: `/api/${path}${typeof sent === 'string' && sent !== '' ? `?${sent}` : ''}`,
      headers: chosen === null ? odd : [...odd, ['idempotency-key', chosen] as const],
      body: typeof sent === 'string' ? null : sent,
    }));
}

/** Requests outside the calls: odd paths, the apps' files, documentation, health. */
export const otherRequests: Arbitrary<FuzzRequest> = fc.record({
  from: fc.constantFrom(...SENDERS),
  method: fc.oneof(fc.constant('GET'), fc.constantFrom(...ODD_METHODS)),
  target: fc.oneof(
    fc.constantFrom(...ODD_PATHS),
    fc.webPath().map(path => `/api${path}`),
  ),
  headers,
  body: fc.constantFrom(null, null, { contentType: 'application/json', bytes: Buffer.from('{}') }),
  manner,
});

/** The same requests for the same seed. */
export function sampleOf(requests: Arbitrary<FuzzRequest>, count: number, seed: number): FuzzRequest[] {
  return fc.sample(requests, { numRuns: count, seed });
}

/** Calls that would lock out later requests: fuzzed last or not at all. */
export const CLOSING: readonly FuzzName[] = [
  'POST desk/propose',
  'POST desk/perpetual_stop',
  'POST desk/market_stop',
  'POST desk/clock_advance',
  'POST desk/maintenance_start',
];

/** All calls, customers' first. */
export const FUZZED: readonly FuzzName[] = [
  ...([...Object.keys(calls), ...Object.keys(deskCalls)] as FuzzName[]).filter(
    name => !CLOSING.includes(name),
  ),
  ...CLOSING,
];
