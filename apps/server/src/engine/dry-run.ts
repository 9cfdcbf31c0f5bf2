import {
  Exchange,
  type Command,
  type MarketConfig,
  type ReadonlyExchange,
  type Refusal,
} from '@tallystick/core';

/**
 * Applies `commands` to an empty exchange, all at time 0, and returns the last one's refusal, if any. So the core
 * checks terms before a person has to. Nothing is stored.
 */
export function dryRun(commands: readonly Command[]): {
  readonly exchange: ReadonlyExchange;
  readonly refusal: Refusal | null;
} {
  const exchange = new Exchange();
  let refusal: Refusal | null = null;
  for (const command of commands) {
    const outcome = exchange.apply(command, 0);
    refusal = outcome.ok ? null : outcome.refusal;
  }
  return { exchange, refusal };
}

/** Commands that list the currencies of `exchange` and these markets. */
export function listed(
  exchange: Pick<ReadonlyExchange, 'currencies'>,
  markets: readonly MarketConfig[],
): Command[] {
  return [
    ...exchange.currencies().map(currency => ({ type: 'configureCurrency' as const, currency })),
    ...markets.map(market => ({ type: 'configureMarket' as const, market })),
  ];
}
