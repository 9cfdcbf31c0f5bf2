import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './file.ts';
import { newSigner } from './testing/sample-log.ts';
import { partAt, placesIn, replaced, type Place } from './testing/places.ts';
import { FILES, signer } from './testing/sample-files.ts';
import type { Report } from './report.ts';
import { verify } from './verify.ts';

const files = Object.entries(FILES);
const states = ({ verdict, checks }: Report) => [
  verdict,
  checks.map(check => `${check.name} ${check.state}`),
];

/** Words that a forger could exchange. */
const WORDS: Readonly<Record<string, string>> = {
  long: 'short',
  short: 'long',
  rise: 'fall',
  take_profit: 'stop_loss',
  stop_loss: 'take_profit',
  pro_rata: 'first_come',
  hosting: 'completed',
  completed: 'hosting',
  redeemed: 'completed',
  trust_interest: 'trust_redemption',
  trust_redemption: 'trust_interest',
};

/** Other values that a forger might write, as similar as possible. */
function others(value: unknown): unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1, null];
  if (typeof value === 'boolean') return [!value];
  if (value === null) return [1, '1'];
  if (typeof value !== 'string') return [];
  if (/^-?\d+(\.\d+)?$/.test(value)) {
    const last = parseInt(value.at(-1)!, 10);
    return [value.slice(0, -1) + String((last + 1) % 10), `1${value}`.replace('1-', '-1'), null];
  }
  return [WORDS[value] ?? `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`];
}

it.each([
  ['pro_rata', 'proRata'],
  ['trust_interest', 'trustInterest'],
  ['trust_redemption', 'trustRedemption'],
])('a file that says %s is as right as one of an earlier release that says %s', (word, earlier) => {
  const having = files.filter(([, file]) => JSON.stringify(file).includes(`"${word}"`));
  expect(having).not.toEqual([]);
  for (const [, file] of having) {
    const old: unknown = JSON.parse(JSON.stringify(file).replaceAll(`"${word}"`, `"${earlier}"`));
    expect(verify(old)).toEqual(verify(file));
  }
});

/** Fields that only name a key for people. */
const NAMES = /^log\.keys\.\d+\.key_id$/;

describe.each(files)('%s', (_, file) => {
  const right = verify(file);

  it('is accepted, and every check of its kind is possible', () => {
    expect(right.checks.filter(check => check.state === 'failed')).toEqual([]);
    expect(right.verdict).toBe('right');
    expect(verify(JSON.parse(JSON.stringify(file)), { keys: [signer.key] })).toMatchObject({
      verdict: 'right',
    });
  });

  it('is rejected if any single field changes, or declares that no result depends on that field', () => {
    const leaves = placesIn(file).filter(
      place => typeof partAt(file, place) !== 'object' || partAt(file, place) === null,
    );
    const unnoticed = leaves.flatMap(place =>
      others(partAt(file, place))
        .filter(other => states(verify(replaced(file, place, other))).toString() === states(right).toString())
        .map(() => place.join('.')),
    );
    const told = new Set(right.unchecked);
    const receipt = (place: string) => place.replace(/^receipt\./, '');
    const untold = unnoticed.filter(
      place => !told.has(place) && !told.has(receipt(place)) && !NAMES.test(place),
    );
    expect([...new Set(untold)]).toEqual([]);
  });

  it('declares only fields it has as deciding nothing', () => {
    const has = (field: string) =>
      [field, `receipt.${field}`].some(path => partAt(file, path.split('.')) !== undefined);
    expect(right.unchecked.filter(field => !has(field))).toEqual([]);
  });

  it('is rejected if an item of a list is repeated or missing', () => {
    const lists = placesIn(file).filter(
      place => Array.isArray(partAt(file, place)) && place.at(-1) !== 'keys',
    );
    const wrong = lists.flatMap(place => {
      const list = partAt(file, place) as unknown[];
      if (list.length === 0) return [];
      const changed = [[...list, list.at(-1)], list.slice(1)];
      return changed
        .filter(one => verify(replaced(file, place, one)).verdict === 'right')
        .map(() => place.join('.'));
    });
    expect(wrong).toEqual([]);
  });

  it('gives a report whatever it contains', () => {
    const places = placesIn(file);
    const junk = fc.oneof(
      fc.constantFrom(null, undefined, '', 'x', 0, -1, 0.5, NaN, Infinity, 1e300, true, [], {}, [null]),
      fc.constantFrom(
        '-1',
        '0',
        '9'.repeat(30),
        '0.'.padEnd(31, '1'),
        '-0',
        '1e5',
        9_007_199_254_740_991,
        '0'.repeat(64),
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, (place: Place, other) => {
        expect(verify(replaced(file, place, other)).checks.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a file of no known kind', () => {
  it.each([
    [null],
    [7],
    ['text'],
    [[]],
    [{}],
    [{ kind: 'tallystick liquidation proof 2' }],
    [{ kind: 'tallystick constructor proof 1' }],
    [{ kind: ['tallystick trust proof 1'] }],
  ])('is refused: %j', given => {
    expect(verify(given)).toEqual({
      kind: null,
      verdict: 'wrong',
      checks: [{ name: 'format', state: 'failed', problem: 'not_a_proof', figures: { field: 'kind' } }],
      unchecked: [],
    });
  });
});

it('is rejected under a key that is not trusted', () => {
  const report = verify(FILES.liquidation, { keys: [newSigner().key] });
  expect(report.checks.find(check => check.name === 'signature')).toMatchObject({ problem: 'unknown_key' });
});

describe('a record from before its inputs were kept', () => {
  it('of a deleveraging or an offset has nothing to check, and is not called right', () => {
    for (const file of [FILES.deleveraging, FILES.offset]) {
      const old = { ...file, log: null, record: { ...file.record, inputs: null, mark_inputs: null } };
      expect(verify(old)).toMatchObject({ verdict: 'unchecked' });
    }
  });

  it('of a liquidation is checked as far as possible', () => {
    const { record } = FILES.liquidation;
    const old = { ...record, mark_inputs: null, liquidation_fee_percent: null, taker_fee_percent: null };
    const report = verify({ ...FILES.liquidation, log: null, record: old });
    expect(report.verdict).toBe('right');
    const left = report.checks.filter(check => check.problem === 'not_recorded').map(check => check.name);
    expect(left).toEqual(['index', 'signature', 'inclusion', 'mark', 'liquidation_fee', 'fee', 'returned']);
  });

  it('that left lots open says nothing about returned margin', () => {
    const part = { ...FILES.liquidation.record, book_lots: 90, remaining_lots: 10, returned: '0' };
    const report = verify({ ...FILES.liquidation, record: part });
    expect(report.verdict).toBe('right');
    expect(report.checks.at(-1)).toMatchObject({
      name: 'returned',
      state: 'not_checkable',
      problem: 'lots_remain',
    });
  });
});

describe('text of a file', () => {
  it.each([
    ['not JSON', '{"kind":', 'not_json'],
    ['NaN', '{"a":NaN}', 'not_json'],
    ['deeper than any file of ours', '['.repeat(1_000_000), 'too_deep'],
    ['longer than any file of ours', ' '.repeat(64 * 2 ** 20 + 1), 'too_large'],
    ['a key twice', '{"a":1,"b":{"a":2},"a":3}', 'duplicate_key'],
    ['a key twice, spelt otherwise', '{"a":1,"\\u0061":3}', 'duplicate_key'],
  ])('is refused: %s', (_what, text, problem) => {
    expect(readJson(text)).toEqual({ ok: false, problem });
  });

  it.each(['{"a":{"a":1},"b":"a","c":["a","a"]}', '"{\\"a\\":1,\\"a\\":2}"', '{"a\\"":1,"a":"\\\\"}'])(
    'is read: %s',
    text => {
      expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
    },
  );

  it('is read like JSON, whatever the pieces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
        expect(readJson(JSON.stringify(value, undefined, 1))).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });
});
