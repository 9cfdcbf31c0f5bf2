import { plotNumber } from '#ui/format.ts';
import styles from './exit-curve.module.css';

const WIDTH = 320;
const HEIGHT = 76;
const MARGIN = 8;

/** What leaving on each day leaves one with, against what was put in. For the eye: the figures stand below. */
export function ExitCurve({
  results,
  chosen,
}: {
  /** Gain or loss by day, from the day of the deposit to the end; decimal strings. */
  readonly results: readonly string[];
  readonly chosen: number;
}) {
  const values = results.map(result => plotNumber(result) ?? 0);
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const range = highest - lowest || 1;
  const x = (day: number) => MARGIN + (day / Math.max(1, values.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => MARGIN + ((highest - value) / range) * (HEIGHT - 2 * MARGIN);
  const line = values.map((value, day) => `${x(day)},${y(value)}`).join(' ');
  const here = values[chosen] ?? 0;
  return (
    <svg className={styles['curve']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className={styles['even']} x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
      <line className={styles['now']} x1={x(chosen)} x2={x(chosen)} y1={y(0)} y2={y(here)} />
      <polyline className={styles['line']} points={line} />
      <circle className={styles['dot']} data-loss={here < 0} cx={x(chosen)} cy={y(here)} r={5} />
    </svg>
  );
}
