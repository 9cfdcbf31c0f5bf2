import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireMarket } from '@tallystick/protocol/wire';
import { shareOf } from '#lib/market-units.ts';
import { summarise, type TicketContext, type TicketSummary } from './summary.ts';
import type { Ticket } from './ticket.ts';
import { validate, type Problem } from './validate.ts';

export interface Assessment {
  readonly summary: TicketSummary;
  readonly problems: readonly Problem[];
}

export function assess(ticket: Ticket, context: TicketContext): Assessment {
  const summary = summarise(ticket, context);
  return { summary, problems: validate(ticket, context, summary) };
}

function print(assessment: Assessment): string {
  return JSON.stringify(assessment, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Most changes of the book change nothing that the form shows: then it need not be drawn again. */
export function sameAssessment(a: Assessment, b: Assessment): boolean {
  return print(a) === print(b);
}

/** From this part of everything the customer owns, an order deserves a second look. */
const LARGE_PERCENT = 50n;

export interface Portfolio {
  readonly USDT: string;
  readonly BTC: string | null;
}

/**
 * How much of the portfolio the order moves, in whole percent, when that is a large part; otherwise null. Known
 * for markets quoted in USDT and BTC, in which the portfolio's worth is told.
 */
export function largePart(
  market: WireMarket,
  valueMinor: bigint | null,
  portfolio: Portfolio | undefined,
): number | null {
  const code = market.quote.code;
  const worth = code === 'USDT' ? portfolio?.USDT : code === 'BTC' ? portfolio?.BTC : undefined;
  const total = worth ? parseDecimal(worth, market.quote.decimals) : null;
  if (!total || valueMinor === null) return null;
  const percent = (valueMinor * 100n) / total;
  if (percent < LARGE_PERCENT) return null;
  return shareOf(percent > 100n ? 100n : percent, 1n, 1);
}

/** Whether the same order could be sent once more from what is left. */
export function canRepeat(availableMinor: bigint | null, neededMinor: bigint | null): boolean {
  return availableMinor !== null && neededMinor !== null && availableMinor >= 2n * neededMinor;
}
