import { ChevronDown } from 'lucide-react';
import { useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import type { PickerProps } from '#features/market/components/market-picker.tsx';
import { useMedia } from '#lib/use-media.ts';
import { cx } from '#ui/class-names.ts';
import { Pending, Skeleton } from '#ui/states.tsx';
import { Page } from '../ui/page.tsx';
import { SideMenuButton } from './side-menu-button.tsx';
import styles from './trading-page.module.css';

/** The heading of a trading page: what is traded; pressing it chooses another. */
export function TradingTitle({
  label,
  onOpen,
  children,
  after,
}: {
  /** Accessible name of the action. */
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

interface TradingTool {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** Hidden on narrow bars, because it can be reached elsewhere. */
  readonly isSpare?: boolean;
}

/** Links as icons in the navigation bar. */
function TradingTools({ tools }: { readonly tools: readonly TradingTool[] }) {
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

/** Screens on which the chart is beside form and book; a phone shows it on its own page. */
const WITH_CHART = '(min-width: 900px)';
/** Widths at which the form's lines do not wrap. */
const WIDE = '(min-width: 1100px)';

/** Whether the form has its own wide column. */
export function useWideDesk(): boolean {
  return useMedia(WIDE);
}

/**
 * Form and book side by side, own orders below; wide screens put the chart before them. A phone does not fetch the chart.
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
  const hasChart = useMedia(WITH_CHART);
  return (
    <div className={styles['desk']}>
      {hasChart ? <div className={styles['chart']}>{chart}</div> : null}
      <div className={styles['ticket']}>{ticket}</div>
      <div className={styles['book']}>{book}</div>
      <div ref={ordersRef} className={styles['orders']}>
        {orders}
      </div>
    </div>
  );
}

/** Placeholder while it is unknown what is traded. */
function TradingDeskSkeleton({ height }: { readonly height: number }) {
  const part = <Skeleton height={height} radius={14} />;
  return <TradingDesk chart={part} ticket={part} book={part} orders={null} />;
}

interface TradingPageProps {
  /** Name of what is traded, in the bar; undefined until known. */
  readonly heading: ReactNode;
  /** Accessible name of the heading's action. */
  readonly pickLabel: string;
  /** Beside the heading. */
  readonly after?: ReactNode;
  readonly documentTitle: string | undefined;
  readonly tools: readonly TradingTool[];
  /** State of the list of what can be traded: `error` is why it is unknown. */
  readonly list: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  readonly chosenId: number | undefined;
  readonly choose: (marketId: number) => void;
  /** The sheet that chooses another. */
  readonly Picker: ComponentType<PickerProps>;
  /** Placeholder of the form while it loads. */
  readonly height: number;
  /** What is above the desk is still unknown: showing the desk now would make it move later. */
  readonly isWaiting: boolean;
  /** The desk; nothing until it is known what is traded. */
  readonly children: ReactNode;
}

/** Frame of a trading page: its heading chooses what is traded; links are beside it. */
export function TradingPage({
  heading,
  pickLabel,
  after,
  documentTitle,
  tools,
  list,
  chosenId,
  choose,
  Picker,
  height,
  isWaiting,
  children,
}: TradingPageProps) {
  const [picking, setPicking] = useState(false);
  const close = () => setPicking(false);
  const isKnown = heading !== undefined;
  const isThere = isKnown && !isWaiting;
  const error = isKnown ? null : list.error;
  return (
    <Page
      width="desk"
      left={<SideMenuButton />}
      title={
        isKnown ? (
          <TradingTitle label={pickLabel} onOpen={() => setPicking(true)} after={after}>
            {heading}
          </TradingTitle>
        ) : (
          <Skeleton width={140} height={20} />
        )
      }
      documentTitle={documentTitle}
      right={<TradingTools tools={tools} />}
    >
      {isThere ? children : null}
      {error || !isThere ? (
        <Pending error={error} onRetry={list.refetch} shape={<TradingDeskSkeleton height={height} />} />
      ) : null}
      <Picker
        open={picking}
        currentId={chosenId}
        onPick={id => {
          close();
          choose(id);
        }}
        onClose={close}
      />
    </Page>
  );
}
