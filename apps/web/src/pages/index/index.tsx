import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { WithAlertSheet } from '#layout/price-alert.tsx';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { SearchButton } from '#layout/search-button.tsx';
import { SideMenuButton } from '#layout/side-menu-button.tsx';
import { Banner } from '#features/home/components/banner.tsx';
import { FundsSkeleton } from '#features/home/components/funds-skeleton.tsx';
import { QuickEntries } from '#features/home/components/quick-entries.tsx';
import { Welcome } from '#features/home/components/welcome.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { MarketRanking } from '#features/market/components/market-ranking.tsx';
import { NoticeBell } from '#features/notice/components/notice-bell.tsx';
import { NoticeStrip } from '#features/notice/components/notice-strip.tsx';
import { loadNamespaces } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { logTrust } from '#lib/log-trust.ts';
import { useSession } from '#lib/session.ts';
import { useStored } from '#lib/stored-store.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Skeleton } from '#ui/states.tsx';
import styles from './home.module.css';

// Visitors have no funds to show, so they do not load this code and its texts.
const HomeFunds = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/wallet/components/home-funds.tsx'),
    loadNamespaces(['wallet', 'display']),
  ]);
  return { default: code.HomeFunds };
});
const FaucetOffer = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/wallet/components/faucet-offer.tsx'),
    loadNamespaces(['wallet']),
  ]);
  return { default: code.FaucetOffer };
});
// Only devices that have seen the price log before compare it again.
const LogVerified = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/price-log/components/log-verified.tsx'),
    loadNamespaces(['prices']),
  ]);
  return { default: code.LogVerified };
});
const chartHref = (marketId: number): string => paths.chart.getHref({ market: marketId });

/** Home: a welcome or the customer's funds, news, shortcuts, and the markets. */
export function Page() {
  const { t } = useTranslation(['home', 'common']);
  const client = useQueryClient();
  const isCustomer = useSession() !== undefined;
  const { data: markets } = useMarkets();
  const knowsLog = useStored(logTrust) !== null;

  return (
    <Frame
      title={t('common:brand')}
      documentTitle={t('common:tabs.home')}
      width="wide"
      left={<SideMenuButton />}
      right={
        <>
          <SearchButton />
          <NoticeBell />
        </>
      }
    >
      <PullToRefresh onRefresh={() => client.invalidateQueries()}>
        <div className={styles['parts']}>
          {isCustomer ? (
            <Suspense fallback={<FundsSkeleton />}>
              <HomeFunds days={markets} />
            </Suspense>
          ) : (
            <Welcome />
          )}
          <NoticeStrip />
          {knowsLog ? (
            <Suspense fallback={null}>
              <LogVerified href={paths.proof.getHref()} />
            </Suspense>
          ) : null}
          <div className={styles['offer']}>
            {isCustomer ? (
              <Suspense fallback={<Skeleton height={92} radius={14} />}>
                <FaucetOffer otherwise={<Banner />} />
              </Suspense>
            ) : (
              <Banner />
            )}
          </div>
          <QuickEntries />
          <MarketRanking hrefOf={chartHref} WithAlert={WithAlertSheet} />
        </div>
      </PullToRefresh>
    </Frame>
  );
}
