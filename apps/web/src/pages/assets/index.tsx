import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, ChartPie, Repeat2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { SideMenuButton } from '#layout/side-menu-button.tsx';
import { ValuationSheet } from '#layout/valuation-sheet.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { tradeHref } from '#features/market/model/trade-href.ts';
import { refreshWallet, useLiveBalances, useWallet } from '#features/wallet/api/use-wallet.ts';
import { AccountCards } from '#features/wallet/components/account-cards.tsx';
import { FundActions } from '#features/wallet/components/actions.tsx';
import { BalanceList } from '#features/wallet/components/balance-list.tsx';
import { DistributionBar } from '#features/wallet/components/distribution-bar.tsx';
import { EmptyFunds } from '#features/wallet/components/empty-funds.tsx';
import { HoldingSheet } from '#features/wallet/components/holding-sheet.tsx';
import { TotalParts } from '#features/wallet/components/total-parts.tsx';
import { WalletSummary } from '#features/wallet/components/wallet-summary.tsx';
import { holdingsOf } from '#features/wallet/model/balances.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink, IconLink } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { ErrorState } from '#ui/states.tsx';
import styles from './assets.module.css';

/** All of the customer's assets: the total, the four accounts, and each currency summed over them. */
export function Page() {
  const { t } = useTranslation(['wallet', 'common']);
  const client = useQueryClient();
  const { data: markets } = useMarkets();
  const { data: wallet, error, refetch } = useWallet();
  useLiveBalances();
  const holdings = useMemo(() => wallet && holdingsOf(wallet), [wallet]);
  const [openedId, setOpenedId] = useState<number>();
  const [step, setStep] = useState<'valuation'>();
  const opened = holdings?.find(({ currency }) => currency.id === openedId);
  const close = () => setStep(undefined);

  return (
    <Frame
      title={t('common:tabs.assets')}
      width="wide"
      left={<SideMenuButton />}
      right={
        <IconLink to={paths.convert.getHref()} label={t('action.convert')}>
          <Repeat2 size={20} />
        </IconLink>
      }
    >
      <PullToRefresh onRefresh={() => refreshWallet(client)}>
        {error && !wallet ? (
          <ErrorState error={error} onRetry={refetch} />
        ) : (
          <div className={cx('stack-5 cols-1', styles['columns'])}>
            <WalletSummary days={markets} onChooseValuation={() => setStep('valuation')} />
            <FundActions />
            <TotalParts wallet={wallet} />
            <div className={styles['looks']}>
              <ButtonLink
                tone="plain"
                to={paths.portfolio.getHref()}
                icon={<ChartPie size={18} aria-hidden="true" />}
              >
                {t('portfolio')}
              </ButtonLink>
              <ButtonLink
                tone="plain"
                to={paths.balanceProof.getHref()}
                icon={<BadgeCheck size={18} aria-hidden="true" />}
              >
                {t('common:menu.balanceProof')}
              </ButtonLink>
            </div>
            <AccountCards wallet={wallet} />
            <DistributionBar holdings={holdings} />
            <BalanceList
              holdings={holdings}
              onOpen={({ currency }) => setOpenedId(currency.id)}
              emptyAction={<EmptyFunds />}
            />
          </div>
        )}
      </PullToRefresh>
      {opened ? (
        <HoldingSheet
          holding={opened}
          tradeHref={tradeHref(markets, opened.currency.id)}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
      <ValuationSheet open={step === 'valuation'} onClose={close} />
    </Frame>
  );
}
