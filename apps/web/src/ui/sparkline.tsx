import { plotNumber } from './format.ts';

export interface SparklineProps {
  /** Prices, oldest first; fewer than two draw nothing but keep the space. */
  readonly points: readonly string[];
  readonly width?: number;
  readonly height?: number;
  /** The colour; by default it follows the change from first to last. */
  readonly tone?: 'up' | 'down' | 'accent';
}

/** A small line of a price's recent past. Decorative: the change is written beside it. */
export function Sparkline({ points, width = 46, height = 26, tone }: SparklineProps) {
  const values = points.map(point => plotNumber(point)).filter(value => value !== undefined);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  const colour = tone ?? (last >= first ? 'up' : 'down');
  const inset = 1.5;
  const path = values
    .map((value, index) => {
      const x = inset + (index / (values.length - 1)) * (width - 2 * inset);
      const y = high === low ? height / 2 : inset + ((high - value) / (high - low)) * (height - 2 * inset);
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {values.length > 1 ? (
        <polyline
          points={path}
          fill="none"
          stroke={`var(--${colour})`}
          strokeWidth="1.6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      ) : null}
    </svg>
  );
}
