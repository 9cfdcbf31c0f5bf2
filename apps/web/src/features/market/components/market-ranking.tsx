import { Search, SearchX, Star } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextField } from '#ui/field.tsx';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { useListedMarkets, useMarkets, type Quotation } from '../api/markets.ts';
import { useFavourites } from '../model/favourites.ts';
import type { ListedMarket } from '../model/market-list.ts';
import { rankMarkets, type RankingKind } from '../model/rank-markets.ts';
import { MarketRow, type WithAlert } from './market-row.tsx';

/** Markets of one kind, best first; watches the tickers while it is shown. */
function RankedRows({
  kind,
  search,
  ...row
}: {
  readonly kind: RankingKind;
  /** A search covers all markets. */
  readonly search: string;
  readonly hrefOf: (marketId: number) => string;
  readonly WithAlert: WithAlert;
}) {
  const { t } = useTranslation('market');
  const { markets } = useListedMarkets();
  const favourites = useFavourites();
  const ranked = useMemo(
    () => rankMarkets<ListedMarket & Quotation>(markets, kind, search, favourites),
    [markets, kind, search, favourites],
  );
  if (ranked.length === 0 && search !== '') {
    return (
      <EmptyState icon={<SearchX size={26} strokeWidth={1.6} />} title={t('list.nothingFound')}>
        {t('list.nothingFoundText')}
      </EmptyState>
    );
  }
  if (ranked.length === 0) {
    return (
      <EmptyState icon={<Star size={26} strokeWidth={1.6} />} title={t('list.noFavourites')}>
        {t('list.noFavouritesText')}
      </EmptyState>
    );
  }
  return (
    <ul>
      {ranked.map(item => (
        <MarketRow key={item.market.id} item={item} {...row} />
      ))}
    </ul>
  );
}

const SKELETON_ROWS = 8;

/** Every market, ranked by tabs: favourites (when there are any), gainers, losers, volume; with a search among all. */
export function MarketRanking(row: {
  readonly hrefOf: (marketId: number) => string;
  readonly WithAlert: WithAlert;
}) {
  const { t } = useTranslation('market');
  const { error, refetch, data } = useMarkets();
  const [chosen, setChosen] = useState<RankingKind>();
  const [search, setSearch] = useState('');
  const hasFavourites = useFavourites().size > 0;
  const kind = chosen ?? (hasFavourites ? 'favourites' : 'volume');
  const panelId = useId();
  return (
    <section aria-label={t('list.title')}>
      <TextField
        label={t('list.search')}
        hideLabel
        type="search"
        placeholder={t('list.search')}
        autoComplete="off"
        value={search}
        before={<Search size={17} aria-hidden="true" />}
        onChange={setSearch}
      />
      <Tabs
        label={t('list.ranking')}
        panelId={panelId}
        value={kind}
        onChange={setChosen}
        choices={(['favourites', 'gainers', 'losers', 'volume'] as const).map(value => ({
          value,
          label: t(`ranking.${value}`),
        }))}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`ranking.${kind}`)}>
        {data ? (
          <RankedRows kind={kind} search={search.trim()} {...row} />
        ) : (
          <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={SKELETON_ROWS} />} />
        )}
      </div>
    </section>
  );
}
