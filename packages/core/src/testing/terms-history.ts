import fc from 'fast-check';
import type { Command } from '../command.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Exchange } from '../exchange.ts';
import {
  aimed,
  ARBITRARY_PERPETUAL,
  perpetualSetup,
  perpetualStep,
  type PerpetualStep,
} from '../perpetual/testing/arbitrary-perpetual.ts';
import { HALT_REASONS } from '../market/halt.ts';
import { arbitraryTerms } from './arbitrary-terms.ts';
import { BTC_USDT, ETH_USDT, fundedCustomerCommands } from './demo-exchange.ts';
import { isTimeDue } from './time-due.ts';

/** Histories of weeks: operators announce terms, halt trading and withdraw money, while customers trade. */

/** At midnight. */
export const TERMS_START_MS = 1_700_006_400_000;
export const TERMS_CUSTOMERS = [1, 2, 3, 4] as const;

export interface TermsStep extends PerpetualStep {
  /** Whether the server was down during the pause: everything due in it is then applied late, at once. */
  readonly away: boolean;
}

/** The contract's index stays fresh for a day, so that marks, fundings and liquidations continue for hours. */
const CONTRACT = { ...ARBITRARY_PERPETUAL, staleAfterMs: 24 * HOUR_MS };

function termsSetup(): Command[] {
  return [
    ...perpetualSetup(),
    { type: 'configurePerpetual', perpetual: CONTRACT },
    ...TERMS_CUSTOMERS.flatMap(id => fundedCustomerCommands(id, 60_000_000_000n)),
  ];
}

/** Commands that change terms without notice: operators do not have them, listings and old journals do. */
const BEFORE_NOTICES: ReadonlySet<Command['type']> = new Set([
  'configurePerpetual',
  'setPerpetualStatus',
  'setCustomerFrozen',
]);

const waitMs = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
  { weight: 4, arbitrary: fc.integer({ min: MINUTE_MS, max: 11 * MINUTE_MS }) },
  { weight: 3, arbitrary: fc.integer({ min: 30 * MINUTE_MS, max: 5 * HOUR_MS }) },
  { weight: 1, arbitrary: fc.constantFrom(12 * HOUR_MS, 26 * HOUR_MS) },
);

/** Few prices near the index, so that orders wait and match. */
const spotOrder: fc.Arbitrary<Command> = fc
  .record({
    customerId: fc.constantFrom(...TERMS_CUSTOMERS),
    marketId: fc.constantFrom(BTC_USDT, ETH_USDT),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    step: fc.integer({ min: -2, max: 2 }),
    quantityLots: fc.integer({ min: 100, max: 9_000 }),
  })
  .map(({ step, ...order }) => ({
    type: 'placeOrder',
    ...order,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    clientOrderId: null,
    priceTicks: 600_000 + step * 2_000,
    budgetMinor: null,
    triggerTicks: null,
  }));

const cancel: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constantFrom('cancelAllOrders' as const, 'cancelAllPerpetualOrders' as const),
    customerId: fc.constantFrom(...TERMS_CUSTOMERS),
    marketId: fc.constantFrom(BTC_USDT, null),
  }),
  fc.record({
    type: fc.constant('cancelPerpetualOrder' as const),
    customerId: fc.constant(1),
    orderId: fc.constant(1),
  }),
);

/** Often the contract's market, so that histories trade, close and would liquidate during a halt. */
const contractHalt: fc.Arbitrary<Command> = fc
  .record({
    forMs: fc.constantFrom(null, null, null, MINUTE_MS, 20 * MINUTE_MS, 4 * HOUR_MS),
    prolong: fc.boolean(),
    reason: fc.constantFrom(...HALT_REASONS),
  })
  .map(({ forMs, ...halt }) => ({
    type: 'haltTrading',
    line: 'perpetual',
    marketId: BTC_USDT,
    mode: forMs === null ? 'closeOnly' : 'full',
    note: '',
    forMs,
    ...halt,
  }));

const contractResume = fc.constant<Command>({
  type: 'resumeTrading',
  line: 'perpetual',
  marketId: BTC_USDT,
});

/** The step's index chooses the position; it closes at market. */
const addMargin = fc.constant<Command>({
  type: 'addMargin',
  customerId: 1,
  positionId: 1,
  amountMinor: 5_000_000n,
});
const close: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('closePosition' as const),
  customerId: fc.constant(1),
  positionId: fc.constant(1),
  lots: fc.constantFrom(null, 10),
  priceTicks: fc.constant(null),
  worstPriceTicks: fc.constant(null),
});

export const termsStep: fc.Arbitrary<TermsStep> = fc.record({
  waitMs,
  away: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  aim: fc.oneof({ weight: 6, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null)),
  command: fc.oneof(
    {
      weight: 80,
      arbitrary: perpetualStep.map(({ command }) => command).filter(({ type }) => !BEFORE_NOTICES.has(type)),
    },
    { weight: 20, arbitrary: arbitraryTerms(CONTRACT) },
    { weight: 3, arbitrary: contractHalt },
    { weight: 4, arbitrary: contractResume },
    { weight: 4, arbitrary: addMargin },
    { weight: 8, arbitrary: close },
    { weight: 14, arbitrary: spotOrder },
    { weight: 6, arbitrary: cancel },
  ),
});

/** While the server runs, what is due is applied within this time. */
const STRIDE_MS = 7 * MINUTE_MS;

/** Runs setup and steps as the sequencer does: applies what is due before each command. */
export function playTerms(
  exchange: Exchange,
  steps: readonly TermsStep[],
  apply: (command: Command, atMs: number) => void,
): void {
  let nowMs = TERMS_START_MS;
  for (const command of termsSetup()) apply(command, nowMs);
  for (const step of steps) {
    const untilMs = nowMs + step.waitMs;
    do {
      nowMs = step.away ? untilMs : Math.min(untilMs, nowMs + STRIDE_MS);
      while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' }, nowMs);
    } while (nowMs < untilMs);
    apply(aimed(step, exchange.perpetual), nowMs);
  }
}
