import { describe, expect, test } from 'vitest';
import { exampleWallet } from './testing/example-wallet.ts';
import { patchWallet } from './wallet.ts';
import {
  reduceTransfer,
  startTransfer,
  summariseTransfer,
  validateTransfer,
  type TransferForm,
} from './transfer-fields.ts';

const wallet = exampleWallet();
const form: TransferForm = { from: 'spot', to: 'contract', currencyId: 3, amount: '' };
const check = (change: Partial<TransferForm>, held = true) => {
  const next = { ...form, ...change };
  return validateTransfer(next, summariseTransfer(next, held ? wallet : undefined));
};

describe('reduceTransfer', () => {
  test.each([
    [
      { type: 'from', account: 'trust' },
      { from: 'trust', to: 'contract' },
    ],
    [
      { type: 'from', account: 'contract' },
      { from: 'contract', to: 'spot' },
    ],
    [
      { type: 'to', account: 'spot' },
      { from: 'contract', to: 'spot' },
    ],
    [
      { type: 'to', account: 'option' },
      { from: 'spot', to: 'option' },
    ],
    [{ type: 'swap' }, { from: 'contract', to: 'spot', amount: '7' }],
    [
      { type: 'currency', currencyId: 1 },
      { currencyId: 1, amount: '' },
    ],
    [{ type: 'amount', amount: '1.' }, { amount: '1.' }],
    [{ type: 'sent', amount: '7' }, { amount: '' }],
    [{ type: 'sent', amount: '5' }, { amount: '7' }],
  ] as const)('%o', (action, expected) => {
    expect(reduceTransfer({ ...form, amount: '7' }, action)).toMatchObject(expected);
  });

  test.each([
    [100, '9000'],
    [33, '2970'],
    [0, ''],
  ])('%i %% of 9000 is %s', (percent, amount) => {
    const summary = summariseTransfer(form, wallet);
    expect(reduceTransfer(form, { type: 'percent', percent, summary }).amount).toBe(amount);
  });

  test('percent waits for the wallet', () => {
    const summary = summariseTransfer(form, undefined);
    expect(reduceTransfer(form, { type: 'percent', percent: 50, summary })).toBe(form);
  });

  test('starts from the account the customer came from', () => {
    expect(startTransfer(undefined, 3)).toEqual(form);
    expect(startTransfer('trust', undefined)).toMatchObject({ from: 'trust', to: 'spot' });
  });
});

describe('summariseTransfer', () => {
  test('says what both accounts have before and after', () => {
    expect(summariseTransfer({ ...form, amount: '0.5' }, wallet)).toMatchObject({
      available: '9000',
      availableMinor: 9_000_000_000n,
      amountMinor: 500_000n,
      from: { before: '9000', after: '8999.5' },
      to: { before: '500', after: '500.5' },
      percent: 0,
    });
  });

  test('promises nothing beyond what is available', () => {
    const summary = summariseTransfer({ ...form, amount: '9000.000001' }, wallet);
    expect(summary.from).toEqual({ before: '9000', after: undefined });
    expect(summary.to).toEqual({ before: '500', after: undefined });
    expect(summary.percent).toBe(100);
  });

  test('everything is unknown while the wallet is on its way', () => {
    expect(summariseTransfer({ ...form, amount: '1' }, undefined)).toMatchObject({
      currency: undefined,
      availableMinor: undefined,
      from: { before: undefined, after: undefined },
      to: { before: undefined, after: undefined },
    });
  });

  test('sends what was typed in its shortest form', () => {
    expect(summariseTransfer({ ...form, amount: '12.' }, wallet).amount).toBe('12');
    expect(summariseTransfer({ ...form, amount: '0.10' }, wallet).amount).toBe('0.1');
  });

  test('begins with the usual currency where the account has some of it, else with one it has', () => {
    const open = { ...form, currencyId: undefined };
    expect(summariseTransfer(open, wallet).currency?.code).toBe('USDT');
    const onlyBtc = patchWallet(wallet, [
      { account: 'spot', currency_id: 3, available: '0', frozen: '1000' },
    ]);
    expect(summariseTransfer(open, onlyBtc).currency?.code).toBe('BTC');
    expect(summariseTransfer({ ...open, from: 'trust' }, wallet).currency?.code).toBe('USDT');
  });
});

describe('validateTransfer', () => {
  test.each([
    [{ amount: '9000' }, undefined],
    [{ amount: '0.000001' }, undefined],
    [{}, { code: 'amount_required', field: 'amount' }],
    [{ amount: '0.0' }, { code: 'amount_zero', field: 'amount' }],
    [{ amount: '.' }, { code: 'too_many_decimals', field: 'amount', params: { decimals: 6 } }],
    [{ amount: '1.0000001' }, { code: 'too_many_decimals', field: 'amount', params: { decimals: 6 } }],
    [
      { amount: '9000.000001' },
      {
        code: 'insufficient_balance',
        field: 'amount',
        params: { available: '9000', currency: 'USDT' },
      },
    ],
    [
      { from: 'trust', to: 'spot', amount: '1' },
      { code: 'nothing_available', field: 'currency', params: { currency: 'USDT', from: 'trust' } },
    ],
    [{ to: 'spot' }, { code: 'same_account', field: 'to' }],
  ] as const)('%o → %o', (change, first) => {
    expect(check(change)[0]).toEqual(first);
  });

  test('waits for the wallet to choose a currency', () => {
    expect(check({ amount: '1' }, false)).toEqual([{ code: 'currency_required', field: 'currency' }]);
  });
});
