import { ChevronDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import { useMedia } from '#lib/use-media.ts';
import { cx } from '#ui/class-names.ts';
import { Skeleton } from '#ui/states.tsx';
import styles from './trading-page.module.css';

/** The heading of a page one trades on: what is traded; pressing it chooses another. */
export function TradingTitle({
  label,
  onOpen,
  children,
  after,
}: {
  /** Read aloud: what pressing does. */
  readonly label: string;
  readonly onOpen: () => void;
  readonly children: ReactNode;
  readonly after?: ReactNode;
}) {
  return (
    <button type="button" className={styles['heading']} aria-haspopup="dialog" onClick={onOpen}>
      <span>{children}</span>
      <ChevronDown size={18} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      {after}
    </button>
  );
}

export interface TradingTool {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** It can be reached elsewhere: left out where the bar is narrow. */
  readonly isSpare?: boolean;
}

/** The ways from here, as icons in the navigation bar. */
export function TradingTools({ tools }: { readonly tools: readonly TradingTool[] }) {
  return (
    <span className={styles['tools']}>
      {tools.map(({ to, label, icon, isSpare }) => (
        <Link
          key={to}
          to={to}
          className={cx(styles['tool'], isSpare && styles['spare'])}
          aria-label={label}
          title={label}
        >
          {icon}
        </Link>
      ))}
    </span>
  );
}

const WIDE = '(min-width: 1100px)';

/** Whether the chart stands beside form and book; a phone shows it on a page of its own. */
export function useWideDesk(): boolean {
  return useMedia(WIDE);
}

/**
 * Form and book side by side, own orders below; wide screens put the chart before them. A phone does not fetch it.
 */
export function TradingDesk({
  chart,
  ticket,
  book,
  orders,
  ordersRef,
}: {
  /** Only rendered where there is room. */
  readonly chart: ReactNode;
  readonly ticket: ReactNode;
  readonly book: ReactNode;
  readonly orders: ReactNode;
  readonly ordersRef?: RefObject<HTMLDivElement | null>;
}) {
  const isWide = useWideDesk();
  return (
    <div className={styles['desk']}>
      {isWide ? <div className={styles['chart']}>{chart}</div> : null}
      <div className={styles['ticket']}>{ticket}</div>
      <div className={styles['book']}>{book}</div>
      <div ref={ordersRef} className={styles['orders']}>
        {orders}
      </div>
    </div>
  );
}

/** Its shape while it is not known what is traded. */
export function TradingDeskSkeleton({ height }: { readonly height: number }) {
  const part = <Skeleton height={height} radius={14} />;
  return <TradingDesk chart={part} ticket={part} book={part} orders={null} />;
}
