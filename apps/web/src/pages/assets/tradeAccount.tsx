import { useQueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { ValuationSheet } from '#layout/valuation-sheet.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { tradeHref } from '#features/market/model/trade-href.ts';
import { refreshWallet, useLiveBalances, useWallet } from '#features/wallet/api/use-wallet.ts';
import { AccountSummary } from '#features/wallet/components/account-summary.tsx';
import { BalanceList } from '#features/wallet/components/balance-list.tsx';
import { BalanceSheet } from '#features/wallet/components/balance-sheet.tsx';
import { LatestChanges } from '#features/wallet/components/latest-changes.tsx';
import { ACCOUNTS, accountOf, balanceOf } from '#features/wallet/model/wallet.ts';
import { loadNamespaces } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink, IconLink } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { ErrorState } from '#ui/states.tsx';
import styles from './assets.module.css';

// Only the option account needs this code and its texts.
const EscrowNote = lazy(async () => {
  const [code] = await Promise.all([
    import('#features/option/components/escrow-note.tsx'),
    loadNamespaces(['option']),
  ]);
  return { default: code.EscrowNote };
});

/** One of the four accounts: its balances, what holds the frozen part, and its latest changes. */
export function Page() {
  const { t } = useTranslation('wallet');
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const account = accountOf(query.get('account')) ?? 'spot';
  const currencyText = query.get('currency');
  const { data: markets } = useMarkets();
  const { data: wallet, error, refetch } = useWallet();
  useLiveBalances();
  const [valuing, setValuing] = useState(false);
  const view = wallet?.accounts.find(one => one.account === account);
  const currencyId = view?.balances.find(({ currency }) => String(currency.id) === currencyText)?.currency.id;
  const opened = currencyId === undefined ? undefined : balanceOf(wallet, account, currencyId);

  return (
    <Frame
      title={t(`account.${account}`)}
      right={
        <IconLink to={paths.records.getHref({ account })} label={t('record.title')}>
          <ReceiptText size={20} />
        </IconLink>
      }
    >
      <PullToRefresh onRefresh={() => refreshWallet(client)}>
        <div className="stack-5 cols-1">
          <Segmented
            label={t('accounts')}
            value={account}
            onChange={next => setQuery({ account: next }, { replace: true })}
            choices={ACCOUNTS.map(value => ({ value, label: t(`account.${value}`) }))}
          />
          {error && !wallet ? (
            <ErrorState error={error} onRetry={refetch} />
          ) : (
            <>
              <AccountSummary account={account} view={view} onChooseValuation={() => setValuing(true)} />
              <div className={styles['pair']}>
                <ButtonLink size="small" to={paths.transfer.getHref({ from: account })}>
                  {t('action.transfer')}
                </ButtonLink>
                <ButtonLink size="small" tone="quiet" to={paths.deposit.getHref()}>
                  {t('action.deposit')}
                </ButtonLink>
              </div>
              {account === 'option' ? (
                <Suspense fallback={null}>
                  <EscrowNote to={paths.option.getHref()} />
                </Suspense>
              ) : null}
              <BalanceList
                key={account}
                holdings={view?.balances}
                onOpen={({ currency }) =>
                  setQuery({ account, currency: String(currency.id) }, { replace: true })
                }
              />
              <LatestChanges key={`${account} changes`} account={account} count={5} />
            </>
          )}
        </div>
      </PullToRefresh>
      {opened ? (
        <BalanceSheet
          balance={opened}
          tradeHref={tradeHref(markets, opened.currency.id)}
          onClose={() => setQuery({ account }, { replace: true })}
        />
      ) : null}
      <ValuationSheet open={valuing} onClose={() => setValuing(false)} />
    </Frame>
  );
}
