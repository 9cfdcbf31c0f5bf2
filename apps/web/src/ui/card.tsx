import { ChevronRight } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './card.module.css';
import { cx } from './class-names.ts';

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={cx(styles['card'], 'raised', className)} />;
}

/** A card of rows with thin lines between them. */
export function List({
  className,
  children,
  label,
}: {
  className?: string;
  children: ReactNode;
  label?: string;
}) {
  return (
    <ul className={cx('panel raised', className)} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowParts {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** At the right: a value, a switch. */
  readonly value?: ReactNode;
}

function RowContent({ icon, title, detail, value, chevron }: RowParts & { chevron: boolean }) {
  return (
    <>
      {icon ? <span className={styles['icon']}>{icon}</span> : null}
      <span className="ends grow">
        <span className={styles['words']}>
          <span className="weight-500">{title}</span>
          {detail ? <span className="note">{detail}</span> : null}
        </span>
        {value !== undefined ? <span className={styles['value']}>{value}</span> : null}
      </span>
      {chevron ? <ChevronRight size={18} className={styles['chevron']} aria-hidden="true" /> : null}
    </>
  );
}

export interface RowProps extends RowParts {
  /** Makes the row a link. */
  readonly to?: string | undefined;
  /** Makes the row a button. */
  readonly onClick?: (() => void) | undefined;
  /** A small button beside the value, in rows that are neither link nor button. */
  readonly action?: ReactNode;
  /** Marks the chosen row of several. */
  readonly selected?: boolean | undefined;
}

/** One row of a list: a link with `to`, a button with `onClick`, otherwise plain text. */
export function Row({ to, onClick, selected, action, ...looks }: RowProps) {
  const inner = <RowContent {...looks} chevron={to !== undefined} />;
  return (
    <li className={styles['item']}>
      {to !== undefined ? (
        <Link to={to} className={cx(styles['row'], styles['active'])} {...(onClick ? { onClick } : {})}>
          {inner}
        </Link>
      ) : onClick ? (
        <button
          type="button"
          className={cx(styles['row'], styles['active'])}
          onClick={onClick}
          aria-pressed={selected}
        >
          {inner}
        </button>
      ) : (
        <div className={styles['row']}>
          {inner}
          {action}
        </div>
      )}
    </li>
  );
}

/** A label and its value on one line. */
export function KeyValue({
  label,
  children,
  strong,
}: {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className={cx('ends', styles['pair'], strong && styles['strong'])}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Wraps {@link KeyValue} lines. */
export function KeyValues({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <dl className={className}>{children}</dl>;
}
