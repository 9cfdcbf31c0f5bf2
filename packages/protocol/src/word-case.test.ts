import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from './calls.ts';
import { deskCalls } from './desk-calls.ts';
import { proposedChanges } from './desk/changes.ts';
import { platformSettings } from './desk/settings.ts';
import { word } from './fields.ts';
import { pushMessage } from './push-message.ts';
import { within, type InputSchema } from './testing/inputs.ts';
import { fromWire, toWire } from './word-case.ts';

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Words whose spelling others define, or that old readers know only in this spelling. */
const EXCEPTIONS: readonly RegExp[] = [
  // Flags in forms, and the empty text.
  /^[01]?$/,
  // Lengths of candles, as charts name them.
  /^\d{1,2}[mhdwM]$/,
  // Codes of states' currencies (ISO 4217).
  /^[A-Z]{3}$/,
  // Proper names of networks and times in force.
  /^(ERC20|TRC20|OMNI|BEP20|SOL|XRP|DOGE|ADA|GTC|IOC|FOK)$/,
  /^image\/(jpeg|png|webp)$/,
  // The kind of a file, in words.
  /^tallystick [a-z ]+ 1$/,
];
/** Service workers of earlier releases read it too, on devices where the app was not opened since. */
const FIELDS_KEPT = ['push message atMs'];

const schemas: [string, z.ZodType][] = [
  ...Object.entries({ ...calls, ...deskCalls }).flatMap(
    ([name, { input, output }]): [string, z.ZodType][] => [
      [`${name} in`, input],
      [`${name} out`, output],
    ],
  ),
  ...Object.entries(proposedChanges).map(([name, schema]): [string, z.ZodType] => [name, schema]),
  ...Object.entries(platformSettings).map(([name, schema]): [string, z.ZodType] => [name, schema]),
  ['push message', pushMessage],
];

function wordsIn(name: string, schema: z.ZodType): string[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as InputSchema;
  return [...within(whole)].flatMap(([, each]) => {
    if ((each as { deprecated?: boolean }).deprecated === true) return [];
    const fields = Object.keys(each.properties ?? {});
    const values = [...(each.enum ?? []), each.const].filter(value => typeof value === 'string');
    return [
      ...fields.filter(field => !FIELDS_KEPT.includes(`${name} ${field}`)),
      ...values.filter(value => !EXCEPTIONS.some(known => known.test(value))),
    ];
  });
}

it.each(schemas)('%s has words in snake case alone', (name, schema) => {
  expect(wordsIn(name, schema).filter(one => !SNAKE.test(one))).toEqual([]);
});

it('topics and what they carry are in snake case', () => {
  const text = readFileSync(join(import.meta.dirname, 'sockets.ts'), 'utf8');
  const fields = [...text.matchAll(/(?:readonly )(\w+)\??: |^ {2}(\w+): \{/gm)].map(
    found => found[1] ?? found[2]!,
  );
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter(one => !SNAKE.test(one))).toEqual([]);
});

it('finds what is written otherwise', () => {
  const mixed = z.object({
    marketId: z.enum(['pro_rata', 'firstCome', 'pro-rata']),
    at_ms: z.literal('Open'),
  });
  expect(wordsIn('', mixed).filter(one => !SNAKE.test(one))).toEqual([
    'marketId',
    'firstCome',
    'pro-rata',
    'Open',
  ]);
});

it.each([
  ['proRata', 'pro_rata'],
  ['launchOfferChanged', 'launch_offer_changed'],
  ['open', 'open'],
  ['', ''],
] as const)('%s is %s on the wire, and back', (core, wire) => {
  expect(toWire(core)).toBe(wire);
  expect(toWire(wire)).toBe(wire);
  expect(fromWire(wire)).toBe(core);
  expect(fromWire(core)).toBe(core);
});

it.each([
  ['POST wallet/legal_log', { reason: 'trustInterest' }, 'trust_interest'],
  ['POST wallet/legal_log', { reason: 'trust_interest' }, 'trust_interest'],
  ['GET statement/summary', { period: '2026', reason: 'perpetualTrade' }, 'perpetual_trade'],
  ['GET statement/file', { period: '2026', format: 'csv', reason: 'dustConversion' }, 'dust_conversion'],
] as const)('%s takes %j as %s: clients of earlier releases', (name, input, reason) => {
  expect(calls[name].input.parse(input)).toMatchObject({ reason });
});

it.each(['POST desk/market_stop', 'POST desk/perpetual_stop'] as const)('%s takes the earlier word', name => {
  const stop = { status: 'cancelOnly', reason: 'drill' };
  expect(deskCalls[name].input.parse(stop)).toMatchObject({ status: 'cancel_only' });
});

it('a word is one of those, in either spelling and no third one', () => {
  const side = word(z.enum(['both_sides', 'none']));
  expect(['both_sides', 'bothSides', 'none'].map(one => side.parse(one))).toEqual([
    'both_sides',
    'both_sides',
    'none',
  ]);
  expect(['both-sides', 'BothSides', 'both_Sides', ''].map(one => side.safeParse(one).success)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
