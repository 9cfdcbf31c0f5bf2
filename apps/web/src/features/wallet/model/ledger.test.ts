import { describe, expect, test } from 'vitest';
import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { byDay, EVERYTHING, filterFromQuery, isFiltered, queryFromFilter, tally } from './ledger.ts';
import { ledgerCsv } from './ledger-csv.ts';
import { exampleWallet } from './testing/example-wallet.ts';

let id = 0;
function entry(change: Partial<WireLedgerEntry>): WireLedgerEntry {
  id += 1;
  return {
    entry_id: String(id),
    account: 'spot',
    currency: 'USDT',
    amount: '1',
    balance_after: '1',
    reason: 'trade',
    reference: 'trade:1',
    deal: null,
    at_ms: 0,
    ...change,
  };
}

const bought = {
  product: 'spot',
  market_id: 1,
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '60000.0',
  quantity: '0.001',
  fee: '0.000001',
  fee_currency: 'BTC',
  order_id: 17,
  position_id: null,
} as const;

/** 10,000 USDT from the faucet, 250 spent, 250 received, 500 transferred to the contract account. */
const entries = [
  entry({ amount: '250', balance_after: '10000' }),
  entry({ account: 'contract', amount: '500', balance_after: '500', reason: 'transfer' }),
  entry({ amount: '-250', balance_after: '9750' }),
  entry({ amount: '10000.5', balance_after: '10000', reason: 'faucet' }),
];

describe('tally', () => {
  const wallet = exampleWallet();

  test('agrees when every entry follows from the one before and the newest are the balances', () => {
    expect(tally(entries, EVERYTHING, wallet)).toEqual({ state: 'agrees', entries: 4 });
    expect(tally(entries, EVERYTHING, undefined)).toEqual({ state: 'agrees', entries: 4 });
  });

  test('names the entry that does not follow', () => {
    const bent = entries.map(one => (one === entries[2] ? { ...one, balance_after: '9751' } : one));
    expect(tally(bent, EVERYTHING, wallet)).toEqual({ state: 'differs', entryId: entries[0]?.entry_id });
  });

  test('names the newest entry when it is not the balance, unless the list ends before today', () => {
    const older = entries.slice(2);
    expect(tally(older, EVERYTHING, wallet)).toEqual({ state: 'differs', entryId: older[0]?.entry_id });
    expect(tally(older, { ...EVERYTHING, toDay: '2026-11-20' }, wallet).state).toBe('agrees');
  });

  test('says nothing of lists with gaps and of empty ones', () => {
    expect(tally(entries, { ...EVERYTHING, reason: 'trade' }, wallet)).toEqual({ state: 'open' });
    expect(tally([], EVERYTHING, wallet)).toEqual({ state: 'open' });
  });
});

test('entries are kept under their days, in order', () => {
  const days = byDay([entry({ at_ms: 5 }), entry({ at_ms: 4 }), entry({ at_ms: 1 })], atMs =>
    atMs > 3 ? 'today' : 'yesterday',
  );
  expect(days.map(({ day, entries: of }) => [day, of.length])).toEqual([
    ['today', 2],
    ['yesterday', 1],
  ]);
});

test('a filter is one when any part of it is set', () => {
  expect(isFiltered(EVERYTHING)).toBe(false);
  expect(isFiltered({ ...EVERYTHING, fromDay: '2026-01-01' })).toBe(true);
});

test('the file holds every field, amounts with sign and all digits', () => {
  const csv = ledgerCsv([
    entry({ entry_id: '9.0.3', amount: '-0.000001', balance_after: '9999.999999', deal: bought }),
  ]);
  expect(csv).toBe(
    '\uFEFFentry_id,at,account,currency,amount,balance_after,reason,reference,' +
      'symbol,side,price,quantity,fee,fee_currency,order_id,position_id\r\n' +
      '9.0.3,1970-01-01T00:00:00.000Z,spot,USDT,-0.000001,9999.999999,trade,trade:1,' +
      'BTC/USDT,buy,60000.0,0.001,0.000001,BTC,17,\r\n',
  );
});

describe('the filter in the address', () => {
  test('comes back as it was', () => {
    const filter = {
      account: 'contract',
      currencyId: 3,
      reason: 'transfer',
      fromDay: '2026-11-01',
      toDay: '2026-11-21',
    } as const;
    expect(filterFromQuery(new URLSearchParams(queryFromFilter(filter)))).toEqual(filter);
    expect(queryFromFilter(EVERYTHING)).toEqual({});
  });

  test('is understood from addresses of earlier releases', () => {
    expect(filterFromQuery(new URLSearchParams('reason=trustInterest')).reason).toBe('trust_interest');
  });

  test.each([
    'account=fees',
    'currency=1e3',
    'currency=-1',
    'currency=12345678901',
    'reason=gift',
    'from=yesterday',
    'to=2026-1-1',
  ])('%s filters nothing', query => {
    expect(filterFromQuery(new URLSearchParams(query))).toEqual(EVERYTHING);
  });
});
