import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { USDT } from '@tallystick/core/testing/demo-exchange';
import { Scenario } from '@tallystick/core/testing/scenario';
import { isTimeDue } from '@tallystick/core/testing/time-due';
import { expect, it } from 'vitest';
import { PortfolioService } from './service.ts';

/** 256 are paid out by one command. */
const CUSTOMERS = 300;
const GIVEN = 10_000_000n;

it('counts what an offer holds once, also while its orders are paid out one after the other', () => {
  const s = new Scenario();
  const offer = lumaOffer(s.nowMs, { minimum: '1', cap: '1000' });
  s.must({ type: 'configureLaunchOffer', offer });
  const ids = Array.from({ length: CUSTOMERS }, (_, at) => at + 1);
  for (const id of ids) {
    for (const command of s.fundingOf(id, { USDT: '10' })) s.exchange.apply(command, s.nowMs);
  }
  s.nowMs = offer.startMs;
  const wanted = { offerId: offer.offerId, currencyId: USDT, amountMinor: 5_000_000n };
  for (const customerId of ids) s.must({ type: 'commitToLaunch', customerId, ...wanted });
  const service = new PortfolioService({
    exchange: s.exchange,
    valuation: { rate: () => null },
    now: () => s.nowMs,
  });
  s.nowMs = offer.closeMs;
  const seen = new Set<string>();
  while (isTimeDue(s.exchange, s.nowMs)) {
    s.must({ type: 'passTime' });
    seen.add(s.exchange.launch.offer(offer.offerId)!.status);
    let locked = 0n;
    // Among the first and the last that are paid.
    for (const id of ids) {
      const { parts } = service.facts(id);
      expect(parts.filter(one => one.kind === 'frozen')).toEqual([]);
      expect(parts.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(GIVEN);
      locked += parts.find(one => one.kind === 'locked')?.amountMinor ?? 0n;
    }
    const escrow = { ownerId: 0, account: 'launchEscrow', currencyId: USDT } as const;
    expect(locked).toBe(s.exchange.balance(escrow).availableMinor);
  }
  expect([...seen]).toEqual(['allocating', 'settling', 'closed']);
});
