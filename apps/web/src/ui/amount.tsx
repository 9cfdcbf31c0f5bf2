import { cx } from './class-names.ts';
import styles from './amount.module.css';
import { formatPercent, signOf } from './format.ts';

function toneOf(value: string | null | undefined): string | undefined {
  const sign = signOf(value);
  return sign === 1 ? 'up' : sign === -1 ? 'down' : undefined;
}

/** A price change in percent, with sign and colour; shown as a pill in lists of markets. */
export function PriceChange({
  percent,
  pill,
  className,
}: {
  readonly percent: string | null | undefined;
  readonly pill?: boolean | undefined;
  readonly className?: string | undefined;
}) {
  return (
    <span className={cx(toneOf(percent), pill && styles['pill'], className)}>{formatPercent(percent)}</span>
  );
}
