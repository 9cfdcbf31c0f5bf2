import type { LimitStanding } from '../standing.ts';
import { Scenario } from '../../testing/scenario.ts';

/** 10:00 UTC; the index of bitcoin is 60,000. Customer 1 sets limits, customer 2 is the counterparty. */
export class LimitsScenario extends Scenario {
  constructor() {
    super();
    this.nowMs = Date.parse('2026-11-21T10:00:00Z');
    this.index('60000');
    this.customer(1, { USDT: '100000', BTC: '1' });
    this.customer(2, { USDT: '1000000', BTC: '10', ETH: '100' });
  }

  standing(customerId = 1): LimitStanding {
    return this.exchange.limits.standing(customerId, this.nowMs);
  }

  /** Sets the daily limit, in whole USDT. */
  limitTo(units: bigint, customerId = 1): void {
    this.must({ type: 'setDailyLossLimit', customerId, limitMinor: units * 1_000_000n });
  }

  coolDown(forMs: number): void {
    this.must({ type: 'setCoolDown', customerId: 1, untilMs: this.nowMs + forMs });
  }
}
