import type { WireOptionProof } from '@tallystick/protocol/wire';

/** The prices from entry to exit of an option as points of a drawing. */
export interface PricePath {
  /** For `points` of a polyline, in a box of `WIDTH` × `HEIGHT`. */
  readonly points: string;
  readonly entry: { readonly x: number; readonly y: number } | null;
  readonly exit: { readonly x: number; readonly y: number } | null;
}

export const WIDTH = 320;
export const HEIGHT = 96;
const MARGIN = 10;

/** Null for fewer than two ticks. For drawing only; no result depends on these numbers. */
export function pricePath({ receipt, log }: WireOptionProof): PricePath | null {
  const ticks = log.range.ticks.filter(tick => tick.market_id === receipt.market_id);
  const first = ticks[0];
  const last = ticks.at(-1);
  if (first === undefined || last === undefined || ticks.length < 2) return null;
  const prices = ticks.map(tick => tick.price_e8);
  const low = prices.reduce((a, b) => Math.min(a, b));
  const high = prices.reduce((a, b) => Math.max(a, b));
  const place = ({ at_ms: atMs, price_e8: priceE8 }: { at_ms: number; price_e8: number }) => ({
    x: MARGIN + ((atMs - first.at_ms) / Math.max(1, last.at_ms - first.at_ms)) * (WIDTH - 2 * MARGIN),
    y: MARGIN + (high === low ? 0.5 : (high - priceE8) / (high - low)) * (HEIGHT - 2 * MARGIN),
  });
  return {
    points: ticks
      .map(tick => {
        const { x, y } = place(tick);
        return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
      })
      .join(' '),
    entry: receipt.entry === null ? null : place(receipt.entry),
    exit: receipt.exit === null ? null : place(receipt.exit),
  };
}
