import { useId } from 'react';
import { plotNumber } from '#ui/format.ts';
import styles from './exit-curve.module.css';

const WIDTH = 320;
const HEIGHT = 76;
const MARGIN = 8;

/** Gain or loss of redeeming on each day. For the eye only; the figures are below. */
export function ExitCurve({
  results,
  chosen,
}: {
  /** Gain or loss by day, from the day of the deposit to the end; decimal strings. */
  readonly results: readonly string[];
  readonly chosen: number;
}) {
  const id = useId();
  const values = results.map(result => plotNumber(result) ?? 0);
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const range = highest - lowest || 1;
  const x = (day: number) => MARGIN + (day / Math.max(1, values.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (value: number) => MARGIN + ((highest - value) / range) * (HEIGHT - 2 * MARGIN);
  const line = values.map((value, day) => `${x(day)},${y(value)}`).join(' ');
  const here = values[chosen] ?? 0;
  const even = y(0);
  const area = `${line} ${x(values.length - 1)},${even} ${x(0)},${even}`;
  return (
    <svg className={styles['curve']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={0} y2={HEIGHT}>
        <stop className={styles['gain']} offset={even / HEIGHT} />
        <stop className={styles['loss']} offset={even / HEIGHT} />
      </linearGradient>
      <polygon className={styles['area']} points={area} fill={`url(#${id})`} />
      <line className={styles['even']} x1={0} x2={WIDTH} y1={even} y2={even} />
      <line className={styles['now']} x1={x(chosen)} x2={x(chosen)} y1={even} y2={y(here)} />
      <polyline className={styles['line']} points={line} />
      <circle className={styles['dot']} data-loss={here < 0} cx={x(chosen)} cy={y(here)} r={5} />
    </svg>
  );
}
