import type { EventLog } from '../event-log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { coverOf } from './cover.ts';
import { bankruptValue, closedPart, profitRankE8, realised } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { OpenPositions } from './open-positions.ts';
import type { PositionSide } from './position-view.ts';
import type { Settlement } from './settlement.ts';

/** A search ends after so many positions in a row that cannot pay: those ranked behind them lose even more. */
const MAX_PASSED_OVER = 100;

interface Ranked {
  readonly position: Position;
  readonly rankE8: number;
  /** The figures it was ranked by. */
  readonly lots: number;
  readonly entryValueMinor: bigint;
}

/** A candidate and its place in the ranking. */
interface Candidate extends Ranked {
  readonly place: number;
  readonly candidates: number;
  readonly aheadRankE8: number | null;
  readonly behindRankE8: number | null;
}

/** Positions that may be reduced, best rank first, as of their first use. Shared by all liquidations of one mark. */
export class DeleveragingQueue {
  readonly #market: PerpetualMarket;
  readonly #markE8: number;
  readonly #ranked: Partial<Record<PositionSide, { readonly list: Ranked[]; first: number }>> = {};

  constructor(market: PerpetualMarket, markE8: number) {
    this.#market = market;
    this.#markE8 = markE8;
  }

  /** Yields each candidate that is still open, best rank first; ended ones are dropped. */
  *candidates(side: PositionSide): Generator<Candidate> {
    const queue = (this.#ranked[side] ??= { list: this.#rank(side), first: 0 });
    let at = queue.first;
    for (; at < queue.list.length; at++) {
      const ranked = queue.list[at]!;
      if (ranked.position.lots > 0) yield standing(queue.list, at);
      if (ranked.position.lots === 0 && at === queue.first) queue.first++;
    }
  }

  #rank(side: PositionSide): Ranked[] {
    const list: Ranked[] = [];
    for (const position of this.#market.positions.values()) {
      if (position.side !== side || position.lots === 0) continue;
      const { lots, entryValueMinor } = position;
      list.push({
        position,
        lots,
        entryValueMinor,
        rankE8: profitRankE8(this.#market.contract, position, this.#markE8, position.multiple),
      });
    }
    return list.toSorted((a, b) => b.rankE8 - a.rankE8 || a.position.positionId - b.position.positionId);
  }
}

function standing(list: readonly Ranked[], at: number): Candidate {
  return {
    ...list[at]!,
    place: at + 1,
    candidates: list.length,
    aheadRankE8: list[at - 1]?.rankE8 ?? null,
    behindRankE8: list[at + 1]?.rankE8 ?? null,
  };
}

/** The last resort: opposing positions take over, at the bankruptcy price, what book and insurance fund could not. */
export class Deleveraging {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #keeper: OpenPositions;
  readonly #settlement: Settlement;

  constructor(log: EventLog, ledger: Ledger, keeper: OpenPositions, settlement: Settlement) {
    this.#log = log;
    this.#ledger = ledger;
    this.#keeper = keeper;
    this.#settlement = settlement;
  }

  /** Returns the lots taken over and their value. Lots that nobody can pay for stay. */
  reduce(
    market: PerpetualMarket,
    bankrupt: Position,
    queue: DeleveragingQueue,
  ): { readonly lots: number; readonly valueMinor: bigint } {
    let lots = 0;
    let valueMinor = 0n;
    let passedOver = 0;
    for (const candidate of queue.candidates(bankrupt.side === 'long' ? 'short' : 'long')) {
      if (bankrupt.lots === 0 || passedOver === MAX_PASSED_OVER) break;
      const { position } = candidate;
      const count = Math.min(bankrupt.lots, position.lots);
      if (!canPay(market, bankrupt, position, count)) {
        passedOver++;
        continue;
      }
      valueMinor += this.#takeOver(market, bankrupt, candidate, count);
      lots += count;
      passedOver = 0;
    }
    return { lots, valueMinor };
  }

  #takeOver(market: PerpetualMarket, bankrupt: Position, candidate: Candidate, lots: number): bigint {
    const { position } = candidate;
    const before = position.found();
    const againstBefore = bankrupt.found();
    this.#ledger.open('perpetualDeleveraging', `position:${bankrupt.positionId}`);
    const valueMinor = this.#settlement.bankrupt(market, bankrupt, lots);
    const { realisedMinor } = this.#settlement.close(market, position, lots, valueMinor, 0);
    this.#ledger.close();
    this.#log.push({
      type: 'positionDeleveraged',
      positionId: position.positionId,
      customerId: position.trader.customerId,
      marketId: market.id,
      side: position.side,
      againstPositionId: bankrupt.positionId,
      lots,
      valueMinor,
      realisedMinor,
      returnedMinor: before.marginMinor - position.marginMinor + realisedMinor,
      before,
      againstBefore,
      rankE8: candidate.rankE8,
      ranked: { lots: candidate.lots, entryValueMinor: candidate.entryValueMinor },
      place: candidate.place,
      candidates: candidate.candidates,
      aheadRankE8: candidate.aheadRankE8,
      behindRankE8: candidate.behindRankE8,
      multiple: position.multiple,
      mark: market.mark!,
      atMs: this.#keeper.nowMs,
    });
    this.#keeper.closed(market, position, 'autoDeleverage');
    return valueMinor;
  }
}

/** Whether the lots' margin covers closing them at the other's bankruptcy price, so that nobody falls below zero. */
function canPay(market: PerpetualMarket, bankrupt: Position, position: Position, lots: number): boolean {
  const valueMinor = bankruptValue(bankrupt.side, closedPart(bankrupt, lots));
  const part = closedPart(coverOf(market, position), lots);
  return part.marginMinor + realised(position.side, part.entryMinor, valueMinor) >= 0n;
}
