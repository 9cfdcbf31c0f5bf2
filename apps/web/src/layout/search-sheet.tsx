import { useQuery } from '@tanstack/react-query';
import { BookOpen, FileText, ListOrdered } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { useHelpSearch } from '#features/help/api/help.ts';
import { useMarkets } from '#features/market/api/markets.ts';
import { DEFAULT_QUERY, queryMarkets } from '#features/market/model/market-list.ts';
import { SearchBox, type Result, type ResultGroup } from '#features/search/components/search-box.tsx';
import { find, orderNumber } from '#features/search/model/find.ts';
import { orderQuery } from '#features/spot/api/orders.ts';
import { currencyName, searchedNames } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { SEARCHED_PAGES } from './search-pages.ts';

/** Results of each kind: more would not be read. */
const MARKETS = 5;
const COINS = 4;
const PAGES = 6;
const ARTICLES = 4;
/** Fewer letters find nearly every article. */
const ARTICLE_LETTERS = 2;
const NO_FAVOURITES: ReadonlySet<number> = new Set();

const iconProps = { size: 18, strokeWidth: 1.7 } as const;

function useMarketResults(query: string): Result[] {
  const { data: markets } = useMarkets();
  return useMemo(
    () =>
      query === ''
        ? []
        : queryMarkets(markets ?? [], { ...DEFAULT_QUERY, search: query }, NO_FAVOURITES)
            .slice(0, MARKETS)
            .map(({ market, ticker }) => ({
              id: `market-${market.id}`,
              to: paths.chart.getHref({ market: market.id }),
              title: market.symbol,
              detail: ticker.last === null ? undefined : `${formatDecimal(ticker.last)} ${market.quote.code}`,
              icon: <CoinIcon symbol={market.base.code} size={26} />,
            })),
    [markets, query],
  );
}

/** The customer's own coins; visitors have none. */
function useCoinResults(query: string): Result[] {
  const { data: markets } = useMarkets();
  const isCustomer = useSession() !== undefined;
  return useMemo(() => {
    if (query === '' || !isCustomer) return [];
    const coins = new Map<number, WireCurrency>();
    for (const { market } of markets ?? [])
      for (const coin of [market.base, market.quote]) coins.set(coin.id, coin);
    const named = [...coins.values()].map(coin => ({
      coin,
      title: coin.code,
      words: searchedNames(coin).join(' '),
    }));
    return find(named, query, COINS).map(({ coin }) => ({
      id: `coin-${coin.id}`,
      to: paths.tradeAccount.getHref({ account: 'spot', currency: coin.id }),
      title: coin.code,
      detail: currencyName(coin),
      icon: <CoinIcon symbol={coin.code} size={26} />,
    }));
  }, [markets, query, isCustomer]);
}

function usePageResults(query: string): Result[] {
  const { t } = useTranslation(['search', 'common', 'home']);
  return useMemo(() => {
    const named = SEARCHED_PAGES.map(page => ({
      ...page,
      title: t(page.title),
      words: page.words === undefined ? '' : t(page.words),
    }));
    return find(named, query, PAGES).map(({ to, title }) => ({
      id: `page-${to.replace(/\W+/g, '-')}`,
      to,
      title,
      icon: <FileText {...iconProps} />,
    }));
  }, [t, query]);
}

/** The order of this number, if it is the customer's own. */
function useOrderResults(query: string): { readonly results: Result[]; readonly pending: boolean } {
  const { t } = useTranslation('search');
  const isCustomer = useSession() !== undefined;
  const number = orderNumber(query);
  const { data: order, isFetching } = useQuery({
    ...orderQuery(number ?? 0),
    enabled: isCustomer && number !== undefined,
    // An unknown number is an answer.
    retry: false,
  });
  const results =
    order && number !== undefined
      ? [
          {
            id: `order-${order.order_id}`,
            to: paths.trade.getHref({ market: order.market_id, order: order.order_id }),
            title: t('order', { id: String(order.order_id) }),
            detail: formatDate(order.placed_at_ms),
            icon: <ListOrdered {...iconProps} />,
          },
        ]
      : [];
  return { results, pending: isFetching };
}

function useArticleResults(query: string): { readonly results: Result[]; readonly pending: boolean } {
  const asked = query.length < ARTICLE_LETTERS ? '' : query;
  const { data, isFetching } = useHelpSearch(asked);
  const results =
    asked === ''
      ? []
      : (data?.items ?? []).slice(0, ARTICLES).map(({ slug, title, summary }) => ({
          id: `article-${slug}`,
          to: paths.helpDetail.getHref({ slug }),
          title,
          detail: summary,
          icon: <BookOpen {...iconProps} />,
        }));
  return { results, pending: isFetching };
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('search');
  const [typed, setTyped] = useState('');
  // Keeps typing fast: results follow with lower priority.
  const query = useDeferredValue(typed).trim();
  const orders = useOrderResults(query);
  const articles = useArticleResults(query);
  const all: readonly ResultGroup[] = [
    { title: t('groups.orders'), results: orders.results },
    { title: t('groups.markets'), results: useMarketResults(query) },
    { title: t('groups.pages'), results: usePageResults(query) },
    { title: t('groups.coins'), results: useCoinResults(query) },
    { title: t('groups.help'), results: articles.results },
  ];
  return (
    <SearchBox
      query={typed}
      onQuery={setTyped}
      groups={all.filter(({ results }) => results.length > 0)}
      pending={orders.pending || articles.pending || typed.trim() !== query}
      onOpened={onClose}
    />
  );
}

/** Finds markets, coins, pages, orders by their number, and help. */
export function SearchSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('search');
  return (
    <Sheet open onClose={onClose} title={t('label')}>
      <Search onClose={onClose} />
    </Sheet>
  );
}
