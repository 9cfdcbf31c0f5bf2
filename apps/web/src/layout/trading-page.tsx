import { ChevronDown } from 'lucide-react';
import { useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { Link } from 'react-router';
import type { PickerProps } from '#features/market/components/market-picker.tsx';
import { useMedia } from '#lib/use-media.ts';
import { cx } from '#ui/class-names.ts';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import { Page } from '../ui/page.tsx';
import { SideMenuButton } from './side-menu-button.tsx';
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

interface TradingTool {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** It can be reached elsewhere: left out where the bar is narrow. */
  readonly isSpare?: boolean;
}

/** The ways from here, as icons in the navigation bar. */
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

/** Where the chart stands beside form and book; a phone shows it on a page of its own. */
const WITH_CHART = '(min-width: 900px)';
/** Where the form is wide enough that its lines do not break. */
const WIDE = '(min-width: 1100px)';

/** Whether the form has a wide column of its own. */
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

/** Its shape while it is not known what is traded. */
function TradingDeskSkeleton({ height }: { readonly height: number }) {
  const part = <Skeleton height={height} radius={14} />;
  return <TradingDesk chart={part} ticket={part} book={part} orders={null} />;
}

interface TradingPageProps {
  /** What is traded, in the bar; undefined until it is known. */
  readonly heading: ReactNode;
  /** Read aloud: what pressing the heading does. */
  readonly pickLabel: string;
  /** Beside the heading. */
  readonly after?: ReactNode;
  readonly documentTitle: string | undefined;
  readonly tools: readonly TradingTool[];
  /** Of what can be traded: `error` is why that is not known. */
  readonly list: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  readonly chosenId: number | undefined;
  readonly choose: (marketId: number) => void;
  /** The sheet that chooses another. */
  readonly Picker: ComponentType<PickerProps>;
  /** Of the form, while it is not there. */
  readonly height: number;
  /** It is not known yet what stands above the desk: the desk would move. */
  readonly isWaiting: boolean;
  /** The desk; nothing until it is known what is traded. */
  readonly children: ReactNode;
}

/** Frame of a page one trades on: its heading chooses what is traded, beside it the ways from here. */
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
      {error ? <ErrorState error={error} onRetry={() => void list.refetch()} /> : null}
      {!isThere && !error ? <TradingDeskSkeleton height={height} /> : null}
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
