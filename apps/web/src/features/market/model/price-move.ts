import type { BookKind } from '#realtime/topics.ts';
import { compareDecimals } from '#lib/decimal.ts';

/** A market's last price and its direction; the same object until the price changes again. */
export interface PriceMove {
  readonly last: string | null;
  readonly previous: string | undefined;
  /** 1 rose, -1 fell, 0 unknown. */
  readonly direction: -1 | 0 | 1;
}

const moves = { spot: new Map<number, PriceMove>(), perpetual: new Map<number, PriceMove>() };

interface Priced {
  readonly market_id: number;
  readonly last: string | null;
}

/** Remembers a market's previous price outside React. Repeated calls with one ticker are safe. */
export function moveOf(ticker: Priced, kind: BookKind = 'spot'): PriceMove {
  const known = moves[kind].get(ticker.market_id);
  if (known && known.last === ticker.last) return known;
  const move: PriceMove = {
    last: ticker.last,
    previous: known?.last ?? undefined,
    direction: directionOf(known, ticker.last),
  };
  moves[kind].set(ticker.market_id, move);
  return move;
}

function directionOf(known: PriceMove | undefined, last: string | null): -1 | 0 | 1 {
  if (!known || known.last === null || last === null) return 0;
  const order = compareDecimals(last, known.last);
  // 1.50 and 1.5 are the same price: keep the colour.
  return order === 0 ? known.direction : order > 0 ? 1 : -1;
}
