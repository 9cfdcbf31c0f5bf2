import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeBody, encodeBody, STORED_KINDS } from './codec.ts';
import { EXCHANGE_KINDS } from '../events/kinds/exchange-kinds.ts';
import { minor } from '../events/kinds/fields.ts';
import { Kind } from '../events/kinds/kind.ts';

/** Every kind in every version ever written, with its current meaning. Lines are added, never changed. */
const GOLDEN = JSON.parse(
  readFileSync(new URL('testing/golden-events.json', import.meta.url), 'utf8'),
) as readonly { kind: string; version: number; body: string; means: unknown }[];

/** Bigints become text such as `5n`. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)),
  );
}

describe('events of all versions', () => {
  it.each(GOLDEN)('$kind, version $version, can still be read', ({ kind, version, body, means }) => {
    expect(plain(decodeBody(kind, version, body))).toEqual(means);
  });

  it('have a golden line for each kind and version', () => {
    const lines = GOLDEN.map(({ kind, version }) => `${kind} ${version}`);
    const known = Object.entries(STORED_KINDS).flatMap(([kind, { versions }]) =>
      versions.map((_, i) => `${kind} ${i + 1}`),
    );
    expect(lines.toSorted()).toEqual(known.toSorted());
  });

  it('of the newest version are encoded exactly as stored', () => {
    for (const { kind, version, body } of GOLDEN) {
      if (version === STORED_KINDS[kind]?.version) {
        expect(encodeBody(decodeBody(kind, version, body))).toBe(body);
      }
    }
  });
});

it('are written by the engine in the newest version', () => {
  // See VERSION in engine/projections/exchange-events.ts.
  for (const kind of Object.values(EXCHANGE_KINDS)) expect(kind.version).toBe(1);
});

it('of an earlier version are converted by its upgrade', () => {
  const kind = Kind.of(z.object({ amountMinor: minor })).next(
    z.object({ amountMinor: minor, currencyId: z.int() }),
    earlier => ({ ...earlier, currencyId: 3 }),
  );
  expect(kind.version).toBe(2);
  expect(kind.decode(1, '{"amountMinor":"5"}')).toEqual({ amountMinor: 5n, currencyId: 3 });
  expect(kind.decode(2, '{"amountMinor":"5","currencyId":1}')).toEqual({ amountMinor: 5n, currencyId: 1 });
});

it.each([
  ['a kind nobody knows', 'rained', 1, '{}'],
  ['a version of a later program', 'securityNews', 3, '{"message":"x"}'],
  ['a body without its fields', 'securityNews', 1, '{}'],
  ['an amount that is no integer', 'debtChanged', 1, '{"currencyId":3,"owedMinor":"1.5"}'],
  ['a body that was cut', 'securityNews', 1, '{"message"'],
])('%s is refused by name', (_, kind, version, body) => {
  expect(() => decodeBody(kind, version, body)).toThrow(kind);
});
