import { expect, it } from 'vitest';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

it('a cross position with a profit is not closed for less than leaves the others their maintenance', () => {
  const s = new PerpetualScenario({ makerFeePpm: 0, takerFeePpm: 0 });
  s.trader(1, '300');
  for (const customerId of [2, 3]) s.trader(customerId);
  s.must({ type: 'setMarginType', customerId: 1, marketId: BTC_USDT, marginType: 'cross' });
  s.must(s.limit(2, 'short', 100, '60000'));
  const long = s.ordered(s.marketOf(1, 'long', 100, { multiple: 50 }));
  s.must(s.limit(2, 'long', 100, '60000'));
  s.must(s.marketOf(1, 'short', 100, { multiple: 50 }));
  // +500 and −500: the account has 300, and the short needs 26 of it. Customer 3 may be the same person.
  s.index('65000');
  s.must(s.limit(3, 'long', 100, '61750'));
  expect(s.refusal(s.close(1, long))).toBe('no_liquidity');
  // Down to 274 below the mark.
  s.must(s.limit(3, 'long', 100, '62260'));
  expect(s.refusal(s.close(1, long))).toBe('no_liquidity');
  s.must(s.limit(3, 'long', 100, '62260.1'));
  s.must(s.close(1, long));
  const account = s.exchange.perpetual.crossAccount(1, 3)!;
  expect(account.equityMinor).toBeGreaterThan(account.maintenanceMinor);
});
