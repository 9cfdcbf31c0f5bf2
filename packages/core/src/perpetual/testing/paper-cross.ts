import type { CrossStep, PerpetualEventOf } from '../event.ts';
import type { MarginType } from '../contract-choice.ts';
import { maintenanceAt, required, resultAt, signed, type Holding } from './paper.ts';
import { must, PaperAccounts, same } from './paper-accounts.ts';

/** Of an account before a step. Available: null if profits were settled in the meantime. */
export interface StepFigures {
  readonly availableMinor: bigint | null;
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
}

/** Accounts that carry cross positions, from the words of decision 127: all of one customer in one currency. */
export class PaperCross extends PaperAccounts {
  readonly #cross = new Set<string>();
  /** Settled in the course of a fill or payment that the next event tells of. */
  readonly #settled = new Map<number, PerpetualEventOf<'profitSettled'>[]>();

  marginType(customerId: number, marketId: number): MarginType {
    return this.#cross.has(`${customerId}/${marketId}`) ? 'cross' : 'isolated';
  }

  override isCross({ customerId, marketId }: Pick<Holding, 'customerId' | 'marketId'>): boolean {
    return this.marginType(customerId, marketId) === 'cross';
  }

  /** Open cross positions, oldest first. */
  carried(customerId: number): Holding[] {
    const own = [...this.holdings.values()].filter(of => of.customerId === customerId && of.lots > 0n);
    return own.filter(of => this.isCross(of)).toSorted((a, b) => a.id - b.id);
  }

  result(of: Holding): bigint {
    return resultAt(this.markets.get(of.marketId)!, of);
  }

  /** Available balance and results at the newest marks, with what a liquidation has given to a position. */
  equity(customerId: number): bigint {
    const own = this.carried(customerId);
    return own.reduce((sum, of) => sum + of.margin + this.result(of), this.available(customerId));
  }

  maintenance(customerId: number): bigint {
    const own = this.carried(customerId);
    return own.reduce((sum, of) => sum + maintenanceAt(this.markets.get(of.marketId)!, of), 0n);
  }

  /** What must stay available. */
  override reserved(customerId: number): bigint {
    const own = this.carried(customerId);
    return own.reduce((sum, of) => sum + required(this.markets.get(of.marketId)!, of, of.multiple), 0n);
  }

  waitsCross(customerId: number): boolean {
    return [...this.openings.values()].some(
      one => one.customerId === customerId && one.lots > 0n && this.isCross(one),
    );
  }

  protected typeSet({ customerId, marketId, marginType }: PerpetualEventOf<'marginTypeSet'>): void {
    const key = `${customerId}/${marketId}`;
    same('open while the margin type changes', 0, this.open(customerId, marketId).length);
    same('waiting while the margin type changes', 0n, this.exposure(customerId, marketId));
    if (marginType === 'cross') this.#cross.add(key);
    else this.#cross.delete(key);
  }

  protected profitSettled(event: PerpetualEventOf<'profitSettled'>): void {
    this.#settled.set(event.customerId, [...(this.#settled.get(event.customerId) ?? []), event]);
  }

  /** Before the balance pays something: it must be needed, of the largest profit, and change nothing to the unit. */
  protected settleProfits(customerId: number, needed: bigint): void {
    const most = this.#retried(customerId).reduce((all, one) => (one > all ? one : all), needed);
    for (const event of this.#settled.get(customerId) ?? []) {
      must(this.available(customerId) < most, () => `profit of position ${event.positionId} was not needed`);
      const of = this.changing(event.positionId);
      const before = this.equity(customerId);
      const profit = this.result(of);
      same(`profit of position ${of.id}`, profit, event.profitMinor);
      for (const other of this.carried(customerId)) {
        must(this.result(other) <= profit, () => `position ${other.id} has more profit than ${of.id}`);
      }
      of.entry += signed(of.side, profit);
      of.realised += profit;
      this.pay(customerId, profit);
      same('entry value after its profit was settled', of.entry, event.entryAfterMinor);
      same('equity after a profit was settled', before, this.equity(customerId));
    }
    this.#settled.delete(customerId);
  }

  /** What liquidations that found nobody at earlier marks would give their positions when they are tried again. */
  #retried(customerId: number): bigint[] {
    const equity = this.equity(customerId);
    if (equity > this.maintenance(customerId)) return [];
    const left = this.carried(customerId).filter(of => of.began);
    return left.map(of => equity - this.result(of));
  }

  /** A liquidation that is tried again, and finds nobody again, is not told of. */
  protected settleRetried(): void {
    for (const customerId of [...this.#settled.keys()]) this.settleProfits(customerId, 0n);
  }

  protected hasSettled(customerId: number): boolean {
    return this.#settled.has(customerId);
  }

  /** The account's equity must have fallen to its maintenance, and it must be the largest loss that can be closed. */
  protected beginsStep(of: Holding, isOpenNow: (marketId: number) => boolean): void {
    const { customerId } = of;
    const equity = this.equity(customerId);
    must(equity <= this.maintenance(customerId), () => `customer ${customerId} is liquidated early`);
    must(
      !this.waitsCross(customerId),
      () => `customer ${customerId} is liquidated before waiting orders end`,
    );
    const loss = this.result(of);
    for (const other of this.carried(customerId)) {
      if (other === of || other.began || !isOpenNow(other.marketId)) continue;
      const result = this.result(other);
      const isBefore = result < loss || (result === loss && other.id < of.id);
      must(!isBefore, () => `position ${of.id} is liquidated before ${other.id}, which loses more`);
    }
    const given = equity - loss;
    this.settleProfits(customerId, given);
    of.margin = given > 0n ? given : 0n;
  }

  protected compareStep(customerId: number, step: CrossStep, now: StepFigures): void {
    const { availableMinor } = now;
    if (availableMinor !== null) {
      same(`available of customer ${customerId} at a step`, availableMinor, step.availableMinor);
    }
    same(`equity of customer ${customerId} at a step`, now.equityMinor, step.equityMinor);
    same(`maintenance of customer ${customerId} at a step`, now.maintenanceMinor, step.maintenanceMinor);
  }
}
