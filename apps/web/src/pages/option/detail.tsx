import { BookOpen, ChevronDown, ShieldHalf } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { WireCurrency, WireMarket } from '@tallystick/protocol/wire';
import { loginHref, paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useLimits } from '#features/limit/api/limit.ts';
import { LimitStrip } from '#features/limit/components/limit-strip.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import {
  changeTradePreferences,
  useTradePreferences,
} from '#features/market/model/trade-preferences-store.ts';
import { useOptionMarkets } from '#features/option/api/options.ts';
import { MarketSheet } from '#features/option/components/market-sheet.tsx';
import { OptionDesk, type KnownLimits } from '#features/option/components/option-desk.tsx';
import { loadNamespaces } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { isPositive } from '#lib/decimal.ts';
import { IconButton, IconLink } from '#ui/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx';
import styles from './detail.module.css';

// Loaded after the parts that are needed for trading.
const LogVerified = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/price-log/components/log-verified.tsx'),
    loadNamespaces(['prices']),
  ]);
  return { default: code.LogVerified };
});

const detailHref = (optionId: number): string => paths.optionOrder.getHref({ id: optionId });

/** Height of the line about the price log, in CSS pixels. */
const LOG_HEIGHT = 54;

function DeskSkeleton() {
  return (
    <div className="stack-3">
      <Skeleton height={38} radius={11} />
      <Skeleton height={289} radius={14} />
      <Skeleton height={320} radius={14} />
    </div>
  );
}

function useCurrencies(markets: readonly WireMarket[]): ReadonlyMap<number, WireCurrency> {
  return useMemo(
    () => new Map(markets.flatMap(({ base, quote }) => [base, quote]).map(one => [one.id, one])),
    [markets],
  );
}

/** A break stops purchases until it ends; a used up daily limit stops them until the next day. */
function useOwnLimits(): KnownLimits | undefined {
  const { data } = useLimits();
  return useMemo(() => {
    if (!data) return undefined;
    const { remaining, currency, cool_down_until_ms: breakMs, day_ends_at_ms: dayMs } = data;
    const isUsedUp = remaining !== null && !isPositive(remaining);
    return { remaining, currency, stoppedUntilMs: isUsedUp ? Math.max(dayMs, breakMs ?? 0) : breakMs };
  }, [data]);
}

/** Second options on a market: its index, the form, running options, and earlier results. */
export function Page() {
  const { t } = useTranslation(['option', 'limit']);
  const { pathname, search } = useLocation();
  const [query, setQuery] = useSearchParams();
  const { data: listed, error, refetch } = useMarkets();
  const offered = useOptionMarkets();
  const { marketId } = useTradePreferences();
  const [picking, setPicking] = useState(false);
  const [explaining, setExplaining] = useState(false);
  const all = useMemo(() => (listed ?? []).map(({ market }) => market), [listed]);
  const markets = useMemo(
    () => all.filter(({ id }) => offered.data?.some(({ market_id }) => market_id === id)),
    [all, offered.data],
  );
  const currencies = useCurrencies(all);
  const ownLimits = useOwnLimits();
  const byId = (id: string | null) => markets.find(market => String(market.id) === id);
  const market = byId(query.get('market')) ?? byId(String(marketId)) ?? markets[0];
  const pick = (id: number) => {
    setPicking(false);
    changeTradePreferences({ marketId: id });
    setQuery({ market: String(id) }, { replace: true });
  };
  const failure = error ?? offered.error;

  return (
    <Frame
      width="wide"
      title={
        market ? (
          <button
            type="button"
            className={styles['heading']}
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
          >
            <span className={styles['names']}>
              <span className={styles['product']}>{t('option:title')}</span>
              <span>{market.symbol}</span>
            </span>
            <ChevronDown size={18} aria-hidden="true" />
            <span className="visually-hidden">{t('option:pickMarket')}</span>
          </button>
        ) : (
          t('option:title')
        )
      }
      documentTitle={market ? t('option:heading', { symbol: market.symbol }) : t('option:title')}
      right={
        <span className={styles['tools']}>
          <IconButton label={t('option:rules')} aria-haspopup="dialog" onClick={() => setExplaining(true)}>
            <BookOpen size={20} />
          </IconButton>
          <IconLink to={paths.limits.getHref()} label={t('option:limits')}>
            <ShieldHalf size={20} />
          </IconLink>
        </span>
      }
    >
      {market ? (
        <OptionDesk
          key={market.id}
          market={market}
          markets={markets}
          currencies={currencies}
          isExplaining={explaining}
          onExplained={() => setExplaining(false)}
          onMarket={pick}
          detailHref={detailHref}
          hrefs={{
            login: loginHref(pathname, search),
            verification: paths.verification.getHref(),
            limits: paths.limits.getHref(),
            deposit: paths.deposit.getHref(),
            transfer: currency => paths.transfer.getHref({ currency, from: 'spot', to: 'option' }),
            tick: number => paths.proof.getHref({ tick: number }),
          }}
          limits={
            <>
              <LimitStrip to={paths.limits.getHref()} showsRemaining />
              <Suspense>
                <LogVerified href={paths.proof.getHref()} shows="alarm" />
              </Suspense>
            </>
          }
          log={
            <Suspense fallback={<Skeleton height={LOG_HEIGHT} radius={14} />}>
              <LogVerified href={paths.proof.getHref()} shows="always" />
            </Suspense>
          }
          ownLimits={ownLimits}
        />
      ) : failure ? (
        <ErrorState
          error={failure}
          onRetry={() => {
            void refetch();
            void offered.refetch();
          }}
        />
      ) : listed && offered.data ? (
        <EmptyState title={t('option:noMarkets')}>{t('option:noMarketsText')}</EmptyState>
      ) : (
        <DeskSkeleton />
      )}
      {picking ? (
        <MarketSheet
          markets={markets}
          currentId={market?.id}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </Frame>
  );
}
