import { ASK, BID } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import {
  admitExposure,
  checkBand,
  checkFunds,
  checkOpenInterest,
  checkPositions,
  checkStops,
  checkSurvives,
} from './admission.ts';
import type { ContractOrder } from './contract-order.ts';
import { feeOf, initialMargin, liquidationPriceE8, valueAtTicks } from './formulas.ts';
import type { PerpetualMatching } from './matching.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import {
  endOf,
  endOfNothing,
  isExpiring,
  leavingBefore,
  lookToOpen,
  ownInTheWay,
  refuseNothing,
  whyNothing,
  type Before,
  type Opening,
} from './outlook.ts';
import type { Position, PositionTerms, PerpetualTrader } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Settlement } from './settlement.ts';
import { OpeningTaker } from './takers.ts';
import { feesOf } from './taking.ts';
import type { DecidedOrder } from './validate-order.ts';

interface Admitted {
  readonly maintenancePpm: number;
  readonly marginMinor: bigint;
  readonly feeMinor: bigint;
}

/** Orders that open positions: checked completely, and only then placed. */
export class Orders {
  readonly #ledger: Ledger;
  readonly #limits: Limits;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #matching: PerpetualMatching;

  constructor(
    ledger: Ledger,
    limits: Limits,
    keeper: OpenPositions,
    settlement: Settlement,
    matching: PerpetualMatching,
  ) {
    this.#ledger = ledger;
    this.#limits = limits;
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#matching = matching;
  }

  /**
   * A valid order of mode `each`, by a customer who may act, in a contract that accepts orders. `amended`: the waiting
   * order that becomes this one, of which nothing is open.
   */
  place(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    command: DecidedOrder,
    execute: boolean,
    amended: Position | null = null,
  ): Refusal | null {
    const { priceTicks } = command;
    const side = command.side === 'long' ? BID : ASK;
    if (priceTicks !== null) {
      const refusal = checkBand(market, priceTicks, 'open');
      if (refusal !== null) return refusal;
      if (command.postOnly && market.book.crosses(side, priceTicks)) {
        return refuse('post_only_would_take', 'price');
      }
    }
    const limitTicks = priceTicks ?? worstOf(market, side, command.worstPriceTicks);
    const lots = command.lots - (amended?.preventedLots ?? 0);
    const opening = lookToOpen(market, trader, command, limitTicks, lots);
    const { takes, restLots } = opening;
    const nothing = whyNothing(command, opening);
    if (nothing !== null && !isExpiring(command)) return refuseNothing(nothing);
    const before = leavingBefore(market, trader, amended?.opening ?? null);
    if (nothing !== null || takes.lots + restLots === 0) {
      const admitted = admitExposure(market, before.exposureMinor, command.multiple);
      if ('refusal' in admitted) return admitted.refusal;
      if (!execute) return null;
      const position = this.#begin(market, trader, command, admitted.tier.maintenancePpm, amended);
      if (nothing === null) this.#run(market, position, opening);
      else this.#keeper.endOpening(market, position, endOfNothing(nothing, takes));
      return null;
    }
    const admitted = this.admit(market, trader, opening, before);
    if ('refusal' in admitted) return admitted.refusal;
    if (!execute) return null;
    const position = this.#begin(market, trader, command, admitted.maintenancePpm, amended);
    this.#keeper.freeze(position, admitted.marginMinor, admitted.feeMinor);
    this.#run(market, position, opening);
    return null;
  }

  /** Whether limits and funds allow it, and on which terms. */
  admit(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    opening: Opening,
    before: Before,
  ): Admitted | { readonly refusal: Refusal } {
    const { contract } = market;
    const { terms, takes, restLots } = opening;
    const { side, multiple, priceTicks } = terms;
    const restMinor = restLots === 0 ? 0n : valueAtTicks(contract, priceTicks!, restLots);
    const valueMinor = takes.valueMinor + restMinor;
    const lots = takes.lots + restLots;
    const admitted = admitExposure(market, before.exposureMinor + valueMinor, multiple);
    if ('refusal' in admitted) return admitted;
    const { maintenancePpm } = admitted.tier;
    const takerFees = feesOf(market, takes.fills, contract.takerFeePpm);
    const frozen = frozenFor(valueMinor, multiple, takerFees, restMinor, contract.makerFeePpm);
    const exposure = { side, lots, entryValueMinor: valueMinor, marginMinor: frozen.marginMinor };
    const liquidation = liquidationPriceE8(contract, exposure, maintenancePpm);
    const fromE8 = priceTicks === null ? market.mark!.markE8 : priceTicks * contract.tickE8;
    const worstLossMinor = frozen.marginMinor + frozen.feeMinor;
    const refusal =
      this.#limits.refuseNewExposure(
        trader.customerId,
        contract.quoteCurrencyId,
        this.#atStake(trader, market, worstLossMinor),
        trader.cross === null ? before.extraMinor : 0n,
      ) ??
      checkOpenInterest(market, side, lots, before.leavingLots) ??
      checkPositions(trader, before.leavingPositions) ??
      checkSurvives(market, exposure, maintenancePpm) ??
      checkStops(side, contract.tickE8, terms, fromE8, trader.cross === null ? liquidation : null) ??
      checkFunds(this.#ledger, market, trader, worstLossMinor, before.extraMinor);
    return refusal === null ? { maintenancePpm, ...frozen } : { refusal };
  }

  /** What the customer could lose beyond what is counted as at risk already: by a first cross position, all they have there. */
  #atStake(trader: PerpetualTrader, { accounts }: PerpetualMarket, worstLossMinor: bigint): bigint {
    if (accounts.of(trader.account)?.isCarrying === true) return 0n;
    return trader.cross === null ? worstLossMinor : this.#ledger.availableMinor(trader.account);
  }

  /** `order`: in hedge and net mode, the one that opens; if null there, the terms are those of a new one. */
  open(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    opening: Opening,
    admitted: Admitted,
    order: ContractOrder | null = null,
  ): void {
    const { terms } = opening;
    const isMerged = trader.mode !== 'each';
    const of = isMerged
      ? (order ?? this.#keeper.createOrder(market, trader, { ...terms, reduceOnly: false }))
      : null;
    const position = this.#keeper.create(market, trader, terms, admitted.maintenancePpm, of);
    this.#keeper.freeze(position, admitted.marginMinor, admitted.feeMinor);
    this.#run(market, position, opening);
  }

  #begin(
    market: PerpetualMarket,
    trader: PerpetualTrader,
    terms: PositionTerms,
    maintenancePpm: number,
    amended: Position | null,
  ): Position {
    if (amended === null) return this.#keeper.create(market, trader, terms, maintenancePpm, null);
    this.#keeper.requeue(market, amended, terms, maintenancePpm);
    return amended;
  }

  /** Takes what was looked at; the rest waits or ends. */
  #run(market: PerpetualMarket, position: Position, { limitTicks, takes, restLots }: Opening): void {
    const { trader, openingSide } = position;
    const taker = new OpeningTaker(market, this.#settlement, position, limitTicks);
    const { selfTrade } = taker;
    const metLots = takes.lots + takes.preventedLots;
    if (metLots > 0) this.#matching.match(market, taker, metLots);
    if (restLots > 0) {
      this.#matching.clearWay(market, openingSide, limitTicks, ownInTheWay(trader, selfTrade));
      this.#keeper.restOpening(market, position, restLots, market.contract.makerFeePpm);
      return;
    }
    if (takes.end === 'self') this.#matching.endBoth(market, openingSide, trader, selfTrade);
    this.#keeper.endOpening(market, position, endOf(takes));
  }
}

/** The worst price a market order may trade at: the band's edge, or the customer's own limit if that is nearer. */
export function worstOf(market: PerpetualMarket, side: 0 | 1, worstTicks: number | null): number {
  const edge = market.band.worst(side);
  if (worstTicks === null) return edge;
  return side === BID ? Math.min(edge, worstTicks) : Math.max(edge, worstTicks);
}

/** What placing an order freezes: the margin of its whole value, and the fees of what it takes and what will wait. */
function frozenFor(
  valueMinor: bigint,
  leverage: number,
  takerFeesMinor: bigint,
  restValueMinor: bigint,
  makerFeePpm: number,
): { readonly marginMinor: bigint; readonly feeMinor: bigint } {
  return {
    marginMinor: initialMargin(valueMinor, leverage),
    feeMinor: takerFeesMinor + feeOf(restValueMinor, makerFeePpm),
  };
}
