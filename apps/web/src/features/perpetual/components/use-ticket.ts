import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireContract, WireDepth, WirePerpetualTicker, WirePosition } from '@tallystick/protocol/wire';
import { sameFigures, type Assessment } from '#lib/assessment.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { formatTicks } from '#lib/market-units.ts';
import { useSession } from '#lib/session.ts';
import { depthTopic, perpetualTickersTopic, useTopic, type PerpetualTickersById } from '#realtime/topics.ts';
import { useAvailable } from '#realtime/use-available.ts';
import { useFirstPrice } from '#realtime/use-first-price.ts';
import { useCrossAccount, useMarginType } from '../api/margin-type.ts';
import { useHeld } from '../api/orders.ts';
import { choiceQuery, useOpenPositions, usePerpetualPart } from '../api/perpetual.ts';
import { assess } from '../model/assess.ts';
import { contractUnits, type Direction } from '../model/contract.ts';
import { carrierOf, freeMinor, type Carrier } from '../model/cross.ts';
import { NOTHING_HELD, reduces } from '../model/held.ts';
import { exposureOf } from '../model/positions.ts';
import { mostToReduce } from '../model/reducing.ts';
import { lotsForPercent, summarise, type TicketContext, type TicketSummary } from '../model/summary.ts';
import { emptyTicket, firstLeverage, reduce, type Ticket, type TicketAction } from '../model/ticket.ts';
import { rememberLeverage, usePerpetualPreferences } from '../model/preferences-store.ts';
import { markTicks, type Problem } from '../model/validate.ts';

/** Available contract balance in minor units; null for visitors and until the first balance arrives. */
export function useContractBalance({ quote }: WireContract): bigint | null {
  const available = useAvailable('contract', quote.id);
  return available === undefined ? null : parseDecimal(available, quote.decimals);
}

/** What orders and margins may use of it: what carries cross positions must stay. */
export function useFreeBalance(contract: WireContract): bigint | null {
  const available = useContractBalance(contract);
  const account = useCrossAccount(contract.market_id);
  if (available === null || account === undefined) return available;
  return freeMinor(available, account.required, contract.quote.decimals);
}

/** The account that carries the contract's positions; undefined unless the contract is set to cross. */
function useCarrier(contract: WireContract): Carrier | undefined {
  const account = useCrossAccount(contract.market_id);
  const isCross = useMarginType(contract.market_id) === 'cross';
  const positions = useOpenPositions();
  return useMemo(
    () => (isCross && account ? carrierOf(account, contract, positions?.values() ?? []) : undefined),
    [isCross, account, contract, positions],
  );
}

/** The prices the form is checked against, as one string that changes only when one of them does. */
const pricesOf = (ticker: WirePerpetualTicker) => `${ticker.mark ?? ''} ${ticker.stale ? 'stale' : ''}`;

/** Returns what a form is checked against, for a state of the book. */
export function useTicketContext(contract: WireContract): (depth: WireDepth | undefined) => TicketContext {
  const prices = usePerpetualPart(contract.market_id, pricesOf) ?? ' ';
  const availableMinor = useFreeBalance(contract);
  const carrier = useCarrier(contract);
  const positions = useOpenPositions();
  const held = useHeld(contract.market_id) ?? NOTHING_HELD;
  const exposureMinor = useMemo(
    () => exposureOf(positions?.values() ?? ([] as WirePosition[]), contract),
    [positions, contract],
  );
  return useCallback(
    depth => {
      const [mark, stale] = prices.split(' ');
      const levels = depth && levelsOf(depth, contractUnits(contract));
      return {
        contract,
        availableMinor,
        exposureMinor,
        held,
        carrier,
        bids: levels?.bids ?? [],
        asks: levels?.asks ?? [],
        bookKnown: depth !== undefined,
        mark: mark || null,
        stale: stale === 'stale',
      };
    },
    [contract, prices, availableMinor, exposureMinor, held, carrier],
  );
}

/** At least one lot, if there is any. */
function partOf(lots: bigint, percent: number): bigint {
  const part = (lots * BigInt(percent)) / 100n;
  return part === 0n && lots > 0n ? 1n : part;
}

export interface TicketControl {
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
  /** Sets the lots that this percentage of the balance opens at current prices. */
  readonly choosePercent: (percent: number) => void;
  readonly chooseLeverage: (leverage: number) => void;
  readonly clear: () => void;
}

/** On a device that remembers none, the leverage chosen on another one or by a program. */
function useChosenLeverage(
  { market_id: marketId }: WireContract,
  remembered: number | undefined,
  dispatch: (action: TicketAction) => void,
): void {
  const session = useSession();
  const { data } = useQuery({
    ...choiceQuery(marketId),
    enabled: session !== undefined && remembered === undefined,
  });
  const chosen = remembered === undefined ? data?.choice.multiple : undefined;
  useEffect(() => {
    if (typeof chosen === 'number') dispatch({ type: 'leverageChosen', leverage: chosen });
  }, [chosen, dispatch]);
}

/** The order form's state. A limit price starts at the mark price; later only the customer changes it. */
export function useTicket(contract: WireContract, direction: Direction): TicketControl {
  const remembered = usePerpetualPreferences().multiples[contract.market_id];
  const [ticket, dispatch] = useReducer(reduce, undefined, () =>
    emptyTicket(firstLeverage(contract, remembered), direction),
  );
  useChosenLeverage(contract, remembered, dispatch);
  const contextOf = useTicketContext(contract);
  const markOf = useCallback(
    (tickers: PerpetualTickersById) => {
      const units = contractUnits(contract);
      const mark = markTicks(tickers.get(contract.market_id)?.mark ?? null, units);
      return mark === null ? null : formatTicks(mark, units);
    },
    [contract],
  );
  const offer = useCallback((price: string) => dispatch({ type: 'priceOffered', price }), []);
  const offerAgain = useFirstPrice(perpetualTickersTopic(), markOf, offer);
  const choosePercent = useCallback(
    (percent: number) => {
      const context = contextOf(depthTopic(contract.market_id, 'perpetual').read());
      const lots = reduces(ticket, context.held)
        ? partOf(mostToReduce(ticket, context), percent)
        : lotsForPercent(ticket, context, percent);
      dispatch({ type: 'percentChosen', percent, lots });
    },
    [contextOf, contract.market_id, ticket],
  );
  const chooseLeverage = useCallback(
    (leverage: number) => {
      rememberLeverage(contract.market_id, leverage);
      dispatch({ type: 'leverageChosen', leverage });
    },
    [contract.market_id],
  );
  const clear = useCallback(() => {
    dispatch({ type: 'cleared' });
    offerAgain();
  }, [offerAgain]);
  return { ticket, dispatch, choosePercent, chooseLeverage, clear };
}

/** Summary and problems of the form against the live book; renders again only when they change. */
export function useAssessment(contract: WireContract, ticket: Ticket): Assessment<TicketSummary, Problem> {
  const contextOf = useTicketContext(contract);
  const judge = useCallback(
    (depth: WireDepth | undefined) => assess(ticket, contextOf(depth)),
    [ticket, contextOf],
  );
  const assessment = useTopic(depthTopic(contract.market_id, 'perpetual'), judge, sameFigures);
  return assessment ?? judge(undefined);
}

/** Summary of the same order at another leverage, at current prices. */
export function useSummaryAt(contract: WireContract, ticket: Ticket): (leverage: number) => TicketSummary {
  const contextOf = useTicketContext(contract);
  return useCallback(
    leverage =>
      summarise({ ...ticket, leverage }, contextOf(depthTopic(contract.market_id, 'perpetual').read())),
    [contextOf, contract.market_id, ticket],
  );
}
