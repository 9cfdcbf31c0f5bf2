import type { PerpetualEventOf } from '../event.ts';
import {
  bankruptAt,
  isReached,
  lesser,
  percentOf,
  share,
  signed,
  take,
  topUp,
  type Holding,
} from './paper.ts';
import { must, same } from './paper-accounts.ts';
import { PaperCross, type StepFigures } from './paper-cross.ts';

/** Who is liquidated, of isolated positions and of accounts, for what, and by whom. */
export class PaperLiquidation extends PaperCross {
  /** Figures of accounts before the steps that liquidate them. */
  protected readonly steps = new Map<number, StepFigures>();
  protected atMs = 0;

  /** The mark acts on positions: the contract is not halted, and the index is fresh. */
  isJudged(marketId: number): boolean {
    const { contract, status, mark, tickAtMs } = this.markets.get(marketId)!;
    return mark > 0n && status !== 'halted' && this.atMs - tickAtMs <= contract.staleAfterMs;
  }

  protected forTopUps({ customerId }: Holding): bigint {
    return this.available(customerId) - this.reserved(customerId);
  }

  protected mustBeReached(of: Holding): void {
    const market = this.markets.get(of.marketId)!;
    must(
      isReached(market, of, market.mark),
      () => `position ${of.id} is liquidated early, at ${market.mark}`,
    );
  }

  /** The first that is seen of a liquidation: the mark must have reached it, and no top-up may be able to keep it. */
  protected begun(of: Holding): void {
    if (this.liquidating.has(of.id)) return;
    this.liquidating.set(of.id, 0n);
    this.changed.add(of.id);
    if (this.isCross(of)) return this.beginsCross(of);
    this.mustBeReached(of);
    const could = topUp(this.markets.get(of.marketId)!, of, this.forTopUps(of));
    must(could === 0n, () => `position ${of.id} is liquidated, although a top-up of ${could} would keep it`);
  }

  protected beginsCross(of: Holding): void {
    const { customerId } = of;
    this.steps.set(of.id, {
      availableMinor: this.hasSettled(customerId) ? null : this.available(customerId),
      equityMinor: this.equity(customerId),
      maintenanceMinor: this.maintenance(customerId),
    });
    this.beginsStep(of, marketId => this.isJudged(marketId));
  }

  protected closedBy(of: Holding, value: bigint): void {
    this.liquidating.set(of.id, this.liquidating.get(of.id)! + value);
  }

  /** Its margin stays with the lots that are left; the insurance fund pays what the lots' own does not cover. */
  protected sold(of: Holding, lots: bigint, value: bigint): bigint {
    this.begun(of);
    this.closedBy(of, value);
    const { profit, margin } = take(of, lots, value, true);
    const paid = margin + profit < 0n ? -(margin + profit) : 0n;
    of.margin += profit + paid;
    this.house.insurance -= paid;
    must(this.house.insurance >= 0n, () => 'the insurance fund paid more than it has');
    this.pay(of.customerId, profit + paid);
    return profit;
  }

  protected deleveraged(event: PerpetualEventOf<'positionDeleveraged'>): void {
    const bankrupt = this.changing(event.againstPositionId);
    const other = this.changing(event.positionId);
    this.begun(bankrupt);
    must(other.side !== bankrupt.side, () => 'deleveraged on the same side');
    const lots = BigInt(event.lots);
    const value = bankruptAt(bankrupt.side, share(bankrupt, lots));
    same('the value of a deleveraging', value, event.valueMinor);
    this.closedBy(bankrupt, value);
    const used = take(bankrupt, lots, value);
    this.pay(bankrupt.customerId, used.profit);
    const isCross = this.isCross(other);
    const before = isCross ? this.equity(other.customerId) : 0n;
    const { profit, margin } = take(other, lots, value);
    const left = profit + (isCross ? this.equity(other.customerId) : margin);
    must(left >= 0n || left >= before, () => `position ${other.id} was deleveraged below zero`);
    if (isCross) this.settleProfits(other.customerId, -profit);
    this.pay(other.customerId, profit);
  }

  protected liquidated(event: PerpetualEventOf<'positionLiquidated'>): void {
    const of = this.changing(event.positionId);
    this.begun(of);
    const value = this.liquidating.get(of.id)!;
    this.liquidating.delete(of.id);
    same('whether an account was liquidated', this.isCross(of), event.cross !== undefined);
    if (event.cross !== undefined) this.compareStep(of.customerId, event.cross, this.steps.get(of.id)!);
    same('what a liquidation left', of.lots, BigInt(event.remainingLots));
    if (of.lots > 0n) {
      if (event.cross === undefined) this.mustFindNobody(of);
      else of.margin = 0n;
      of.began = true;
      return;
    }
    const { contract } = this.markets.get(of.marketId)!;
    const forInsurance = lesser(percentOf(value, contract.liquidationFeePpm), of.margin);
    const fee = lesser(percentOf(value, contract.takerFeePpm), of.margin - forInsurance);
    same('fee of a liquidation', forInsurance, event.liquidationFeeMinor);
    same('trading fee of a liquidation', fee, event.feeMinor);
    same('returned by a liquidation', of.margin - forInsurance - fee, event.returnedMinor);
    of.margin = 0n;
    of.fee += fee;
    this.pay(of.customerId, -forInsurance - fee);
    this.house.insurance += forInsurance;
    this.house.fees += fee;
  }

  /** A position that must be liquidated stays only if nobody opposite could take over a lot of it. */
  protected mustFindNobody(of: Holding): void {
    const payer = this.payerFor(of);
    must(payer === undefined, () => `position ${of.id} was left, although position ${payer!.id} can pay`);
  }

  /** An opposite position, unchanged by the command, that can be closed at this one's bankruptcy price. */
  payerFor(of: Holding): Holding | undefined {
    return [...this.holdings.values()].find(other => {
      if (other.marketId !== of.marketId || other.side === of.side || other.lots === 0n) return false;
      if (this.changed.has(other.id) || this.isCross(other)) return false;
      const lots = lesser(other.lots, of.lots);
      const value = bankruptAt(of.side, share(of, lots));
      const part = share(other, lots);
      return part.margin + signed(other.side, value - part.entry) >= 0n;
    });
  }
}
