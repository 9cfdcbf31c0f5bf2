import type { EventLog } from '../event-log.ts';
import { IndexedHeap } from '../indexed-heap.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { CrossThreshold, type AccountMargin, type AccountMargins, type Carried } from './account-margin.ts';
import { bufferOf, closingCover, crossFigures, markAtLoss, slopeOf, type Marked } from './cross-formulas.ts';
import { realised, unrealised, type ContractUnit } from './formulas.ts';
import { requiredMargin } from './margin-formulas.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { PerpetualTrader, Position } from './position.ts';
import type { CrossFigures } from './reader.ts';

/** A customer in one contract that is set to cross. */
export interface Member {
  readonly market: PerpetualMarket;
  readonly trader: PerpetualTrader;
  readonly threshold: CrossThreshold;
}

/** An open cross position with its contract. */
export interface CrossPosition extends Marked {
  readonly market: PerpetualMarket;
  readonly position: Position;
}

/** A customer's contract account in one currency, while it carries cross positions. */
export class CrossAccount implements AccountMargin {
  readonly customerId: number;
  readonly account: AccountIndex;
  readonly currencyId: number;
  /** By contract. */
  readonly members: Member[] = [];
  /** Index among those to be looked at; −1: not among them. */
  dueAt = -1;
  readonly #accounts: CrossAccounts;
  #healthyAsOf = -1;
  #wasHealthy = false;

  constructor(accounts: CrossAccounts, customerId: number, account: AccountIndex, currencyId: number) {
    this.#accounts = accounts;
    this.customerId = customerId;
    this.account = account;
    this.currencyId = currencyId;
  }

  changed(): void {
    if (this.dueAt < 0) this.#accounts.due.add(this);
  }

  /** By contract, the oldest first. */
  *open(): Generator<CrossPosition> {
    for (const { market, trader } of this.members) {
      for (let position = trader.oldest; position !== null; position = position.newer) {
        if (position.lots === 0) continue;
        yield { market, position, unit: market.contract, markE8: market.mark!.markE8 };
      }
    }
  }

  figures(): { readonly equityMinor: bigint; readonly maintenanceMinor: bigint } {
    return crossFigures(this.availableMinor, this.open());
  }

  get isCarrying(): boolean {
    return this.open().next().done !== true;
  }

  get availableMinor(): bigint {
    return this.#accounts.ledger.availableMinor(this.account);
  }

  equityMinor(): bigint {
    return this.figures().equityMinor;
  }

  requiredMinor(): bigint {
    let sum = 0n;
    for (const { market, position } of this.open()) {
      sum += requiredMargin(market.contract, position, market.mark!, position.multiple);
    }
    return sum;
  }

  read(): CrossFigures {
    const { equityMinor, maintenanceMinor } = this.figures();
    const marks = new Map<PerpetualMarket, number | null>();
    for (const { market, trader } of this.members) {
      const open = trader.all().filter(({ lots }) => lots > 0);
      const slope = slopeOf(market.contract, open);
      const mark = market.mark?.markE8;
      if (mark === undefined || slope === 0n) continue;
      marks.set(market, markAtLoss(market.contract, mark, slope, equityMinor - maintenanceMinor));
    }
    const positions = [...this.open()].map(({ market, position: { positionId } }) => ({
      positionId,
      marketId: market.id,
      liquidationE8: marks.get(market) ?? null,
    }));
    const { availableMinor } = this;
    return { availableMinor, equityMinor, maintenanceMinor, requiredMinor: this.requiredMinor(), positions };
  }

  coverMinor(unit: ContractUnit, position: Carried, markE8: number): bigint {
    const { equityMinor, maintenanceMinor } = this.figures();
    return closingCover(equityMinor, maintenanceMinor, { unit, position, markE8 });
  }

  wasHealthy(): boolean {
    if (this.#healthyAsOf !== this.#accounts.takers) {
      const { equityMinor, maintenanceMinor } = this.figures();
      this.#healthyAsOf = this.#accounts.takers;
      this.#wasHealthy = equityMinor > maintenanceMinor;
    }
    return this.#wasHealthy;
  }

  /** Its entries join the posting that the caller has opened. */
  provide(amountMinor: bigint): void {
    while (this.availableMinor < amountMinor) {
      let best: CrossPosition | null = null;
      let most = 0n;
      for (const one of this.open()) {
        const profit = unrealised(one.unit, one.position, one.markE8);
        const isBefore = best !== null && one.position.positionId < best.position.positionId;
        if (profit > most || (profit === most && isBefore)) [best, most] = [one, profit];
      }
      if (best === null) return;
      this.#accounts.settleProfit(best, most);
    }
  }

  /** Sets the marks at which it must be looked at again: its shares of what is above the maintenance. */
  rest(): void {
    const steep: { readonly member: Member; readonly slope: bigint; readonly weight: bigint }[] = [];
    let positions = 0;
    let sum = 0n;
    for (const member of this.members) {
      const open: Position[] = [];
      for (let one = member.trader.oldest; one !== null; one = one.newer) if (one.lots > 0) open.push(one);
      positions += open.length;
      const slope = open.length === 0 ? 0n : slopeOf(member.market.contract, open);
      if (slope === 0n) {
        member.market.forgetThreshold(member.threshold);
        continue;
      }
      // In minor units: what a mark that doubles or falls to nothing would cost.
      const scaled = (slope < 0n ? -slope : slope) * BigInt(member.market.mark!.markE8);
      const weight = scaled / (BigInt(member.market.contract.tickE8) * 1_000_000n) + 1n;
      sum += weight;
      steep.push({ member, slope, weight });
    }
    const { equityMinor, maintenanceMinor } = this.figures();
    const buffer = bufferOf(equityMinor, maintenanceMinor, positions);
    for (const { member, slope, weight } of steep) {
      const { market, threshold } = member;
      const share = buffer < 0n ? -1n : (buffer * weight) / sum;
      const priceE8 = markAtLoss(market.contract, market.mark!.markE8, slope, share);
      market.setThreshold(threshold, slope > 0n ? -1 : 1, priceE8);
    }
  }

  forgetThresholds(): void {
    for (const { market, threshold } of this.members) market.forgetThreshold(threshold);
  }
}

/** All contract accounts that carry cross positions, and which of them must be looked at before the command ends. */
export class CrossAccounts implements AccountMargins {
  readonly ledger: Ledger;
  /** The lowest customer first, then the lowest currency. */
  readonly due = new IndexedHeap<CrossAccount>(
    (a, b) => a.customerId - b.customerId || a.currencyId - b.currencyId,
    {
      get: one => one.dueAt,
      set: (one, at) => {
        one.dueAt = at;
      },
    },
  );
  /** Takers so far: counted by this process, no state. */
  takers = 0;
  readonly #log: EventLog;
  readonly #limits: Limits;
  readonly #accounts = new Map<AccountIndex, CrossAccount>();
  #keeper: OpenPositions | null = null;

  constructor(log: EventLog, ledger: Ledger, limits: Limits) {
    this.#log = log;
    this.ledger = ledger;
    this.#limits = limits;
  }

  /** Reports which markets a settled profit changed. */
  reportTo(keeper: OpenPositions): void {
    this.#keeper = keeper;
  }

  of(account: AccountIndex): CrossAccount | undefined {
    return this.#accounts.get(account);
  }

  get isEmpty(): boolean {
    return this.#accounts.size === 0;
  }

  takerComes(): void {
    this.takers++;
  }

  /** The contract's positions of the customer are carried by their account from now on. */
  join(market: PerpetualMarket, trader: PerpetualTrader): void {
    const currencyId = market.contract.quoteCurrencyId;
    let account = this.#accounts.get(trader.account);
    if (account === undefined) {
      account = new CrossAccount(this, trader.customerId, trader.account, currencyId);
      this.#accounts.set(trader.account, account);
      this.ledger.watch(trader.account, account);
    }
    trader.cross = account;
    account.members.push({ market, trader, threshold: new CrossThreshold(account, trader.customerId) });
    account.members.sort((a, b) => a.market.id - b.market.id);
  }

  /** Nothing of the customer is open or waits in the contract. */
  leave(market: PerpetualMarket, trader: PerpetualTrader): void {
    trader.cross = null;
    const account = this.#accounts.get(trader.account)!;
    const at = account.members.findIndex(member => member.market === market);
    market.forgetThreshold(account.members[at]!.threshold);
    account.members.splice(at, 1);
    if (account.members.length > 0) return;
    this.due.remove(account);
    this.#accounts.delete(trader.account);
    this.ledger.watch(trader.account, null);
  }

  /** Pays a position's profit at the mark to its account: from now on it counts as opened there. */
  settleProfit({ market, position }: CrossPosition, profitMinor: bigint): void {
    const before = position.found();
    const { side, trader } = position;
    const change = side === 'long' ? profitMinor : -profitMinor;
    this.ledger.availableBig(market.clearing, -profitMinor);
    this.ledger.availableBig(trader.account, profitMinor);
    position.entryValueMinor += change;
    position.realisedMinor += realised(side, before.entryValueMinor, position.entryValueMinor);
    trader.exposureMinor += change;
    market.entryMinor[side] += change;
    this.#limits.results.lost(trader.customerId, market.contract.quoteCurrencyId, -profitMinor);
    const { nowMs } = this.#keeper!;
    market.touch(position, nowMs);
    this.#keeper!.touch(market);
    this.#log.push({
      type: 'profitSettled',
      positionId: position.positionId,
      customerId: trader.customerId,
      marketId: market.id,
      side,
      ...before,
      profitMinor,
      entryAfterMinor: position.entryValueMinor,
      mark: market.mark!,
      atMs: nowMs,
    });
  }
}
