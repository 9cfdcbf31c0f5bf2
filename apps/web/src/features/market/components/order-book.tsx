import { useCallback, useMemo } from 'react';
import type { WireDepth, WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { parseTyped, unitsOf, type MarketUnits } from '#lib/market-units.ts';
import { depthTopic, useTopic, type BookKind } from '#realtime/topics.ts';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import { Skeleton } from '#ui/states.tsx';
import { useStaleSince } from '../api/markets.ts';
import { BookFrames, type BookFrame, type OwnTicks } from '../model/book-frames.ts';
import { formatStep, priceSteps } from '../model/book-view.ts';
import {
  changeTradePreferences,
  rememberStep,
  useTradePreferences,
} from '../model/trade-preferences-store.ts';
import type { BookColumn } from '../model/trade-preferences.ts';
import { BookControls } from './book-controls.tsx';
import { BookRows, type BookTap } from './book-rows.tsx';
import { LastPrice } from './last-price.tsx';
import styles from './order-book.module.css';
import { PriceAge } from './price-age.tsx';

const COLUMNS: readonly BookColumn[] = ['amount', 'totalBase', 'totalQuote'];

function bestTicks(depth: WireDepth, units: MarketUnits): bigint | null {
  const { bids, asks } = levelsOf(depth, units);
  return bids[0]?.ticks ?? asks[0]?.ticks ?? null;
}

/** As one string: the available steps change only with the price's order of magnitude. */
function useSteps(market: WireMarket, kind: BookKind, units: MarketUnits): string {
  const select = useCallback(
    (depth: WireDepth) =>
      priceSteps(bestTicks(depth, units))
        .map(step => formatStep(step, units))
        .join(' '),
    [units],
  );
  return useTopic(depthTopic(market.id, kind), select) ?? market.tick_size;
}

function Column({ market, column }: { readonly market: WireMarket; readonly column: BookColumn }) {
  const { t } = useTranslation('market');
  const next = COLUMNS[(COLUMNS.indexOf(column) + 1) % COLUMNS.length] ?? 'amount';
  const unit = column === 'totalQuote' ? market.quote.code : market.base.code;
  const name = column === 'amount' ? t('book.amount') : t('book.total');
  return (
    <button
      type="button"
      className={styles['column']}
      onClick={() => changeTradePreferences({ column: next })}
    >
      <span>{name}</span>
      <span className="soft">
        {unit} <span aria-hidden="true">⇅</span>
      </span>
      <span className="visually-hidden">{t('book.changeColumn')}</span>
    </button>
  );
}

function Middle({
  market,
  kind,
  frame,
}: {
  readonly market: WireMarket;
  readonly kind: BookKind;
  readonly frame: BookFrame | undefined;
}) {
  const { t } = useTranslation('market');
  const staleSince = useStaleSince(market.id, kind);
  return (
    <div className={styles['middle']}>
      <LastPrice market={market} kind={kind} />
      {typeof staleSince === 'number' ? (
        <PriceAge atMs={staleSince} />
      ) : (
        <span className={styles['spread']}>
          <span>
            {t('book.spread')} {frame?.spread ? formatDecimal(frame.spread.price) : UNKNOWN}
          </span>
          {frame?.spread ? <span>· {formatDecimal(frame.spread.percent)}%</span> : null}
        </span>
      )}
    </div>
  );
}

/** The order book: grouped by a remembered price step, with running totals, tappable prices and sizes. */
export function OrderBook({
  market,
  own,
  onTap,
  kind = 'spot',
  rows = 14,
}: {
  readonly market: WireMarket;
  readonly own: OwnTicks;
  readonly onTap: (tap: BookTap) => void;
  readonly kind?: BookKind | undefined;
  /** Rows of both sides together. The height is fixed. */
  readonly rows?: number;
}) {
  const { t } = useTranslation('market');
  const units = unitsOf(market);
  const { column, sides, steps } = useTradePreferences();
  const offered = useSteps(market, kind, units).split(' ');
  const stepKey = kind === 'spot' ? String(market.id) : `${kind}:${market.id}`;
  const step = offered.find(text => text === steps[stepKey]) ?? market.tick_size;
  const stepTicks = (parseTyped(step, units.priceDecimals) ?? units.tick) / units.tick;
  const half = Math.floor(rows / 2);
  const askRows = sides === 'bids' ? 0 : sides === 'asks' ? rows : half;
  const bidRows = sides === 'asks' ? 0 : sides === 'bids' ? rows : half;
  const frames = useMemo(
    () => new BookFrames(units, { stepTicks, askRows, bidRows, own }),
    [units, stepTicks, askRows, bidRows, own],
  );
  const frame = useTopic(depthTopic(market.id, kind), frames.of);
  const shared = { column, units, onTap };
  return (
    <section className="min-w-0" aria-label={t('book.title')}>
      <div className={styles['head']}>
        <span className={styles['column']}>
          <span>{t('book.price')}</span>
          <span className="soft">{market.quote.code}</span>
        </span>
        <Column market={market} column={column} />
      </div>
      {frame ? (
        <BookRows {...shared} side="asks" rows={frame.asks} count={askRows} label={t('book.asks')} />
      ) : (
        <Skeleton height={`calc(${askRows * 24} * var(--px))`} />
      )}
      <Middle market={market} kind={kind} frame={frame} />
      {frame ? (
        <BookRows {...shared} side="bids" rows={frame.bids} count={bidRows} label={t('book.bids')} />
      ) : (
        <Skeleton height={`calc(${bidRows * 24} * var(--px))`} />
      )}
      <BookControls
        step={step}
        steps={offered}
        onStep={chosen => rememberStep(stepKey, chosen)}
        sides={sides}
        onSides={chosen => changeTradePreferences({ sides: chosen })}
      />
    </section>
  );
}
