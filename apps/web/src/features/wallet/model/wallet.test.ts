import { describe, expect, test } from 'vitest';
import { BTC, exampleBalance, exampleWallet, USDT } from './testing/example-wallet.ts';
import {
  accountOf,
  balanceOf,
  currenciesOf,
  dayChange,
  partsOfTotal,
  patchWallet,
  splitWorth,
} from './wallet.ts';

describe('dayChange', () => {
  test.each([
    ['20500', '20000', '500', '2.5'],
    ['19999.99', '20000', '-0.01', '0'],
    ['90', '100', '-10', '-10'],
    ['100', '100', '0', '0'],
    ['1', '3', '-2', '-66.66'],
  ])('%s after %s is %s, %s %%', (now, before, amount, percent) => {
    expect(dayChange({ total_usdt: now, change_24h_usdt: before })).toEqual({ amount, percent });
  });

  test('has no percent of nothing, and is unknown without yesterday’s prices', () => {
    expect(dayChange({ total_usdt: '5', change_24h_usdt: '0' })).toEqual({ amount: '5', percent: null });
    expect(dayChange({ total_usdt: '5', change_24h_usdt: null })).toBeUndefined();
  });
});

describe('patchWallet', () => {
  test('takes newer holdings and lets worths and totals follow at the same price', () => {
    const wallet = exampleWallet();
    const patched = patchWallet(wallet, [
      { account: 'spot', currency_id: 1, available: '0.05', frozen: '0.1' },
    ]);
    expect(balanceOf(patched, 'spot', 1)).toMatchObject({
      total: '0.15',
      available: '0.05',
      frozen: '0.1',
      value_usdt: '15000',
      value_btc: '0.15',
    });
    expect(patched.accounts[0]).toMatchObject({ total_usdt: '25000', total_btc: '0.25' });
    expect(patched).toMatchObject({ total_usdt: '25500', total_btc: '0.255' });
    expect(patched.accounts[2]).toBe(wallet.accounts[2]);
  });

  test('truncates a worth toward zero', () => {
    const patched = patchWallet(exampleWallet(), [
      { account: 'spot', currency_id: 1, available: '0.00000033', frozen: '0' },
    ]);
    expect(balanceOf(patched, 'spot', 1)?.value_usdt).toBe('0.033');
    const third = patchWallet(exampleWallet(), [
      { account: 'contract', currency_id: 3, available: '0.000001', frozen: '0' },
    ]);
    expect(balanceOf(third, 'contract', 3)).toMatchObject({ value_usdt: '0.000001', value_btc: '0' });
  });

  test('does not guess the price of what was not held', () => {
    const patched = patchWallet(exampleWallet(), [
      { account: 'spot', currency_id: 8, available: '10', frozen: '0' },
    ]);
    expect(balanceOf(patched, 'spot', 8)).toMatchObject({ total: '10', value_usdt: null });
    expect(patched.total_usdt).toBe('20500');
  });

  test('answers the same wallet when nothing changed, whatever the digits', () => {
    const wallet = exampleWallet();
    const same = [{ account: 'spot', currency_id: 3, available: '9000.00', frozen: '1000' }] as const;
    expect(patchWallet(wallet, same)).toBe(wallet);
    expect(patchWallet(wallet, [{ account: 'spot', currency_id: 77, available: '1', frozen: '0' }])).toBe(
      wallet,
    );
  });
});

describe('splitWorth', () => {
  const spot = (holdings: Parameters<typeof patchWallet>[1]) => {
    const [view] = patchWallet(exampleWallet(), holdings).accounts;
    if (!view) throw new Error('the example has a spot account');
    return view;
  };

  test('counts frozen coins at the price of all of them', () => {
    const view = spot([{ account: 'spot', currency_id: 1, available: '0.05', frozen: '0.05' }]);
    expect(splitWorth(view, 'USDT')).toEqual({ available: '14000', frozen: '6000', escrow: '0' });
    expect(splitWorth(view, 'BTC')).toEqual({ available: '0.14', frozen: '0.06', escrow: '0' });
  });

  test('is unknown where frozen coins have no price', () => {
    const view = spot([{ account: 'spot', currency_id: 8, available: '1', frozen: '1' }]);
    expect(splitWorth(view, 'USDT')).toEqual({ available: null, frozen: null, escrow: '0' });
  });
});

test('currencies come once, accounts are told from text', () => {
  expect(currenciesOf(exampleWallet()).map(({ code }) => code)).toEqual(['BTC', 'USDT', 'ADA']);
  expect([accountOf('trust'), accountOf('fees'), accountOf(null)]).toEqual(['trust', undefined, undefined]);
});

describe('what is in escrow', () => {
  /** The example with 100 USDT staked in options, of which 40 are still in the account, and 0.05 BTC locked. */
  const withEscrow = () => {
    const wallet = exampleWallet();
    const [spot, option, ...rest] = wallet.accounts;
    const staked = exampleBalance('option', USDT, {
      total: '100',
      available: '40',
      escrow: '60',
      value_usdt: '100',
      value_btc: '0.001',
    });
    const locked = exampleBalance('spot', BTC, {
      total: '0.1',
      available: '0.05',
      escrow: '0.05',
      value_usdt: '10000',
      value_btc: '0.1',
    });
    return {
      ...wallet,
      accounts: [
        { ...spot!, balances: [locked, ...spot!.balances.slice(1)] },
        { ...option!, balances: [staked], total_usdt: '100', total_btc: '0.001' },
        ...rest,
      ],
    };
  };

  test('is a part of the total, and all parts together are the total', () => {
    const parts = partsOfTotal(withEscrow(), 'USDT');
    expect(parts).toEqual([
      { part: 'available', worth: '14540' },
      { part: 'frozen', worth: '1000' },
      { part: 'staked', worth: '60' },
      { part: 'locked', worth: '5000' },
    ]);
  });

  test('stays when the account changes', () => {
    const wallet = patchWallet(withEscrow(), [
      { account: 'option', currency_id: USDT.id, available: '30', frozen: '0' },
    ]);
    expect(wallet.accounts[1]).toMatchObject({ total_usdt: '90', balances: [{ total: '90', escrow: '60' }] });
  });
});
