import { DAY_MS } from '@tallystick/core/durations';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { checkSignedAddress } from '../reserves/signed-address.ts';
import { readPublished, reservesByCurrency, type ReserveAsset } from './reserves.ts';
import { ADDRESS, asset, ORIGIN, SIGNED_AT_MS, signedAsset } from './testing/signed-asset.ts';

interface Changes {
  readonly point?: number;
  readonly record?: number;
  readonly kind?: string;
  /** Instead of the usual ones. */
  readonly assets?: readonly ReserveAsset[];
  readonly beside?: readonly object[];
  readonly unproven?: readonly object[];
  readonly house?: readonly object[];
}

const DEPOSITS = asset({ amount: '39000000', place: 'deposits', address: null });
const OTHER: ReserveAsset = {
  ...signedAsset({ network: 'BEP20' }),
  network: 'BEP20',
  owner: 'house',
  place: 'other',
};
const STATEMENT = asset({
  network: 'bank',
  place: 'bank',
  proof: 'statement',
  address: null,
  block: null,
  account: 'Example Bank …1234',
  money: '60 USD',
  rate: '1',
  document: 'cd'.repeat(32),
});

function entries(more: Changes = {}) {
  const head = { at_ms: SIGNED_AT_MS, previous_hash: '0'.repeat(64) };
  const tree = [{ currency: 'USDT', decimals: 6, root: 'ab'.repeat(32), total: '90000000', leaves: 4 }];
  const liabilities = { point: 3, sequence: 9, at_ms: 4, tree, beside: more.beside ?? [] };
  const reserves = {
    point: more.point ?? 3,
    at_ms: 5,
    assets: more.assets ?? [
      signedAsset(),
      DEPOSITS,
      { ...OTHER, amount: '5' },
      asset({ currency: 'BTC', decimals: 8, network: 'OMNI', amount: '7' }),
    ],
    unproven: more.unproven ?? [{ currency: 'SOL', decimals: 9, place: 'SOL', amount: '4' }],
    house: more.house ?? [{ currency: 'USDT', decimals: 6, name: 'makers', amount: '9000000' }],
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
    expect(reservesByCurrency(found, ORIGIN)).toMatchObject([
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

  it('is refused if an amount is there twice, however its place is written', () => {
    const upper = { ...signedAsset(), address: `0x${ADDRESS.slice(2).toUpperCase()}` };
    const renamed = { ...STATEMENT, account: ' example  BANK …1234' };
    const twice: readonly (readonly ReserveAsset[])[] = [
      [signedAsset(), signedAsset()],
      [signedAsset(), upper],
      [signedAsset(), asset({ address: ADDRESS })],
      [DEPOSITS, DEPOSITS],
      [STATEMENT, { ...renamed, document: 'ef'.repeat(32) }],
      // One document speaks of one account.
      [STATEMENT, { ...STATEMENT, account: 'Other Bank …5' }],
    ];
    for (const assets of twice) expect(readPublished(entries({ assets }))).toBeNull();
    const house: ReserveAsset = { ...STATEMENT, owner: 'house', amount: '1' };
    expect(readPublished(entries({ assets: [signedAsset(), OTHER, STATEMENT, house] }))).not.toBeNull();
    const named = { currency: 'USDT', decimals: 6, name: 'makers', place: 'TRC20', amount: '1', total: '1' };
    const { place: _place, total: _total, ...own } = named;
    expect(readPublished(entries({ house: [own, own] }))).toBeNull();
  });

  it('is refused with an asset that is not what its proof and place say', () => {
    const signed = signedAsset();
    const wrong: readonly ReserveAsset[] = [
      asset({ network: 'ERC-20' }),
      asset({ network: 'erc20' }),
      asset({ address: null }),
      asset({ address: '0x12' }),
      asset({ block: null }),
      asset({ owner: 'house' }),
      asset({ place: 'other' }),
      asset({ place: 'other', owner: 'house' }),
      asset({ account: 'Example Bank' }),
      asset({ network: 'OMNI', address: 'bc1 q' }),
      { ...DEPOSITS, owner: 'house' },
      { ...DEPOSITS, address: ADDRESS },
      { ...signed, place: 'deposits' },
      { ...signed, place: 'bank' },
      { ...signed, place: 'bank', network: 'bank' },
      { ...signed, signature: null },
      { ...signed, proof: 'observed' },
      { ...STATEMENT, document: null },
      { ...STATEMENT, proof: 'observed' },
      { ...STATEMENT, proof: 'signed' },
      { ...STATEMENT, network: 'ERC20' },
      { ...STATEMENT, place: 'cold' },
      { ...STATEMENT, address: ADDRESS },
    ];
    for (const one of wrong) {
      expect([one, readPublished(entries({ assets: [one] }))]).toEqual([one, null]);
    }
  });

  it('is refused if a currency has two numbers of decimals', () => {
    const odd = { currency: 'USDT', decimals: 5 };
    for (const more of [
      { assets: [asset({ decimals: 2 })] },
      { beside: [{ ...odd, name: 'house', total: '1' }] },
      { unproven: [{ ...odd, place: 'TRC20', amount: '1' }] },
      { house: [{ ...odd, name: 'fees', amount: '1' }] },
    ]) {
      expect(readPublished(entries(more))).toBeNull();
    }
  });

  it('is not believed if an address has not signed, for this exchange and of late', () => {
    const sumsOf = (one: ReserveAsset, origin = ORIGIN) =>
      reservesByCurrency(readPublished(entries({ assets: [one] }))!, origin);
    const signed = signedAsset();
    expect(sumsOf(signed)).toMatchObject([{ signed: 60_000_000n }, {}]);
    expect(sumsOf(signed, 'other.example')).toBeNull();
    expect(sumsOf({ ...signed, signature: `${signed.signature!.slice(0, -6)}000000` })).toBeNull();
    expect(sumsOf(signedAsset({ day: '2026-11-29' }))).toBeNull();
    expect(sumsOf(signedAsset({ day: '2026-08-28' }))).toBeNull();
  });
});

describe('an address', () => {
  it('has signed for that exchange, network and address', () => {
    const found = checkSignedAddress(signedAsset(), ORIGIN, SIGNED_AT_MS);
    expect(found).toMatchObject({ ok: true, message: { day: '2026-11-28', address: ADDRESS } });
    const upper = { ...signedAsset(), address: `0x${ADDRESS.slice(2).toUpperCase()}` };
    expect(checkSignedAddress(upper, ORIGIN, SIGNED_AT_MS)).toMatchObject({ ok: true });
  });

  it('proves nothing by what it has signed for others, or what is not signed', () => {
    const other = { ok: false, problem: 'other_message' };
    expect(checkSignedAddress(signedAsset(), 'other.example', SIGNED_AT_MS)).toEqual(other);
    expect(checkSignedAddress(signedAsset({ network: 'BEP20' }), ORIGIN, SIGNED_AT_MS)).toEqual(other);
    expect(checkSignedAddress(signedAsset({ address: `0x${'1'.repeat(40)}` }), ORIGIN, SIGNED_AT_MS)).toEqual(
      other,
    );
    const unsigned = { ok: false, problem: 'not_signed' };
    expect(checkSignedAddress(asset(), ORIGIN, SIGNED_AT_MS)).toEqual(unsigned);
    const signed = signedAsset();
    expect(checkSignedAddress({ ...signed, message: `${signed.message} ` }, ORIGIN, SIGNED_AT_MS)).toEqual(
      unsigned,
    );
    expect(checkSignedAddress({ ...signed, format: 'bip322' }, ORIGIN, SIGNED_AT_MS)).toEqual(unsigned);
  });

  it('counts from its day on, for ninety days', () => {
    const day = Date.UTC(2026, 10, 28);
    const stateAt = (atMs: number) => checkSignedAddress(signedAsset(), ORIGIN, atMs).ok;
    const days = [-1, 0, 90 * DAY_MS, 91 * DAY_MS, 91 * DAY_MS + 1].map(after => stateAt(day + after));
    expect(days).toEqual([false, true, true, true, false]);
  });
});
