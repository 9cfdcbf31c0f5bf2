/** A line drawn without lifting the pen, in the pad's own units: 0 to 1 from its left and top edge. */
export type Stroke = readonly Point[];
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A shorter signature is a slip of the finger. Total length in widths of the pad. */
const MIN_LENGTH = 0.25;
/** Closer points make no visible difference. */
const MIN_STEP = 0.004;

const within = (value: number): number => Math.min(1, Math.max(0, value));

export function startStroke(strokes: readonly Stroke[], { x, y }: Point): readonly Stroke[] {
  return [...strokes, [{ x: within(x), y: within(y) }]];
}

/** Adds a point to the newest stroke; points outside the pad are moved to its edge. */
export function extendStroke(strokes: readonly Stroke[], { x, y }: Point): readonly Stroke[] {
  const stroke = strokes.at(-1);
  const last = stroke?.at(-1);
  if (!stroke || !last) return strokes;
  const point = { x: within(x), y: within(y) };
  if (distance(last, point) < MIN_STEP) return strokes;
  return [...strokes.slice(0, -1), [...stroke, point]];
}

export function undoStroke(strokes: readonly Stroke[]): readonly Stroke[] {
  return strokes.slice(0, -1);
}

/** Whether it is more than a dot or a slip. */
export function isSignature(strokes: readonly Stroke[]): boolean {
  return strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= MIN_LENGTH;
}

function lengthOf(stroke: Stroke): number {
  return stroke.reduce((sum, point, at) => {
    const before = stroke[at - 1];
    return before ? sum + distance(before, point) : sum;
  }, 0);
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
