export type Level = 'calm' | 'watch' | 'close';

const WATCH_BPS = 5_000n;
const CLOSE_BPS = 8_000n;

/** What a margin rate in 1/100 % means; at 100 % the position is liquidated. Null: nothing is left, so closest of all. */
export function levelOf(rateBps: bigint | null): Level {
  if (rateBps === null || rateBps >= CLOSE_BPS) return 'close';
  return rateBps >= WATCH_BPS ? 'watch' : 'calm';
}
