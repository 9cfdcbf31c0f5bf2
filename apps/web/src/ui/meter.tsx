import type { CSSProperties } from 'react';
import { plotNumber } from '#ui/format.ts';
import styles from './meter.module.css';

/** A thin progress bar. Decorative for screen readers: the text below it says the same. */
export function Meter({
  percent,
  left,
  right,
}: {
  /** 0 to 100, as a decimal string. */
  readonly percent: string;
  readonly left: string;
  readonly right?: string;
}) {
  const style: CSSProperties & Record<`--${string}`, string> = { '--part': `${plotNumber(percent) ?? 0}%` };
  return (
    <div className="stack-6px">
      <div className={styles['bar']} style={style} aria-hidden="true" />
      <div className={styles['words']}>
        <span>{left}</span>
        {right === undefined ? null : <span>{right}</span>}
      </div>
    </div>
  );
}
