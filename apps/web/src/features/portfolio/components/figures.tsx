import type { ReactNode } from 'react';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { PortfolioCoin } from '@tallystick/protocol/portfolio/facts';
import { useSettings } from '#lib/settings.ts';
import { cx } from '#ui/class-names.ts';
import { decimalsOf, formatDecimal } from '#ui/format.ts';
import styles from './portfolio.module.css';

/** Digits of money that are always shown at full size. */
const CENTS = 2;

interface MoneyProps {
  readonly minor: bigint;
  readonly of: Pick<PortfolioCoin, 'decimals'>;
  /** A change: with its sign, and in the colour of its side. */
  readonly change?: boolean;
}

/** An amount with every digit, so that lines add up to their sum; digits below a cent are quiet. */
export function Money({ minor, of: { decimals }, change = false }: MoneyProps) {
  const { hideBalances } = useSettings();
  if (hideBalances) return <span>••••</span>;
  const value = formatMinor(minor, decimals);
  const text = formatDecimal(value, { minDecimals: CENTS, sign: change ? 'always' : 'auto' });
  const beyond = Math.max(0, decimalsOf(value) - CENTS);
  const main = text.slice(0, text.length - beyond);
  const tone = !change || minor === 0n ? undefined : minor > 0n ? 'up' : 'down';
  return (
    <span className={cx(styles['money'], tone)}>
      {main}
      {beyond === 0 ? null : (
        <span className={styles['beyond']} data-fraction="">
          {text.slice(text.length - beyond)}
        </span>
      )}
    </span>
  );
}

/** A quantity of a coin, with every digit. */
export function Quantity({
  minor,
  of: { decimals, code },
}: {
  readonly minor: bigint;
  readonly of: Pick<PortfolioCoin, 'decimals' | 'code'>;
}) {
  const { hideBalances } = useSettings();
  const text = hideBalances ? '••••' : formatDecimal(formatMinor(minor, decimals));
  return (
    <span className={styles['amount']}>
      {text} {code}
    </span>
  );
}

/** A figure with what it means, in one line for each. */
export function Line({
  name,
  label,
  text,
  strong = false,
  children,
}: {
  /** For tests. */
  readonly name?: string;
  readonly label: ReactNode;
  readonly text?: string;
  /** A sum of other lines. */
  readonly strong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={cx(styles['line'], strong && styles['strong'])} data-line={name}>
      <dt>
        <span className={styles['name']}>{label}</span>
        {text === undefined ? null : <small className={styles['why']}>{text}</small>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A part of the page: its heading, and what it is in one sentence. */
export function Section({
  name,
  title,
  text,
  children,
}: {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={cx(styles['section'], 'raised')} aria-label={title} data-part={name}>
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['text']}>{text}</p>
      {children}
    </section>
  );
}
