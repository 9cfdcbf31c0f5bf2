import { BookUser, History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { HoldNotice } from '#features/security/components/hold-notice.tsx';
import { WithdrawLoader } from '#features/withdrawal/components/withdraw-loader.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID, coinIn, coinsFor } from '#lib/funding.ts';
import { useFunding } from '#lib/use-funding.ts';
import { IconLink } from '#ui/button.tsx';
import { CoinChoice } from '#ui/coin-choice.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** Withdraws coins to a saved address. The currency is in the page's address; the bank has its own page. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const goOn = useGoOn();
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useFunding();
  const coins = data ? coinsFor(data, 'withdrawal') : [];
  const coin = coinIn(coins, query.get('currency'));
  const choose = (id: number) => {
    if (id === BANK_ID) goOn(paths.withdrawBank.getHref(), { replace: true });
    else setQuery({ currency: String(id) }, { replace: true });
  };
  return (
    <Frame
      title={t('title')}
      width="narrow"
      right={
        <>
          <IconLink to={paths.addresses.getHref()} label={t('address.title')}>
            <BookUser size={20} />
          </IconLink>
          <IconLink to={paths.records.getHref({ kind: 'withdrawals' })} label={t('records.title')}>
            <History size={20} />
          </IconLink>
        </>
      }
    >
      <div className="stack-4 cols-1">
        {coin ? (
          <CoinChoice
            label={t('currency')}
            coins={coins}
            chosen={coin.currency.id}
            bank={data?.bank ? t('bank') : undefined}
            onChoose={choose}
          />
        ) : null}
        {coin ? (
          <WithdrawLoader
            currencyId={coin.currency.id}
            renderHold={hold => <HoldNotice hold={hold} />}
            onSent={({ withdrawal_id: id }) => goOn(paths.withdrawDetail.getHref({ id }), { replace: true })}
          />
        ) : null}
        {data && !coin ? <p className="note">{t('problem.closed')}</p> : null}
        {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />}
      </div>
    </Frame>
  );
}
