import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { least } from './formulas.ts';
import { topUpStep } from './margin-formulas.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';

/**
 * Keeps positions from being liquidated with money of their customer's contract account, as far as they allowed it. It
 * is asked only for a position that the mark has reached, so a mark visits no other; and what it keeps is out of that
 * mark's reach, so no position is topped up twice by one mark.
 */
export class TopUps {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #keeper: OpenPositions;

  constructor(log: EventLog, ledger: Ledger, keeper: OpenPositions) {
    this.#log = log;
    this.#ledger = ledger;
    this.#keeper = keeper;
  }

  /** Whether the position is kept. The mark must have reached its liquidation price. */
  keeps(market: PerpetualMarket, position: Position): boolean {
    const { multiple, maintenancePpm, topUpLimitMinor, topUpUsedMinor, liquidationE8 } = position;
    const left = topUpLimitMinor - topUpUsedMinor;
    if (left <= 0n) return false;
    const mark = market.mark!;
    const { account } = position.trader;
    const reservedMinor = market.accounts.of(account)?.requiredMinor() ?? 0n;
    const availableMinor = this.#ledger.availableMinor(account) - reservedMinor;
    if (availableMinor <= 0n) return false;
    const amountMinor = topUpStep(market.contract, position, {
      maintenancePpm,
      multiple,
      markE8: mark.markE8,
      mostMinor: least(left, availableMinor),
    });
    if (amountMinor === 0n) return false;
    const before = position.found();
    position.topUpUsedMinor += amountMinor;
    position.topUps++;
    this.#keeper.addMargin(market, position, amountMinor);
    this.#log.push({
      type: 'positionToppedUp',
      positionId: position.positionId,
      customerId: position.trader.customerId,
      marketId: market.id,
      side: position.side,
      multiple,
      step: position.topUps,
      mark,
      ...before,
      maintenancePpm,
      liquidationE8: liquidationE8!,
      limitMinor: topUpLimitMinor,
      usedMinor: topUpUsedMinor,
      availableMinor,
      amountMinor,
      newLiquidationE8: position.liquidationE8,
      atMs: this.#keeper.nowMs,
    });
    return true;
  }
}
