import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import type { CoreRefusalCode } from './refusal.ts';
import { BTC_USDT, USDT } from './testing/demo-exchange.ts';
import { Scenario } from './testing/scenario.ts';

let s: Scenario;

/** Last price 60,000; customer 1 asks 0.1 at 60,100 and bids 0.1 at 59,900. */
beforeEach(() => {
  s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '1', USDT: '10000' });
  s.place(s.limitOrder(1, 'sell', '0.001', '60000'));
  s.place(s.limitOrder(2, 'buy', '0.001', '60000'));
  s.place(s.limitOrder(1, 'sell', '0.1', '60100'));
  s.place(s.limitOrder(1, 'buy', '0.1', '59900'));
});

const limit = (change: object) => () =>
  ({ ...s.limitOrder(2, 'buy', '0.01', '60000'), ...change }) as Command;
const market = (change: object) => () => ({ ...s.marketOrder(2, 'buy', '0.01'), ...change }) as Command;
const stop = (change: object) => () => ({ ...s.stopSell(2, '0.01', '59000'), ...change }) as Command;
const stopLimit = (change: object) => () =>
  ({ ...s.stopLimitOrder(2, 'sell', '0.01', '59000', '59000'), ...change }) as Command;
const any = (command: object) => () => command as Command;
const TRANSFER: Command = {
  type: 'transfer',
  customerId: 2,
  currencyId: USDT,
  from: 'spot',
  to: 'trust',
  amountMinor: 1n,
};
const transfer = (change: object) => any({ ...TRANSFER, ...change });
const credit = (change: object) => () => ({ ...s.deposit(2, '1'), ...change }) as Command;
const reversal = (change: object) => () => ({ ...s.reversal(2, '1'), ...change }) as Command;
const FUND: Command = {
  type: 'fundHouse',
  from: 'faucet',
  to: 'treasury',
  currencyId: USDT,
  amountMinor: 1n,
  reference: 'test:1',
};
const fund = (change: object) => any({ ...FUND, ...change });
const withdrawal = (change: object) => () => ({ ...s.withdrawal(2, 1, '100', '1'), ...change }) as Command;
/** After customer 2 was frozen. */
const frozen = (command: () => Command) => () => {
  s.must({ type: 'setCustomerFrozen', customerId: 2, frozen: true });
  return command();
};
/** After withdrawal 1 of customer 2 has ended. */
const afterWithdrawal = (command: () => Command) => () => {
  s.must(s.withdrawal(2, 1, '100', '1'));
  s.must({ type: 'releaseWithdrawal', withdrawalId: 1 });
  return command();
};

/** Each row: the code, the field it names, the command. */
const REFUSALS: readonly (readonly [CoreRefusalCode, string | undefined, () => Command])[] = [
  ['unknown_market', 'market_id', limit({ marketId: 77 })],
  ['unknown_market', 'market_id', limit({ marketId: '1' })],
  ['unknown_customer', 'customer_id', limit({ customerId: 77 })],
  ['unknown_customer', 'customer_id', limit({ customerId: 0 })],
  ['invalid_order', 'side', limit({ side: 'both' })],
  ['invalid_order', 'order_type', limit({ orderType: 'iceberg' })],
  ['invalid_order', 'time_in_force', limit({ timeInForce: 'DAY' })],
  ['invalid_order', 'time_in_force', market({ timeInForce: 'GTD', instructions: { expiresAtMs: 2 ** 52 } })],
  ['invalid_order', 'expires_at_ms', limit({ timeInForce: 'GTD' })],
  ['invalid_order', 'expires_at_ms', limit({ instructions: { expiresAtMs: 2 ** 52 } })],
  ['invalid_order', 'expires_at_ms', limit({ timeInForce: 'GTD', instructions: { expiresAtMs: 1.5 } })],
  ['expiry_in_past', 'expires_at_ms', limit({ timeInForce: 'GTD', instructions: { expiresAtMs: 1 } })],
  ['invalid_order', 'self_trade', limit({ instructions: { selfTrade: 'none' } })],
  ['invalid_order', 'if_unfillable', limit({ instructions: { ifUnfillable: 'refuse' } })],
  ['invalid_order', 'guarded', limit({ instructions: { guarded: false } })],
  ['invalid_order', 'to_string', limit({ instructions: { toString: 1 } })],
  ['invalid_order', 'instructions', limit({ instructions: 'all' })],
  ['invalid_order', 'instructions', limit({ instructions: null })],
  ['invalid_order', 'trigger_direction', limit({ instructions: { triggerDirection: 'rises' } })],
  ['invalid_order', 'trigger_direction', stop({ instructions: { triggerDirection: 'up' } })],
  ['trigger_would_fire', 'trigger', stop({ instructions: { triggerDirection: 'rises' } })],
  ['invalid_order', 'post_only', limit({ postOnly: 'yes' })],
  ['invalid_order', 'post_only', limit({ postOnly: true, timeInForce: 'IOC' })],
  ['invalid_order', 'post_only', market({ postOnly: true })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: '' })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: 'x'.repeat(37) })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: 7 })],
  ['invalid_order', 'client_order_id', limit({ clientOrderId: 'größe' })],
  ['invalid_order', 'trigger', limit({ triggerTicks: 590_000 })],
  ['invalid_order', 'trigger', market({ triggerTicks: 590_000 })],
  ['invalid_order', 'budget', limit({ budgetMinor: 1n })],
  ['invalid_order', 'budget', stopLimit({ budgetMinor: 1n })],
  ['invalid_order', 'budget', market({ budgetMinor: 10_000_000n })],
  ['invalid_order', 'budget', market({ side: 'sell', quantityLots: null, budgetMinor: 10_000_000n })],
  ['invalid_order', 'price', market({ priceTicks: 600_000 })],
  ['invalid_order', 'price', stop({ priceTicks: 590_000 })],
  ['price_required', 'price', limit({ priceTicks: null })],
  ['price_required', 'price', stopLimit({ priceTicks: null })],
  ['invalid_price', 'price', limit({ priceTicks: 0 })],
  ['invalid_price', 'price', limit({ priceTicks: -600_000 })],
  ['invalid_price', 'price', limit({ priceTicks: 600_000.5 })],
  ['invalid_price', 'price', limit({ priceTicks: NaN })],
  ['invalid_price', 'price', limit({ priceTicks: 10_000_001 })],
  ['invalid_price', 'trigger', stop({ triggerTicks: 0 })],
  ['invalid_price', 'trigger', stop({ triggerTicks: Infinity })],
  ['trigger_required', 'trigger', stop({ triggerTicks: null })],
  ['trigger_required', 'trigger', stopLimit({ triggerTicks: null })],
  ['trigger_would_fire', 'trigger', stop({ triggerTicks: 600_000 })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: null })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: 0 })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: -1 })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: 1.5 })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: NaN })],
  ['invalid_quantity', 'quantity', limit({ quantityLots: '1000' })],
  ['invalid_quantity', 'quantity', market({ quantityLots: null })],
  ['quantity_too_large', 'quantity', limit({ quantityLots: 900_719_926 })],
  ['invalid_amount', 'budget', market({ quantityLots: null, budgetMinor: 0n })],
  ['invalid_amount', 'budget', market({ quantityLots: null, budgetMinor: -1n })],
  ['invalid_amount', 'budget', market({ quantityLots: null, budgetMinor: 5 })],
  ['amount_too_large', 'budget', market({ quantityLots: null, budgetMinor: 2n ** 53n })],
  ['amount_too_large', 'budget', market({ quantityLots: null, budgetMinor: 10n ** 40n })],
  ['budget_required', 'budget', stop({ side: 'buy', triggerTicks: 610_000 })],
  ['price_out_of_band', 'price', limit({ priceTicks: 500_000 })],
  ['price_out_of_band', 'price', stopLimit({ priceTicks: 400_000 })],
  ['below_min_notional', 'quantity', limit({ quantityLots: 8 })],
  ['below_min_notional', 'quantity', market({ quantityLots: 8 })],
  ['below_min_notional', 'budget', market({ quantityLots: null, budgetMinor: 4_999_999n })],
  ['below_min_notional', 'quantity', stop({ quantityLots: 8 })],
  ['insufficient_balance', undefined, limit({ quantityLots: 100_000 })],
  ['insufficient_balance', undefined, limit({ quantityLots: 900_719_925, priceTicks: 660_000 })],
  ['insufficient_balance', undefined, market({ quantityLots: null, budgetMinor: 20_000_000_000n })],
  ['insufficient_sellable_balance', 'quantity', limit({ side: 'sell', quantityLots: 200_000 })],
  ['insufficient_sellable_balance', 'quantity', market({ side: 'sell', quantityLots: 200_000 })],
  ['insufficient_sellable_balance', 'quantity', stop({ quantityLots: 200_000 })],
  ['post_only_would_take', 'price', limit({ priceTicks: 601_000, postOnly: true })],
  [
    'fill_or_kill_unfillable',
    'quantity',
    limit({ priceTicks: 601_000, quantityLots: 10_001, timeInForce: 'FOK' }),
  ],
  ['fill_or_kill_unfillable', 'quantity', market({ quantityLots: 10_001, timeInForce: 'FOK' })],
  [
    'no_liquidity',
    undefined,
    () => {
      s.must({ type: 'cancelAllOrders', customerId: 1, marketId: null });
      return s.marketOrder(2, 'buy', '0.01');
    },
  ],
  [
    'market_halted',
    undefined,
    () => {
      s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'halted' });
      return s.limitOrder(2, 'buy', '0.01', '60000');
    },
  ],
  [
    'market_cancel_only',
    undefined,
    () => {
      s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'cancelOnly' });
      return s.limitOrder(2, 'buy', '0.01', '60000');
    },
  ],
  ['unknown_order', 'order_id', any({ type: 'cancelOrder', customerId: 2, orderId: 999 })],
  ['unknown_order', 'order_id', any({ type: 'cancelOrder', customerId: 2, orderId: -1 })],
  ['unknown_order', 'order_id', any({ type: 'cancelOrder', customerId: 2, orderId: NaN })],
  ['unknown_order', 'order_id', any({ type: 'cancelOrder', customerId: 2, orderId: 3 })],
  ['order_not_open', 'order_id', any({ type: 'cancelOrder', customerId: 1, orderId: 1 })],
  ['unknown_customer', 'customer_id', any({ type: 'cancelAllOrders', customerId: 9, marketId: null })],
  ['unknown_market', 'market_id', any({ type: 'cancelAllOrders', customerId: 1, marketId: 9 })],
  ['unknown_customer', 'customer_id', any({ type: 'openCustomer', customerId: 0 })],
  ['unknown_customer', 'customer_id', any({ type: 'openCustomer', customerId: 1.5 })],
  ['unknown_customer', 'customer_id', any({ type: 'openCustomer', customerId: 2 ** 31 })],
  ['customer_exists', 'customer_id', any({ type: 'openCustomer', customerId: 1 })],
  ['unknown_customer', 'customer_id', any({ type: 'setCustomerFrozen', customerId: 9, frozen: true })],
  ['invalid_order', 'frozen', any({ type: 'setCustomerFrozen', customerId: 1, frozen: 'yes' })],
  ['customer_frozen', undefined, frozen(() => s.limitOrder(2, 'buy', '0.01', '60000'))],
  ['customer_frozen', undefined, frozen(() => s.stopSell(2, '0.01', '59000'))],
  ['customer_frozen', undefined, frozen(() => s.withdrawal(2, 1, '100', '1'))],
  ['customer_frozen', undefined, frozen(() => TRANSFER)],
  ['unknown_customer', 'customer_id', credit({ customerId: 9 })],
  ['unknown_currency', 'currency_id', credit({ currencyId: 9 })],
  ['invalid_order', 'account', credit({ account: 'fees' })],
  ['invalid_order', 'from', credit({ from: 'fees' })],
  ['invalid_order', 'from', credit({ from: 'receivable' })],
  ['invalid_order', 'reference', credit({ reference: '' })],
  ['invalid_order', 'reference', credit({ reference: 'x'.repeat(129) })],
  ['invalid_amount', 'amount', credit({ amountMinor: 0n })],
  ['invalid_amount', 'amount', credit({ amountMinor: 5 })],
  ['amount_too_large', 'amount', credit({ amountMinor: 2n ** 62n })],
  ['insufficient_balance', 'amount', credit({ from: 'treasury' })],
  ['nothing_due', undefined, any({ type: 'passTime' })],
  ['unknown_currency', 'currency_id', fund({ currencyId: 9 })],
  ['invalid_order', 'from', fund({ from: 'optionEscrow' })],
  ['invalid_order', 'from', fund({ from: 'spot' })],
  ['invalid_order', 'to', fund({ to: 'fees' })],
  ['same_account', 'to', fund({ from: 'treasury' })],
  ['invalid_order', 'reference', fund({ reference: '' })],
  ['invalid_amount', 'amount', fund({ amountMinor: 0n })],
  ['invalid_amount', 'amount', fund({ amountMinor: 5 })],
  ['insufficient_balance', 'amount', fund({ from: 'insurance' })],
  ['amount_too_large', 'amount', fund({ amountMinor: 2n ** 62n })],
  ['unknown_customer', 'customer_id', reversal({ customerId: 9 })],
  ['unknown_currency', 'currency_id', reversal({ currencyId: 9 })],
  ['invalid_order', 'account', reversal({ account: 'custodyTron' })],
  ['invalid_order', 'to', reversal({ to: 'faucet' })],
  ['invalid_order', 'to', reversal({ to: 'treasury' })],
  ['invalid_order', 'reference', reversal({ reference: '' })],
  ['invalid_amount', 'amount', reversal({ amountMinor: 0n })],
  ['invalid_amount', 'amount', reversal({ amountMinor: 5 })],
  ['amount_too_large', 'amount', reversal({ amountMinor: 2n ** 62n })],
  ['unknown_customer', 'customer_id', transfer({ customerId: 9 })],
  ['unknown_currency', 'currency_id', transfer({ currencyId: 9 })],
  ['invalid_order', 'from', transfer({ from: 'fees' })],
  ['invalid_order', 'to', transfer({ to: 'treasury' })],
  ['same_account', 'to', transfer({ to: 'spot' })],
  ['invalid_amount', 'amount', transfer({ amountMinor: -1n })],
  ['insufficient_balance', 'amount', transfer({ amountMinor: 10n ** 30n })],
  ['unknown_customer', 'customer_id', withdrawal({ customerId: 9 })],
  ['unknown_withdrawal', 'withdrawal_id', withdrawal({ withdrawalId: 0 })],
  ['unknown_withdrawal', 'withdrawal_id', withdrawal({ withdrawalId: 1.5 })],
  ['unknown_withdrawal', 'withdrawal_id', withdrawal({ withdrawalId: 2 ** 53 })],
  ['unknown_withdrawal', 'withdrawal_id', withdrawal({ withdrawalId: '1' })],
  ['withdrawal_exists', 'withdrawal_id', afterWithdrawal(() => s.withdrawal(2, 1, '100', '1'))],
  ['withdrawal_exists', 'withdrawal_id', afterWithdrawal(() => s.withdrawal(1, 1, '50', '0'))],
  ['unknown_currency', 'currency_id', withdrawal({ currencyId: 9 })],
  ['invalid_order', 'via', withdrawal({ via: 'faucet' })],
  ['invalid_amount', 'amount', withdrawal({ amountMinor: 0n })],
  ['invalid_amount', 'amount', withdrawal({ amountMinor: -5n })],
  ['invalid_amount', 'amount', withdrawal({ amountMinor: 5 })],
  ['invalid_amount', 'fee', withdrawal({ feeMinor: -1n })],
  ['invalid_amount', 'fee', withdrawal({ feeMinor: 1 })],
  ['invalid_amount', 'fee', withdrawal({ amountMinor: 5n, feeMinor: 5n })],
  ['insufficient_balance', 'amount', withdrawal({ amountMinor: 10n ** 30n })],
  ['unknown_withdrawal', 'withdrawal_id', any({ type: 'releaseWithdrawal', withdrawalId: 1 })],
  ['unknown_withdrawal', 'withdrawal_id', any({ type: 'settleWithdrawal', withdrawalId: NaN })],
  ['unknown_market', 'market_id', any({ type: 'setMarketStatus', marketId: 9, status: 'open' })],
  ['invalid_market', 'status', any({ type: 'setMarketStatus', marketId: 1, status: 'closed' })],
];

describe('every refusal names its code and field, and changes nothing', () => {
  it.each(REFUSALS.map(([code, field, command], i) => ({ row: i + 1, code, field, command })))(
    '$row. $code ($field)',
    ({ code, field, command }) => {
      const refused = command();
      const before = s.exchange.stateHash();
      const outcome = s.exchange.apply(refused, s.nowMs + 1000);
      expect(outcome).toMatchObject({ ok: false, refusal: { code } });
      expect(outcome.ok ? null : outcome.refusal.field).toBe(field);
      expect(s.exchange.stateHash()).toBe(before);
      expect(s.exchange.lastAtMs).toBe(s.nowMs);
    },
  );

  it('time never goes backwards, and is a whole number', () => {
    for (const atMs of [s.nowMs - 1, NaN, s.nowMs + 0.5, Infinity, -1]) {
      const outcome = s.exchange.apply({ type: 'openCustomer', customerId: 5 }, atMs);
      expect(outcome).toEqual({ ok: false, refusal: { code: 'time_went_backwards' } });
    }
    expect(s.exchange.apply({ type: 'openCustomer', customerId: 5 }, s.nowMs).ok).toBe(true);
  });
});
