import { closedPart, type Exposure } from './formulas.ts';
import type { Position, WaitingOrder } from './position.ts';

/** In net mode, the position that an order waiting to open closes instead, because it was opened meanwhile. */
export function nettedBy({ effect, position }: WaitingOrder): Position | null {
  return effect === 'open' ? position.trader.netted(position.side) : null;
}

/** Figures of a merged position after fills that are only looked at, and the lots that still wait to close it. */
class Foreseen implements Exposure {
  readonly side: Exposure['side'];
  lots: number;
  entryValueMinor: bigint;
  marginMinor: bigint;
  readonly #waiting: { readonly order: WaitingOrder; lots: number }[];

  constructor(position: Position) {
    this.side = position.side;
    this.lots = position.lots;
    this.entryValueMinor = position.entryValueMinor;
    this.marginMinor = position.marginMinor;
    this.#waiting = position.closings.map(order => ({ order, lots: order.lots }));
  }

  waitingLots(order: WaitingOrder): number {
    return this.#waiting.find(one => one.order === order)!.lots;
  }

  /** As a fill does it: the order that closes, if it only reduces, and then the newest of the others lose lots. */
  close(lots: number, by: WaitingOrder): void {
    const { entryMinor, marginMinor } = closedPart(this, lots);
    this.entryValueMinor -= entryMinor;
    this.marginMinor -= marginMinor;
    this.lots -= lots;
    let waiting = 0;
    for (const one of this.#waiting) {
      if (one.order === by) one.lots -= lots;
      waiting += one.lots;
    }
    for (let i = this.#waiting.length - 1; waiting > this.lots; i--) {
      const cut = Math.min(this.#waiting[i]!.lots, waiting - this.lots);
      this.#waiting[i]!.lots -= cut;
      waiting -= cut;
    }
  }
}

/**
 * What several waiting orders of one merged position will do when one taker meets them: each fill leaves the next ones
 * less to close.
 */
export class Foresight {
  readonly #foreseen = new Map<Position, Foreseen>();

  /** What the order would close first; null if it only opens. Not for orders of mode `each`. */
  of(order: WaitingOrder): Foreseen | null {
    const position = order.effect === 'close' ? order.position : nettedBy(order);
    if (position === null) return null;
    let foreseen = this.#foreseen.get(position);
    if (foreseen === undefined) this.#foreseen.set(position, (foreseen = new Foreseen(position)));
    return foreseen;
  }
}
