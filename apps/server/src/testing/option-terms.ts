import { agree, operator } from './operator.ts';

export interface OptionTerms {
  readonly marketId: number;
  /** Maximum age of the price at either end: less than half the shortest duration. */
  readonly staleMs: number;
  /** Durations in seconds, each with its profit in percent. */
  readonly times: readonly (readonly [seconds: number, payoutPercent: string])[];
}

/** Two demo operators change a market's option terms at the desk. */
export async function setOptionTerms(url: string, { marketId, staleMs, times }: OptionTerms): Promise<void> {
  const change = {
    market_id: marketId,
    enabled: true,
    stale_ms: staleMs,
    times: times.map(([seconds, payout_percent]) => ({ seconds, payout_percent })),
    currencies: [{ currency_id: 3, min_stake: '5', max_stake: '2000', exposure_limit: '50000' }],
  };
  const maker = await operator(url, 'accountant');
  await agree(maker, 'admin', { kind: 'option', change, note: 'for this test' });
}
