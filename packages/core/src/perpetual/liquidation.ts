import type { EventLog } from '../event-log.ts';
import type { Deleveraging, DeleveragingQueue } from './deleveraging.ts';
import type { CrossStep } from './event.ts';
import { bankruptcyPriceE8, maintenanceMargin, unrealised } from './formulas.ts';
import type { PerpetualMatching } from './matching.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { Settlement } from './settlement.ts';
import { InsuredTaker, LiquidationTaker } from './takers.ts';

/**
 * Ends positions whose equity has fallen to their maintenance margin: into the book with their own margin, then with
 * the insurance fund's help, then against opposing positions. Each step gets only what the one before left.
 */
export class Liquidation {
  readonly #log: EventLog;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #matching: PerpetualMatching;
  readonly #deleveraging: Deleveraging;

  constructor(
    log: EventLog,
    keeper: OpenPositions,
    settlement: Settlement,
    matching: PerpetualMatching,
    deleveraging: Deleveraging,
  ) {
    this.#log = log;
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#matching = matching;
    this.#deleveraging = deleveraging;
  }

  /**
   * Lots that found nobody stay open and are set aside until the next mark. `cross`: what decided it, if the position's
   * margin is what its account gave it.
   */
  liquidate(
    market: PerpetualMarket,
    position: Position,
    queue: DeleveragingQueue,
    cross: CrossStep | null = null,
  ): void {
    const { contract } = market;
    const mark = market.mark!;
    const { markE8 } = mark;
    const fees = market.feesOf(position);
    const { lots, marginMinor, maintenancePpm } = position;
    const decided = {
      lots,
      entryValueMinor: position.entryValueMinor,
      marginMinor,
      maintenancePpm,
      equityMinor: marginMinor + unrealised(contract, position, markE8),
      maintenanceMarginMinor: maintenanceMargin(contract, markE8, lots, maintenancePpm),
      // A cross position has no price of its own: its account is liquidated at this mark.
      liquidationE8: position.liquidationE8 ?? markE8,
      // An isolated position that no price can bankrupt is not liquidated.
      bankruptcyE8: bankruptcyPriceE8(contract, position) ?? contract.tickE8,
    };
    if (position.opening !== null) this.#keeper.endOpening(market, position, 'positionClosed');
    this.#keeper.endClosings(market, position, 'positionClosed');
    this.#keeper.endSameSide(market, position);
    market.accounts.takerComes();

    const book = this.#sell(market, position, new LiquidationTaker(market, this.#settlement, position));
    const fundMinor = this.#settlement.insuranceMinor(market);
    const insured = this.#sell(market, position, new InsuredTaker(market, this.#settlement, position));
    const deleveraged = position.lots === 0 ? NOTHING : this.#deleveraging.reduce(market, position, queue);
    const insurancePaidMinor = fundMinor - this.#settlement.insuranceMinor(market);

    const remainingLots = position.lots;
    const isFirst = !position.liquidationBegan;
    let split = { liquidationFeeMinor: 0n, feeMinor: 0n, returnedMinor: 0n };
    if (remainingLots === 0) {
      const soldMinor = book.valueMinor + insured.valueMinor + deleveraged.valueMinor;
      split = this.#settlement.finishLiquidation(market, position, soldMinor);
    } else {
      position.liquidationBegan = true;
      position.liquidationUnfinished = true;
      market.unfinished.push(position);
    }
    const isTaken = remainingLots < lots;
    if (isTaken) this.#keeper.closed(market, position, 'liquidation');
    else market.arm(position);
    // Retried with every mark, but reported only if something was closed.
    if (!isFirst && !isTaken) return;
    this.#log.push({
      type: 'positionLiquidated',
      positionId: position.positionId,
      customerId: position.trader.customerId,
      marketId: market.id,
      side: position.side,
      multiple: position.multiple,
      mark,
      ...decided,
      bookLots: book.lots,
      bookValueMinor: book.valueMinor,
      insuredLots: insured.lots,
      insuredValueMinor: insured.valueMinor,
      insurancePaidMinor,
      deleveragedLots: deleveraged.lots,
      deleveragedValueMinor: deleveraged.valueMinor,
      remainingLots,
      liquidationFeePpm: fees.liquidationFeePpm,
      takerFeePpm: fees.takerFeePpm,
      ...split,
      atMs: this.#keeper.nowMs,
      ...(cross === null ? null : { cross }),
    });
  }

  #sell(
    market: PerpetualMarket,
    position: Position,
    taker: LiquidationTaker,
  ): { readonly lots: number; readonly valueMinor: bigint } {
    const { lots } = position;
    if (lots === 0) return NOTHING;
    const { leftLots, valueMinor } = this.#matching.match(market, taker, lots);
    return { lots: lots - leftLots, valueMinor };
  }
}

const NOTHING = { lots: 0, valueMinor: 0n } as const;
