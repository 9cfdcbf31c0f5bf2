import { ArrowDown, ArrowUp, Search, SearchX, Star } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { PriceChange } from '#ui/amount.tsx';
import { TextField } from '#ui/field.tsx';
import { formatCompact, formatPrice } from '#ui/format.ts';
import { Chips } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonRows } from '#ui/states.tsx';
import { useListedMarkets } from '../api/markets.ts';
import { useFavourites } from '../model/favourites.ts';
import {
  DEFAULT_QUERY,
  nextSort,
  queryMarkets,
  quoteCodes,
  type ListedMarket,
  type MarketQuery,
  type MarketSort,
} from '../model/market-list.ts';
import { FavouriteButton } from './favourite-button.tsx';
import styles from './market-picker.module.css';

function SortHeading({
  sort,
  query,
  onChange,
}: {
  readonly sort: MarketSort;
  readonly query: MarketQuery;
  readonly onChange: (query: MarketQuery) => void;
}) {
  const { t } = useTranslation('market');
  const chosen = query.sort === sort;
  const Arrow = query.direction === 'up' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={styles['sort']}
      aria-pressed={chosen}
      aria-label={t('list.sortBy', { by: t(`sort.${sort}`), direction: t(`direction.${query.direction}`) })}
      onClick={() => onChange(nextSort(query, sort))}
    >
      {t(`sort.${sort}`)}
      <Arrow size={12} data-shown={chosen} aria-hidden="true" />
    </button>
  );
}

/** The row's name, if it is not the pair. */
interface Named extends ListedMarket {
  readonly name?: { readonly main: string; readonly quiet: string };
}

function PickerRow({
  listed,
  current,
  onPick,
}: {
  readonly listed: Named;
  readonly current: boolean;
  readonly onPick: (marketId: number) => void;
}) {
  const { market, ticker, name = { main: market.base.code, quiet: ` /${market.quote.code}` } } = listed;
  return (
    <li className={styles['row']}>
      <FavouriteButton marketId={market.id} symbol={market.symbol} size={17} className={styles['star']} />
      <button
        type="button"
        className={styles['pick']}
        aria-current={current || undefined}
        onClick={() => onPick(market.id)}
      >
        <span className="grid min-w-0">
          <span className={styles['symbol']}>
            {name.main}
            <span className="quiet weight-500">{name.quiet}</span>
          </span>
          <span className={styles['volume']}>{formatCompact(ticker?.quote_volume_24h)}</span>
        </span>
        <span className="text-end weight-600">
          {formatPrice(ticker?.last, unitsOf(market).priceDecimals)}
        </span>
        <PriceChange percent={ticker?.change_24h} className="text-end text-13 weight-600" />
      </button>
    </li>
  );
}

export interface PickerProps {
  readonly open: boolean;
  readonly currentId: number | undefined;
  readonly onPick: (marketId: number) => void;
  readonly onClose: () => void;
}

/** A picker's list, with search, favourites, quote currencies and sorting. */
export function PickerBody({
  markets,
  isPending,
  currentId,
  onPick,
}: Pick<PickerProps, 'currentId' | 'onPick'> & {
  readonly markets: readonly Named[];
  readonly isPending: boolean;
}) {
  const { t } = useTranslation('market');
  const [query, setQuery] = useState<MarketQuery>(DEFAULT_QUERY);
  const favourites = useFavourites();
  const shown = useMemo(() => queryMarkets(markets, query, favourites), [markets, query, favourites]);
  const codes = quoteCodes(markets);
  const groups = [
    { value: 'all', label: t('group.all') },
    { value: 'favourites', label: t('group.favourites') },
    ...(codes.length > 1 ? codes : []).map(code => ({ value: code, label: code })),
  ];
  const lacksFavourites = query.group === 'favourites' && query.search === '';
  return (
    <>
      <TextField
        label={t('list.search')}
        hideLabel
        type="search"
        placeholder={t('list.search')}
        autoComplete="off"
        value={query.search}
        before={<Search size={17} className="quiet weight-500" aria-hidden="true" />}
        onChange={search => setQuery({ ...query, search })}
      />
      <Chips
        className={styles['groups']}
        label={t('list.group')}
        choices={groups}
        value={query.group}
        onChange={group => setQuery({ ...query, group })}
      />
      <div className={styles['head']}>
        <span>
          <SortHeading sort="name" query={query} onChange={setQuery} />
          <SortHeading sort="volume" query={query} onChange={setQuery} />
        </span>
        <SortHeading sort="price" query={query} onChange={setQuery} />
        <SortHeading sort="change" query={query} onChange={setQuery} />
      </div>
      {isPending ? <SkeletonRows count={6} /> : null}
      {!isPending && shown.length === 0 ? (
        <EmptyState
          icon={
            lacksFavourites ? <Star size={26} strokeWidth={1.6} /> : <SearchX size={26} strokeWidth={1.6} />
          }
          title={lacksFavourites ? t('list.noFavourites') : t('list.nothingFound')}
        >
          {lacksFavourites ? t('list.noFavouritesText') : t('list.nothingFoundText')}
        </EmptyState>
      ) : null}
      <ul className={styles['list']}>
        {shown.map(listed => (
          <PickerRow
            key={listed.market.id}
            listed={listed}
            current={listed.market.id === currentId}
            onPick={onPick}
          />
        ))}
      </ul>
    </>
  );
}

function Markets(props: Pick<PickerProps, 'currentId' | 'onPick'>) {
  return <PickerBody {...props} {...useListedMarkets()} />;
}

/** Sheet with all markets, or with another list to pick from. */
export function MarketPicker({
  open,
  onClose,
  title,
  children,
  ...rest
}: PickerProps & {
  readonly title?: string | undefined;
  /** A `PickerBody`; the markets unless given. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('market');
  return (
    <Sheet open={open} onClose={onClose} title={title ?? t('list.title')}>
      <div className={styles['body']}>{children ?? <Markets {...rest} />}</div>
    </Sheet>
  );
}
