import type { Ledger } from '../ledger/ledger.ts';
import type { CrossAccount, CrossAccounts, CrossPosition } from './cross-account.ts';
import { DeleveragingQueue } from './deleveraging.ts';
import type { CrossStep } from './event.ts';
import { unrealised } from './formulas.ts';
import type { Liquidation } from './liquidation.ts';
import type { OpenPositions } from './open-positions.ts';
import { liquidatesAt, type PerpetualMarket } from './perpetual-market.ts';
import type { Risk } from './risk.ts';

/**
 * Looks, at the end of a command, at the accounts whose cross positions could have become too large for them, and
 * liquidates step by step: the largest loss first, until the equity is above the maintenance again (decision 127).
 */
export class CrossLiquidation {
  readonly #ledger: Ledger;
  readonly #accounts: CrossAccounts;
  readonly #markets: ReadonlyMap<number, PerpetualMarket>;
  readonly #keeper: OpenPositions;
  readonly #liquidation: Liquidation;
  readonly #risk: Risk;
  /** Unhealthy, but nothing can be done before one of these contracts liquidates again. */
  readonly #blocked = new Map<PerpetualMarket, Set<CrossAccount>>();
  /** Accounts looked at so far: for tests that count. */
  looks = 0;

  constructor(
    ledger: Ledger,
    accounts: CrossAccounts,
    markets: ReadonlyMap<number, PerpetualMarket>,
    keeper: OpenPositions,
    liquidation: Liquidation,
    risk: Risk,
  ) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#markets = markets;
    this.#keeper = keeper;
    this.#liquidation = liquidation;
    this.#risk = risk;
  }

  /** Everything else of the command has happened. Returns whether something was done. */
  settle(atMs: number): boolean {
    if (this.#accounts.isEmpty) return false;
    this.#keeper.nowMs = atMs;
    for (const market of this.#markets.values()) market.reachThresholds();
    for (const [market, accounts] of this.#blocked) {
      if (!liquidatesAt(market, atMs)) continue;
      this.#blocked.delete(market);
      for (const account of accounts) account.changed();
    }
    const { due } = this.#accounts;
    let hasActed = false;
    const queues = new Map<PerpetualMarket, DeleveragingQueue>();
    for (let account = due.first(); account !== undefined; account = due.first()) {
      due.remove(account);
      if (this.#look(account, queues, atMs)) hasActed = true;
    }
    return hasActed;
  }

  #look(account: CrossAccount, queues: Map<PerpetualMarket, DeleveragingQueue>, atMs: number): boolean {
    this.looks++;
    const { equityMinor, maintenanceMinor } = account.figures();
    if (equityMinor > maintenanceMinor || !account.isCarrying) {
      account.rest();
      return false;
    }
    account.forgetThresholds();
    if (this.#cancelWaiting(account)) {
      account.changed();
      return true;
    }
    const worst = this.#worst(account, atMs);
    if (worst === null) return false;
    const { market } = worst;
    let queue = queues.get(market);
    if (queue === undefined) queues.set(market, (queue = new DeleveragingQueue(market, worst.markE8)));
    this.#step(account, worst, queue, equityMinor, maintenanceMinor);
    this.#keeper.touch(market);
    this.#risk.run(market, atMs);
    account.changed();
    return true;
  }

  /** Whether orders waited to open in one of its contracts. */
  #cancelWaiting(account: CrossAccount): boolean {
    let waited = false;
    for (const { market, trader } of account.members) {
      for (const position of trader.all()) {
        if (position.opening === null) continue;
        waited = true;
        this.#keeper.endOpening(market, position, 'wouldBeLiquidated');
        this.#keeper.touch(market);
      }
    }
    return waited;
  }

  /** The open position with the largest loss that can be liquidated now; null: the account waits until one can. */
  #worst(account: CrossAccount, atMs: number): CrossPosition | null {
    let worst: CrossPosition | null = null;
    let least = 0n;
    for (const one of account.open()) {
      const { market, position } = one;
      if (!liquidatesAt(market, atMs)) {
        const blocked = this.#blocked.get(market) ?? new Set();
        this.#blocked.set(market, blocked.add(account));
        continue;
      }
      if (position.liquidationUnfinished) continue;
      const result = unrealised(one.unit, position, one.markE8);
      const isBefore = worst !== null && position.positionId < worst.position.positionId;
      if (worst === null || result < least || (result === least && isBefore)) [worst, least] = [one, result];
    }
    return worst;
  }

  /** The position gets what the account can give: so it is bankrupt where the account's equity is zero. */
  #step(
    account: CrossAccount,
    { market, position, unit, markE8 }: CrossPosition,
    queue: DeleveragingQueue,
    equityMinor: bigint,
    maintenanceMinor: bigint,
  ): void {
    const { availableMinor } = account;
    const positions = [...account.open()].map(one => ({
      positionId: one.position.positionId,
      marketId: one.market.id,
      side: one.position.side,
      ...one.position.found(),
      maintenancePpm: one.position.maintenancePpm,
      markE8: one.markE8,
    }));
    const step: CrossStep = { availableMinor, equityMinor, maintenanceMinor, positions };
    const given = equityMinor - unrealised(unit, position, markE8);
    if (given > 0n) {
      this.#ledger.open('perpetualMargin', `position:${position.positionId}`);
      account.provide(given);
      this.#ledger.availableBig(account.account, -given);
      this.#ledger.frozenBig(account.account, given);
      this.#ledger.close();
      position.marginMinor = given;
    }
    this.#liquidation.liquidate(market, position, queue, step);
    this.#giveBack(account, position);
  }

  /** Lots are left: their margin is the account's again until the next mark. */
  #giveBack(account: CrossAccount, position: CrossPosition['position']): void {
    const { marginMinor } = position;
    if (marginMinor === 0n) return;
    position.marginMinor = 0n;
    const reference = `position:${position.positionId}`;
    this.#ledger.moveWithin(account.account, Number(marginMinor), 'perpetualMargin', reference);
  }
}
