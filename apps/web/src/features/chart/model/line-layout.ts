/** Layout of the customer's own lines and their tags: chart coordinates, not money. */

export interface PlacedTag {
  /** Upper edge of the tag, in pixels from the top. */
  readonly top: number;
  /** Set if the line is outside the view; its tag is then at that edge. */
  readonly beyond: 'above' | 'below' | null;
  readonly shown: boolean;
}

/** Most tags at one edge; lines farther away are left out. */
const MOST_BEYOND = 2;

/**
 * Places tags at their lines without overlap, in the order of the lines. `ys` are the lines'
 * pixels from the top, also outside `0…height`. The space above `firstTop` is taken. Tags without room are left out.
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
  // If there are too many, lines inside the view take precedence.
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

/** Least part of the height for candles, so that they stay readable when lines are far away. */
const CANDLES_PART = 0.4;

/** The visible price range, widened to the lines that fit, nearest first. */
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
