import { useCallback, useReducer } from 'react';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireDepth, WireMarket, WireTicker } from '@tallystick/protocol/wire';
import { sameFigures, type Assessment } from '#lib/assessment.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { parseTicks, unitsOf } from '#lib/market-units.ts';
import { serverClock } from '#lib/server-clock.ts';
import { depthTopic, tickersTopic, useTopic, type TickersById } from '#realtime/topics.ts';
import { useAvailable } from '#realtime/use-available.ts';
import { useFirstPrice } from '#realtime/use-first-price.ts';
import { assess } from '../model/assess.ts';
import type { Side } from '../model/order-types.ts';
import type { TicketContext, TicketSummary } from '../model/summary.ts';
import { EMPTY_TICKET, reduce, type Available, type Ticket, type TicketAction } from '../model/ticket.ts';
import type { Problem } from '../model/validate.ts';

function useAvailableMinor(currencyId: number, decimals: number): bigint | null {
  const available = useAvailable('spot', currencyId);
  return available === undefined ? null : parseDecimal(available, decimals);
}

/** The customer's balances in this market; null for visitors and until the first balance arrives. */
export function useMarketBalances({ base, quote }: WireMarket): Available {
  return {
    baseMinor: useAvailableMinor(base.id, base.decimals),
    quoteMinor: useAvailableMinor(quote.id, quote.decimals),
  };
}

export interface TicketControl {
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
  /** Empties the form; the price starts at the last price again. */
  readonly onClear: () => void;
}

/** The order form's state. A limit price starts at the last price; later only the customer changes it. */
export function useTicket(market: WireMarket, side: Side): TicketControl {
  const [ticket, dispatch] = useReducer(reduce, { ...EMPTY_TICKET, side });
  const lastOf = useCallback(
    (tickers: TickersById) => {
      const last = tickers.get(market.id)?.last;
      return last && parseTicks(last, unitsOf(market)) !== null ? last : null;
    },
    [market],
  );
  const offer = useCallback((price: string) => dispatch({ type: 'priceOffered', price }), []);
  const offerAgain = useFirstPrice(tickersTopic(), lastOf, offer);
  const onClear = useCallback(() => {
    dispatch({ type: 'cleared' });
    offerAgain();
  }, [offerAgain]);
  return { ticket, dispatch, onClear };
}

/** The prices the form is checked against, as one string that changes only when one of them does. */
function pricesOf(ticker: WireTicker | undefined): string {
  return `${ticker?.last ?? ''} ${ticker?.index_price ?? ''}`;
}

/** Summary and problems of the form against the live book; renders again only when they change. */
export function useAssessment(
  market: WireMarket,
  ticket: Ticket,
  available: Available,
): Assessment<TicketSummary, Problem> {
  const judge = useCallback((context: TicketContext) => assess(ticket, context), [ticket]);
  return useJudged(market, available, judge);
}

/** What `judge` makes of the market, the balances and the live book; renders again only when that changes. */
export function useJudged<Judged>(
  market: WireMarket,
  available: Available,
  judgeBy: (context: TicketContext) => Judged,
): Judged {
  const selectPrices = useCallback((tickers: TickersById) => pricesOf(tickers.get(market.id)), [market.id]);
  const prices = useTopic(tickersTopic(), selectPrices) ?? ' ';
  const { baseMinor, quoteMinor } = available;
  const judge = useCallback(
    (depth: WireDepth | undefined) => {
      const [last, index] = prices.split(' ');
      const levels = depth && levelsOf(depth, unitsOf(market));
      const context: TicketContext = {
        market,
        available: { baseMinor, quoteMinor },
        bids: levels?.bids ?? [],
        asks: levels?.asks ?? [],
        bookKnown: depth !== undefined,
        lastPrice: last || null,
        indexPrice: index || null,
        nowMs: serverClock.now(),
      };
      return judgeBy(context);
    },
    [market, judgeBy, baseMinor, quoteMinor, prices],
  );
  const assessment = useTopic(depthTopic(market.id), judge, sameFigures);
  return assessment ?? judge(undefined);
}
