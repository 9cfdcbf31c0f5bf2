import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../public-log/canonical.ts';
import { checkSignedAsset, readPublished, reservesByCurrency } from './published.ts';
import { ADDRESS, asset, ORIGIN, signedAsset } from './testing/signed-asset.ts';

function entries(more: { readonly point?: number; readonly record?: number; readonly kind?: string } = {}) {
  const head = { at_ms: 5, previous_hash: '0'.repeat(64) };
  const tree = [{ currency: 'USDT', decimals: 6, root: 'ab'.repeat(32), total: '90000000', leaves: 4 }];
  const liabilities = { point: 3, sequence: 9, at_ms: 4, tree, beside: [] };
  const reserves = {
    point: more.point ?? 3,
    at_ms: 5,
    assets: [
      signedAsset(),
      asset({ amount: '39000000', place: 'deposits' }),
      asset({ amount: '5', owner: 'house', place: 'other' }),
      asset({ currency: 'BTC', decimals: 8, network: 'OMNI', amount: '7' }),
    ],
    unproven: [{ currency: 'SOL', decimals: 9, place: 'SOL', amount: '4' }],
    house: [{ currency: 'USDT', decimals: 6, name: 'makers', amount: '9000000' }],
    liabilities_record: more.record ?? 1,
  };
  return {
    liabilities: canonicalJson({ ...head, number: 1, kind: 'liabilities', body: liabilities }),
    reserves: canonicalJson({ ...head, number: 2, kind: more.kind ?? 'reserves', body: reserves }),
  };
}

describe('what was published', () => {
  it('is read, and added up by currency; the house’s own counts for nothing', () => {
    const found = readPublished(entries())!;
    expect(found).toMatchObject({ number: 2, reserves: { point: 3 }, liabilities: { sequence: 9 } });
    expect(reservesByCurrency(found)).toMatchObject([
      {
        currency: 'USDT',
        owed: 90_000_000n,
        signed: 60_000_000n,
        observed: 39_000_000n,
        statement: 0n,
        assets: 99_000_000n,
        ratioPpm: 1_100_000n,
        houseAssets: 5n,
        houseAccounts: [{ name: 'makers' }],
      },
      { currency: 'BTC', owed: 0n, assets: 7n, ratioPpm: null },
      { currency: 'SOL', owed: 0n, assets: 0n, unproven: [{ place: 'SOL', amount: '4' }] },
    ]);
  });

  it('is refused if both records do not belong together, or one is none', () => {
    for (const wrong of [
      entries({ point: 4 }),
      entries({ record: 7 }),
      entries({ kind: 'books' }),
      { ...entries(), liabilities: entries().reserves },
      { ...entries(), reserves: `${entries().reserves} ` },
    ]) {
      expect(readPublished(wrong)).toBeNull();
    }
  });
});

describe('an address', () => {
  it('has signed for that exchange, network and address', () => {
    const found = checkSignedAsset(signedAsset(), ORIGIN);
    expect(found).toMatchObject({ ok: true, message: { day: '2026-11-28', address: ADDRESS } });
    const upper = { ...signedAsset(), address: `0x${ADDRESS.slice(2).toUpperCase()}` };
    expect(checkSignedAsset(upper, ORIGIN)).toMatchObject({ ok: true });
  });

  it('proves nothing by what it has signed for others, or what is not signed', () => {
    const other = { ok: false, problem: 'other_message' };
    expect(checkSignedAsset(signedAsset(), 'other.example')).toEqual(other);
    expect(checkSignedAsset(signedAsset({ network: 'BEP20' }), ORIGIN)).toEqual(other);
    expect(checkSignedAsset(signedAsset({ address: `0x${'1'.repeat(40)}` }), ORIGIN)).toEqual(other);
    const unsigned = { ok: false, problem: 'not_signed' };
    expect(checkSignedAsset(asset(), ORIGIN)).toEqual(unsigned);
    const signed = signedAsset();
    expect(checkSignedAsset({ ...signed, message: `${signed.message} ` }, ORIGIN)).toEqual(unsigned);
    expect(checkSignedAsset({ ...signed, format: 'bip322' }, ORIGIN)).toEqual(unsigned);
  });
});
