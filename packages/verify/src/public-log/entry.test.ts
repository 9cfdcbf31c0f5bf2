import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { entryBytes, FIRST_RECORD_HASH, readEntry, type PublicEntry } from './entry.ts';

const entry: PublicEntry = {
  number: 1,
  kind: 'books',
  at_ms: 1_760_000_000_000,
  body: { sequence: 4, hash: 'a'.repeat(64) },
  previous_hash: FIRST_RECORD_HASH,
};

describe('canonical JSON', () => {
  it('sorts names by their code units, at every depth, without white space', () => {
    expect(canonicalJson({ b: [{ z: 1, a: null }], a: 'é"', '€': true })).toBe(
      '{"a":"é\\"","b":[{"a":null,"z":1}],"€":true}',
    );
    expect(canonicalJson(-0)).toBe('0');
  });

  it('is one for each value, whatever the order of names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger()), fields => {
        const turned = Object.fromEntries(Object.entries(fields).toReversed());
        expect(canonicalJson(turned)).toBe(canonicalJson(fields));
        expect(JSON.parse(canonicalJson(fields))).toEqual(JSON.parse(JSON.stringify(fields)));
      }),
    );
  });

  it.each([0.5, Number.NaN, 2 ** 53, 1n, undefined, '\ud800', [undefined], { a: undefined }])(
    'has no form for %s',
    value => expect(() => canonicalJson(value)).toThrow(RangeError),
  );
});

describe('an entry of the public log', () => {
  it('is read as it was written', () => {
    expect(readEntry(entryBytes(entry))).toEqual(entry);
  });

  it.each([
    ['white space', (text: string) => text.replace('{', '{ ')],
    ['another order', (text: string) => text.replace(/"at_ms":\d+,(.*)}$/, '$1,"at_ms":1760000000000}')],
    ['one more field', (text: string) => text.replace('{"at_ms"', '{"a":1,"at_ms"')],
    ['one more field in the body', (text: string) => text.replace('"sequence"', '"more":1,"sequence"')],
    ['a fraction', (text: string) => text.replace('"sequence":4', '"sequence":4.0')],
    ['an unknown kind', (text: string) => text.replace('"books"', '"fables"')],
    ['a name twice', (text: string) => text.replace('"number":1', '"number":1,"number":1')],
    ['no JSON', () => 'a record'],
  ])('is none with %s', (_what, change) => {
    const text = new TextDecoder().decode(entryBytes(entry));
    expect(readEntry(utf8ToBytes(change(text)))).toBeNull();
  });

  it('is refused with a wrong body, or one that fits no bundle', () => {
    expect(() => entryBytes({ ...entry, body: { sequence: 4 } })).toThrow('no body of a record of books');
    const row = { currency: 'BTC', decimals: 8, root: 'a'.repeat(64), total: '1', leaves: 1 };
    const tree = Array.from({ length: 1_000 }, () => row);
    const body = { point: 1, sequence: 1, at_ms: 1, tree, beside: [] };
    expect(() => entryBytes({ ...entry, kind: 'liabilities', body })).toThrow('too long');
  });
});
