import { invariant } from '../invariant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import type { AccountMargin } from './account-margin.ts';
import { handOverStops, joinTerms } from './merging.ts';
import { bankruptValue, closedPart, feeOf, initialMargin, least, realised, splitLeft } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';

/** Cost and proceeds of a fill for one of its sides. */
export interface FillResult {
  readonly feeMinor: bigint;
  /** Before the fee. */
  readonly realisedMinor: bigint;
}

/**
 * What fills do to positions and money, as entries in the posting the caller has opened. Opening moves only the fee,
 * which was frozen with the margin. Closing takes the profit from `perpetualClearing` or leaves the loss there: its
 * balance always equals the entry values of all shorts less those of all longs, so it is zero when nothing is open.
 */
export class Settlement {
  readonly #ledger: Ledger;
  readonly #limits: Limits;

  constructor(ledger: Ledger, limits: Limits) {
    this.#ledger = ledger;
    this.#limits = limits;
  }

  insuranceMinor(market: PerpetualMarket): bigint {
    return this.#ledger.availableMinor(market.insurance);
  }

  /** `into`: the position that holds what is opened; in mode `each` the order's own, otherwise the merged one. */
  open(
    market: PerpetualMarket,
    position: Position,
    into: Position,
    lots: number,
    valueMinor: bigint,
    feePpm: number,
  ): FillResult {
    const feeMinor = feeOf(valueMinor, feePpm);
    this.#ledger.frozenBig(position.trader.account, -feeMinor);
    this.#ledger.availableBig(market.fees, feeMinor);

    // Margin of everything opened so far, less that before the fill: so the parts add up to the margin of the whole.
    const before = initialMargin(position.openedValueMinor, position.multiple);
    position.openedValueMinor += valueMinor;
    const marginMinor = initialMargin(position.openedValueMinor, position.multiple) - before;
    position.waitingMarginMinor -= marginMinor;
    const { cross, account } = position.trader;
    if (cross !== null) {
      this.#ledger.frozenBig(account, -marginMinor);
      this.#ledger.availableBig(account, marginMinor);
    }
    position.waitingFeeMinor -= feeMinor;
    invariant(
      position.waitingMarginMinor >= 0n && position.waitingFeeMinor >= 0n,
      `position ${position.positionId} froze too little`,
    );
    if (into !== position) {
      const { multiple, maintenancePpm, kept } = position;
      joinTerms(market, into, { lots, entryMinor: valueMinor, multiple, maintenancePpm, kept });
      handOverStops(position, into);
      into.orderedLots += lots;
      into.openedValueMinor += valueMinor;
    }
    into.openedLots += lots;
    if (cross === null) into.marginMinor += marginMinor;
    into.entryValueMinor += valueMinor;
    into.feeMinor += feeMinor;
    position.trader.exposureMinor += valueMinor;
    market.openLots[position.side] += lots;
    market.entryMinor[position.side] += valueMinor;
    this.#lost(market, position, feeMinor);
    return { feeMinor, realisedMinor: 0n };
  }

  /** The fee is at most what the lots pay back: nobody pays more than the margin. */
  close(
    market: PerpetualMarket,
    position: Position,
    lots: number,
    valueMinor: bigint,
    feePpm: number,
  ): FillResult {
    const { cross } = position.trader;
    if (cross !== null) return this.#closeCross(market, position, cross, lots, valueMinor, feePpm);
    const part = closedPart(position, lots);
    const realisedMinor = realised(position.side, part.entryMinor, valueMinor);
    const backMinor = part.marginMinor + realisedMinor;
    invariant(backMinor >= 0n, `position ${position.positionId} closed beyond its margin`);
    const feeMinor = least(feeOf(valueMinor, feePpm), backMinor);
    this.#ledger.frozenBig(position.trader.account, -part.marginMinor);
    this.#ledger.availableBig(position.trader.account, backMinor - feeMinor);
    this.#ledger.availableBig(market.clearing, -realisedMinor);
    this.#ledger.availableBig(market.fees, feeMinor);
    position.marginMinor -= part.marginMinor;
    position.feeMinor += feeMinor;
    this.#closed(market, position, lots, part.entryMinor, valueMinor);
    this.#lost(market, position, feeMinor - realisedMinor);
    return { feeMinor, realisedMinor };
  }

  /** Profit goes to the account, loss comes out of it. The fee is at most what equity is left. */
  #closeCross(
    market: PerpetualMarket,
    position: Position,
    cross: AccountMargin,
    lots: number,
    valueMinor: bigint,
    feePpm: number,
  ): FillResult {
    const { entryMinor } = closedPart(position, lots);
    const realisedMinor = realised(position.side, entryMinor, valueMinor);
    this.#closed(market, position, lots, entryMinor, valueMinor);
    const leftMinor = cross.equityMinor() + realisedMinor;
    const feeMinor = leftMinor > 0n ? least(feeOf(valueMinor, feePpm), leftMinor) : 0n;
    const { account } = position.trader;
    cross.provide(feeMinor - realisedMinor);
    this.#ledger.availableBig(account, realisedMinor - feeMinor);
    this.#ledger.availableBig(market.clearing, -realisedMinor);
    this.#ledger.availableBig(market.fees, feeMinor);
    position.feeMinor += feeMinor;
    this.#lost(market, position, feeMinor - realisedMinor);
    return { feeMinor, realisedMinor };
  }

  /**
   * As `close`, but all margin stays with the lots still to liquidate: fills better than the bankruptcy price make up
   * for worse ones, then the insurance fund pays what is missing. No fee yet.
   */
  liquidate(market: PerpetualMarket, position: Position, lots: number, valueMinor: bigint): FillResult {
    const part = closedPart(position, lots);
    const realisedMinor = realised(position.side, part.entryMinor, valueMinor);
    const backMinor = part.marginMinor + realisedMinor;
    const paidMinor = backMinor < 0n ? -backMinor : 0n;
    this.#ledger.availableBig(market.insurance, -paidMinor);
    this.#ledger.frozenBig(position.trader.account, realisedMinor + paidMinor);
    this.#ledger.availableBig(market.clearing, -realisedMinor);
    position.marginMinor += realisedMinor + paidMinor;
    position.insurancePaidMinor += paidMinor;
    this.#closed(market, position, lots, part.entryMinor, valueMinor);
    this.#lost(market, position, -(realisedMinor + paidMinor));
    return { feeMinor: 0n, realisedMinor };
  }

  /** Closes lots of the bankrupt position for exactly what its margin covers. Returns their value. */
  bankrupt(market: PerpetualMarket, position: Position, lots: number): bigint {
    const part = closedPart(position, lots);
    const lossMinor = part.marginMinor;
    const valueMinor = bankruptValue(position.side, part);
    this.#ledger.frozenBig(position.trader.account, -lossMinor);
    this.#ledger.availableBig(market.clearing, lossMinor);
    position.marginMinor -= lossMinor;
    this.#closed(market, position, lots, part.entryMinor, valueMinor);
    this.#lost(market, position, lossMinor);
    return valueMinor;
  }

  /** Splits what a finished liquidation left: first the insurance fund, then the trading fee, then the customer. */
  finishLiquidation(
    market: PerpetualMarket,
    position: Position,
    valueMinor: bigint,
  ): { readonly liquidationFeeMinor: bigint; readonly feeMinor: bigint; readonly returnedMinor: bigint } {
    const leftMinor = position.marginMinor;
    const { liquidationFeePpm, takerFeePpm } = market.feesOf(position);
    const split = splitLeft(leftMinor, valueMinor, liquidationFeePpm, takerFeePpm);
    const { liquidationFeeMinor, feeMinor, returnedMinor } = split;
    if (leftMinor > 0n) {
      this.#ledger.open('perpetualLiquidation', `position:${position.positionId}`);
      this.#ledger.frozenBig(position.trader.account, -leftMinor);
      this.#ledger.availableBig(position.trader.account, returnedMinor);
      this.#ledger.availableBig(market.insurance, liquidationFeeMinor);
      this.#ledger.availableBig(market.fees, feeMinor);
      this.#ledger.close();
    }
    position.marginMinor = 0n;
    position.feeMinor += feeMinor;
    position.liquidationFeeMinor += liquidationFeeMinor;
    this.#lost(market, position, liquidationFeeMinor + feeMinor);
    return split;
  }

  /** Results and fees count toward the customer's own limits; funding does not. */
  #lost(market: PerpetualMarket, position: Position, lostMinor: bigint): void {
    const { quoteCurrencyId } = market.contract;
    this.#limits.results.lost(position.trader.customerId, quoteCurrencyId, lostMinor);
  }

  #closed(
    market: PerpetualMarket,
    position: Position,
    lots: number,
    entryMinor: bigint,
    valueMinor: bigint,
  ): void {
    position.closedLots += lots;
    if (position.maintenanceRest > 0) {
      position.maintenanceRest = Math.min(position.maintenanceRest, Math.max(0, position.lots - 1));
    }
    position.closedValueMinor += valueMinor;
    position.entryValueMinor -= entryMinor;
    position.realisedMinor += realised(position.side, entryMinor, valueMinor);
    position.trader.exposureMinor -= entryMinor;
    market.openLots[position.side] -= lots;
    market.entryMinor[position.side] -= entryMinor;
  }
}
