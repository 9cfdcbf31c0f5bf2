import { useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { MarketUnits } from '#lib/market-units.ts';
import { formatDecimal, formatPrice } from '#ui/format.ts';
import type { FrameRow } from '../model/book-frames.ts';
import type { BookRow, BookSide } from '../model/book-view.ts';
import type { BookColumn } from '../model/trade-preferences.ts';
import styles from './book-rows.module.css';
import { ChangedDigits } from './changed-digits.tsx';

/** The tapped value: a price, or the size or running total next to it, in base units. */
export type BookTap =
  | { readonly kind: 'price'; readonly price: string }
  | { readonly kind: 'quantity'; readonly quantity: string };

interface RowsProps {
  readonly side: BookSide;
  readonly rows: readonly FrameRow[];
  /** Number of rows to reserve space for. */
  readonly count: number;
  readonly label: string;
  readonly column: BookColumn;
  readonly units: MarketUnits;
  readonly onTap: (tap: BookTap) => void;
}

function shownIn(row: BookRow, column: BookColumn, units: MarketUnits): string {
  // Totals in dollars need no decimals; totals in bitcoin do.
  if (column === 'totalQuote')
    return formatDecimal(row.totalQuote, { decimals: units.quoteDecimals > 6 ? 4 : 0 });
  return formatPrice(column === 'amount' ? row.quantity : row.totalBase, units.quantityDecimals);
}

/**
 * The book moves during a tap, so the value at pointer-down counts. Keys and screen
 * readers send no pointer events and get the current value.
 */
function useSteadyTap(onTap: (tap: BookTap) => void) {
  const held = useRef<BookTap>(undefined);
  return (tap: BookTap) => ({
    onPointerDown: () => {
      held.current = tap;
    },
    onClick: () => {
      onTap(held.current ?? tap);
      held.current = undefined;
    },
  });
}

function Row({
  row,
  side,
  column,
  units,
  onTap,
}: Pick<RowsProps, 'side' | 'column' | 'units' | 'onTap'> & { readonly row: FrameRow }) {
  const { t } = useTranslation('market');
  const steady = useSteadyTap(onTap);
  const price = formatDecimal(row.price, { minDecimals: row.price.split('.')[1]?.length ?? 0 });
  const size = shownIn(row, column, units);
  const quantity = column === 'amount' ? row.quantity : row.totalBase;
  return (
    <li className={styles['row']} data-side={side}>
      {/* A transform, not a width: the compositor moves the bar without layout. */}
      <i className={styles['bar']} style={{ transform: `scaleX(${row.bar / 1000})` }} aria-hidden="true" />
      <button
        type="button"
        className={styles['price']}
        aria-label={row.own ? t('book.usePriceOwn', { price }) : t('book.usePrice', { price })}
        {...steady({ kind: 'price', price: row.price })}
      >
        {row.own ? <i className={styles['own']} aria-hidden="true" /> : null}
        {price}
      </button>
      <button
        type="button"
        className={styles['size']}
        aria-label={t('book.useAmount', { amount: formatPrice(quantity, units.quantityDecimals) })}
        {...steady({ kind: 'quantity', quantity })}
      >
        <ChangedDigits text={size} previous={row.before && shownIn(row.before, column, units)} />
      </button>
    </li>
  );
}

/** One side of the book; asks are reversed so that the best prices meet in the middle. */
export function BookRows({ side, rows, count, label, ...shared }: RowsProps) {
  if (count === 0) return null;
  return (
    <ol
      className={styles['rows']}
      data-side={side}
      aria-label={label}
      style={{ height: `calc(${count * 24} * var(--px))` }}
    >
      {Array.from({ length: Math.min(count, rows.length) }, (_, place) => {
        const row = rows[place];
        // Keyed by index, so that a row element stays while its price changes.
        return row ? <Row key={place} row={row} side={side} {...shared} /> : null;
      })}
    </ol>
  );
}
