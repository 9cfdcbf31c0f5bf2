import { cx } from './class-names.ts';
import styles from './amount.module.css';
import { formatAmount, formatPercent, signOf } from './format.ts';

export interface AmountProps {
  /** Decimal string; unknown shows a dash. */
  readonly value: string | null | undefined;
  readonly unit?: string | undefined;
  /** Digits kept; further ones are cut off. */
  readonly decimals?: number | undefined;
  /** Shows stars: the customer closed the eye. */
  readonly masked?: boolean | undefined;
  readonly size?: 'normal' | 'large' | undefined;
  readonly className?: string | undefined;
}

export function Amount({ value, unit, decimals, masked, size = 'normal', className }: AmountProps) {
  return (
    <span className={cx(styles['amount'], styles[size], className)}>
      {masked ? '••••••' : formatAmount(value, decimals)}
      {unit ? <span className={styles['unit']}> {unit}</span> : null}
    </span>
  );
}

function toneOf(value: string | null | undefined): string | undefined {
  const sign = signOf(value);
  return sign === 1 ? 'up' : sign === -1 ? 'down' : undefined;
}

/** A change in percent points with its sign and colour; as a pill in lists of markets. */
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
