import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireContract, WireDepth, WirePerpetualTicker, WirePosition } from '@tallystick/protocol/wire';
import { levelsOf } from '#lib/book-levels.ts';
import { formatTicks } from '#lib/market-units.ts';
import { useSession } from '#lib/session.ts';
import {
  balancesTopic,
  depthTopic,
  perpetualTickersTopic,
  useTopic,
  type HoldingKey,
} from '#realtime/topics.ts';
import { useOpenPositions, usePerpetualPart } from '../api/perpetual.ts';
import { assess, sameAssessment, type Assessment } from '../model/assess.ts';
import { contractUnits, type Direction } from '../model/contract.ts';
import { exposureOf } from '../model/positions.ts';
import { lotsForPercent, summarise, type TicketContext, type TicketSummary } from '../model/summary.ts';
import { emptyTicket, firstMultiple, reduce, type Ticket, type TicketAction } from '../model/ticket.ts';
import { rememberMultiple, usePerpetualPreferences } from '../model/preferences-store.ts';
import { markTicks } from '../model/validate.ts';

type Holdings = ReadonlyMap<HoldingKey, { readonly available: string }>;

/** Free money of the contract account in minor units; null for visitors and until the first balance came. */
export function useContractBalance({ quote }: WireContract): bigint | null {
  const session = useSession();
  const select = useCallback(
    (holdings: Holdings) => holdings.get(`contract:${quote.id}`)?.available ?? '0',
    [quote.id],
  );
  const available = useTopic(session ? balancesTopic() : undefined, select);
  return available === undefined ? null : parseDecimal(available, quote.decimals);
}

/** The prices the form is judged by, as one text: it changes only when one of them does. */
const pricesOf = (ticker: WirePerpetualTicker) => `${ticker.mark ?? ''} ${ticker.stale ? 'stale' : ''}`;

/** A judge of the form, given a state of the book. */
function useContext(contract: WireContract): (depth: WireDepth | undefined) => TicketContext {
  const prices = usePerpetualPart(contract.market_id, pricesOf) ?? ' ';
  const availableMinor = useContractBalance(contract);
  const positions = useOpenPositions();
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
        bids: levels?.bids ?? [],
        asks: levels?.asks ?? [],
        bookKnown: depth !== undefined,
        mark: mark || null,
        stale: stale === 'stale',
      };
    },
    [contract, prices, availableMinor, exposureMinor],
  );
}

export interface TicketControl {
  readonly ticket: Ticket;
  readonly dispatch: (action: TicketAction) => void;
  /** Sets the lots to what that part of the balance opens at the prices of this moment. */
  readonly choosePercent: (percent: number) => void;
  readonly chooseMultiple: (multiple: number) => void;
  readonly clear: () => void;
}

/** The order form's state. A limit price starts at the mark price, once, and is the customer's from then on. */
export function useTicket(contract: WireContract, direction: Direction): TicketControl {
  const remembered = usePerpetualPreferences().multiples[contract.market_id];
  const [ticket, dispatch] = useReducer(reduce, undefined, () =>
    emptyTicket(firstMultiple(contract, remembered), direction),
  );
  const contextOf = useContext(contract);
  useEffect(() => {
    const store = perpetualTickersTopic();
    const units = contractUnits(contract);
    let stop: (() => void) | undefined;
    const offer = () => {
      const mark = markTicks(store.read()?.get(contract.market_id)?.mark ?? null, units);
      if (mark === null) return;
      stop?.();
      stop = undefined;
      dispatch({ type: 'priceOffered', price: formatTicks(mark, units) });
    };
    stop = store.watch(offer);
    offer();
    return () => stop?.();
  }, [contract]);
  const choosePercent = useCallback(
    (percent: number) => {
      const context = contextOf(depthTopic(contract.market_id, 'perpetual').read());
      dispatch({ type: 'percentChosen', percent, lots: lotsForPercent(ticket, context, percent) });
    },
    [contextOf, contract.market_id, ticket],
  );
  const chooseMultiple = useCallback(
    (multiple: number) => {
      rememberMultiple(contract.market_id, multiple);
      dispatch({ type: 'multipleChosen', multiple });
    },
    [contract.market_id],
  );
  const clear = useCallback(() => {
    dispatch({ type: 'cleared' });
    const units = contractUnits(contract);
    const mark = markTicks(perpetualTickersTopic().read()?.get(contract.market_id)?.mark ?? null, units);
    if (mark !== null) dispatch({ type: 'priceOffered', price: formatTicks(mark, units) });
  }, [contract]);
  return { ticket, dispatch, choosePercent, chooseMultiple, clear };
}

/** Summary and problems of the form against the live book; renders again only when they change. */
export function useAssessment(contract: WireContract, ticket: Ticket): Assessment {
  const contextOf = useContext(contract);
  const judge = useCallback(
    (depth: WireDepth | undefined) => assess(ticket, contextOf(depth)),
    [ticket, contextOf],
  );
  const assessment = useTopic(depthTopic(contract.market_id, 'perpetual'), judge, sameAssessment);
  return assessment ?? judge(undefined);
}

/** What the same order would be at another multiple, at the prices of this moment. */
export function useSummaryAt(contract: WireContract, ticket: Ticket): (multiple: number) => TicketSummary {
  const contextOf = useContext(contract);
  return useCallback(
    multiple =>
      summarise({ ...ticket, multiple }, contextOf(depthTopic(contract.market_id, 'perpetual').read())),
    [contextOf, contract.market_id, ticket],
  );
}
