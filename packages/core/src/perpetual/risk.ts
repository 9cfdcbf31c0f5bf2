import type { EventLog } from '../event-log.ts';
import { DeleveragingQueue } from './deleveraging.ts';
import { markOf } from './formulas.ts';
import type { Liquidation } from './liquidation.ts';
import type { PerpetualMatching } from './matching.ts';
import { liquidatesAt, type PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { StopKind } from './position-view.ts';
import type { Settlement } from './settlement.ts';
import { ClosingTaker } from './takers.ts';
import type { TopUps } from './top-up.ts';

/** What the mark price does to positions: cancels orders that may not open, liquidates, and triggers stops. */
export class Risk {
  readonly #log: EventLog;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;
  readonly #matching: PerpetualMatching;
  readonly #liquidation: Liquidation;
  readonly #topUps: TopUps;

  constructor(
    log: EventLog,
    keeper: OpenPositions,
    settlement: Settlement,
    matching: PerpetualMatching,
    liquidation: Liquidation,
    topUps: TopUps,
  ) {
    this.#log = log;
    this.#keeper = keeper;
    this.#settlement = settlement;
    this.#matching = matching;
    this.#liquidation = liquidation;
    this.#topUps = topUps;
  }

  /** Computes the mark from the newest index tick and applies everything it reaches. Not with a stale index. */
  updateMark(market: PerpetualMarket, atMs: number): void {
    const tick = market.listed.indexTick;
    if (tick === null || atMs - tick.atMs > market.contract.staleAfterMs) return;
    const { clock, contract, lastPriceTicks } = market;
    const { fundingPriceE8, basisPriceE8, markE8 } = markOf({
      indexE8: tick.priceE8,
      rateE8: clock.rateE8,
      msToFunding: Math.max(0, clock.nextFundingAtMs - atMs),
      fundingIntervalMs: clock.intervalMs,
      basisE8: clock.basisE8(atMs),
      lastE8: lastPriceTicks * contract.tickE8,
    });
    const before = market.mark;
    market.mark = {
      marketId: market.id,
      markE8,
      indexE8: tick.priceE8,
      indexTick: tick.number,
      fundingPriceE8,
      rateE8: clock.rateE8,
      nextFundingAtMs: clock.nextFundingAtMs,
      fundingIntervalMs: clock.intervalMs,
      basisPriceE8,
      lastPriceTicks: lastPriceTicks === 0 ? null : lastPriceTicks,
      atMs,
    };
    market.band.around(markE8, tick.priceE8);
    if (before === null || before.markE8 !== markE8 || before.indexE8 !== tick.priceE8) {
      this.#log.push({ type: 'markChanged', ...market.mark });
    }
    market.marked();
    if (market.status === 'halted') return;
    this.#tryAgain(market);
    this.run(market, atMs);
  }

  /** Cancels, liquidates and triggers what the mark has reached, repeatedly. Not if halted or with a stale index. */
  run(market: PerpetualMarket, atMs: number): void {
    if (market.status === 'halted' || market.isStale(atMs)) return;
    const { markE8 } = market.mark!;
    const { rising, falling } = market;
    this.#takeOffLapsed(market);
    const queue = new DeleveragingQueue(market, markE8);
    const liquidates = liquidatesAt(market, atMs);
    for (;;) {
      // Equity decides first: a stop reached by the same jump comes too late.
      const liquidated = falling.liquidation.reached(markE8) ?? rising.liquidation.reached(markE8);
      if (liquidated !== null && liquidates) {
        if (!this.#topUps.keeps(market, liquidated)) this.#liquidation.liquidate(market, liquidated, queue);
        continue;
      }
      const stopped = falling.stop.reached(markE8) ?? rising.stop.reached(markE8);
      if (stopped === null) return;
      this.#trigger(market, stopped);
    }
  }

  /** Waiting orders that would be liquidated at once are not filled: otherwise somebody could exploit that. */
  #takeOffLapsed(market: PerpetualMarket): void {
    const { markE8, indexE8 } = market.mark!;
    const lowest = Math.min(markE8, indexE8);
    const highest = Math.max(markE8, indexE8);
    for (;;) {
      const lapsed = market.falling.lapse.reached(lowest) ?? market.rising.lapse.reached(highest);
      if (lapsed === null) return;
      this.#keeper.endOpening(market, lapsed, 'wouldBeLiquidated');
    }
  }

  /** Liquidations of earlier marks that nobody could take. */
  #tryAgain(market: PerpetualMarket): void {
    const { unfinished, triggered } = market;
    market.unfinished = [];
    market.triggered = [];
    for (const position of unfinished) {
      if (position.ended) continue;
      position.liquidationUnfinished = false;
      market.arm(position);
    }
    for (const position of triggered) if (!position.ended) this.#close(market, position);
  }

  #trigger(market: PerpetualMarket, position: Position): void {
    const mark = market.mark!;
    const { markE8 } = mark;
    const { tickE8 } = market.contract;
    const isReached = (ticks: number | null, above: boolean) =>
      ticks !== null && (above ? markE8 >= ticks * tickE8 : markE8 <= ticks * tickE8);
    const isLong = position.side === 'long';
    // Both cannot be reached at once: they are on different sides of a price.
    const kind: StopKind = isReached(position.stopLossTicks, !isLong) ? 'stopLoss' : 'takeProfit';
    const triggerTicks = kind === 'stopLoss' ? position.stopLossTicks! : position.takeProfitTicks!;
    this.#log.push({
      type: 'stopTriggered',
      positionId: position.positionId,
      customerId: position.trader.customerId,
      marketId: market.id,
      side: position.side,
      kind,
      triggerTicks,
      lots: position.lots,
      mark,
      atMs: this.#keeper.nowMs,
    });
    position.triggered = kind;
    position.takeProfitTicks = null;
    position.stopLossTicks = null;
    market.armStops(position);
    market.touch(position, this.#keeper.nowMs);
    if (position.opening !== null) this.#keeper.endOpening(market, position, 'positionClosed');
    this.#keeper.endClosings(market, position, 'positionClosed');
    this.#keeper.endSameSide(market, position);
    this.#close(market, position);
  }

  /** Closes a triggered position as far as the book takes it; the rest is retried with the next mark. */
  #close(market: PerpetualMarket, position: Position): void {
    const limit = market.band.worst(position.closingSide);
    market.accounts.takerComes();
    const taker = new ClosingTaker(market, this.#settlement, position, position.triggered!, limit);
    this.#matching.match(market, taker, position.lots);
    if (position.lots > 0) market.triggered.push(position);
  }
}
