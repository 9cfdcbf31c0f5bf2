/** Where the customer's own lines and their tags are drawn: coordinates of a drawing, not money. */

export interface PlacedTag {
  /** Upper edge of the tag, in pixels from the top. */
  readonly top: number;
  /** The line itself lies outside: the tag waits at that edge. */
  readonly beyond: 'above' | 'below' | null;
  readonly shown: boolean;
}

/** More lines than these beyond one edge are left out, the farthest first: the edge is no list. */
const MOST_BEYOND = 2;

/**
 * Tags beside their lines, none over another, in the order of their lines. `ys` are the lines'
 * pixels from the top, also outside `0…height`; above `firstTop` something else is written. What has no room has none.
 */
export function layoutTags(
  ys: readonly number[],
  height: number,
  tagHeight: number,
  firstTop = 0,
): PlacedTag[] {
  const beyond = ys.map(y => (y < 0 ? 'above' : y > height ? 'below' : null));
  const nearest = (edge: 'above' | 'below') =>
    ys
      .map((y, index) => ({ index, away: edge === 'above' ? -y : y - height }))
      .filter(({ index }) => beyond[index] === edge)
      .toSorted((a, b) => a.away - b.away || a.index - b.index)
      .slice(0, MOST_BEYOND)
      .map(({ index }) => index);
  const room = Math.max(0, Math.floor((height - firstTop) / tagHeight));
  const inside = ys.map((_, index) => index).filter(index => beyond[index] === null);
  // Where there are too many, those outside give way.
  const shown = [...inside, ...nearest('above'), ...nearest('below')]
    .slice(0, room)
    .map(index => ({ y: ys[index] ?? 0, index }))
    .toSorted((a, b) => a.y - b.y || a.index - b.index)
    .map(({ y, index }) => ({ index, top: Math.min(Math.max(y, 0), height) - tagHeight / 2 }));
  let next = firstTop;
  for (const tag of shown) {
    tag.top = Math.max(tag.top, next);
    next = tag.top + tagHeight;
  }
  let last = height;
  for (const tag of shown.toReversed()) {
    tag.top = Math.max(firstTop, Math.min(tag.top, last - tagHeight));
    last = tag.top;
  }
  const tops = new Map(shown.map(({ index, top }) => [index, top]));
  return ys.map((_, index) => ({
    top: tops.get(index) ?? 0,
    beyond: beyond[index] ?? null,
    shown: tops.has(index),
  }));
}

/** Of the height, however far away the customer's lines are: candles have to stay readable. */
const CANDLES_PART = 0.4;

/** The range of prices shown, widened to the lines that fit in, nearest first. */
export function widenRange(
  from: number,
  to: number,
  levels: readonly number[],
): { from: number; to: number } {
  const away = (level: number) => Math.max(from - level, level - to);
  const most = (to - from) / CANDLES_PART;
  const range = { from, to };
  for (const level of levels.filter(one => away(one) > 0).toSorted((a, b) => away(a) - away(b))) {
    const low = Math.min(range.from, level);
    const high = Math.max(range.to, level);
    if (high - low > most) continue;
    range.from = low;
    range.to = high;
  }
  return range;
}
