import { Star } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '#ui/states.tsx';
import { useListedMarkets, useMarkets, type Quotation } from '../api/markets.ts';
import { useFavourites } from '../model/favourites.ts';
import { DEFAULT_QUERY, queryMarkets, type ListedMarket, type MarketQuery } from '../model/market-list.ts';
import { MarketRow } from './market-row.tsx';

export type RankingKind = 'favourites' | 'gainers' | 'losers' | 'volume';

const QUERIES: Readonly<Record<RankingKind, MarketQuery>> = {
  favourites: { ...DEFAULT_QUERY, group: 'favourites' },
  gainers: { ...DEFAULT_QUERY, sort: 'change', direction: 'down' },
  losers: { ...DEFAULT_QUERY, sort: 'change', direction: 'up' },
  volume: DEFAULT_QUERY,
};

/** Markets of one kind, best first; watches the tickers while it is shown. */
function RankedRows({
  kind,
  limit,
  hrefOf,
}: {
  readonly kind: RankingKind;
  readonly limit: number;
  readonly hrefOf: (marketId: number) => string;
}) {
  const { t } = useTranslation('market');
  const { markets } = useListedMarkets();
  const favourites = useFavourites();
  const ranked = useMemo(
    () => queryMarkets<ListedMarket & Quotation>(markets, QUERIES[kind], favourites).slice(0, limit),
    [markets, kind, favourites, limit],
  );
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
        <MarketRow key={item.market.id} item={item} to={hrefOf(item.market.id)} />
      ))}
    </ul>
  );
}

/** Rankings with their tabs: favourites (when there are any), gainers, losers, volume. */
export function MarketRanking({
  hrefOf,
  limit = 8,
}: {
  readonly hrefOf: (marketId: number) => string;
  readonly limit?: number;
}) {
  const { t } = useTranslation('market');
  const { isPending, error, refetch, data } = useMarkets();
  const [chosen, setChosen] = useState<RankingKind>();
  const hasFavourites = useFavourites().size > 0;
  const kind = chosen ?? (hasFavourites ? 'favourites' : 'volume');
  const panelId = useId();
  return (
    <section aria-label={t('list.title')}>
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
          <RankedRows kind={kind} limit={limit} hrefOf={hrefOf} />
        ) : isPending ? (
          <SkeletonRows count={limit} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </section>
  );
}
