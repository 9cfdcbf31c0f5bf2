import { BookUser, History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { HoldNotice } from '#features/security/components/hold-notice.tsx';
import { WithdrawLoader } from '#features/withdrawal/components/withdraw-loader.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID, COINS, fundingIdOf } from '#lib/funding.ts';
import { IconLink } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';

/** Withdraws coins to a saved address. The currency is in the page's address; the bank has its own page. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const goOn = useGoOn();
  const [query, setQuery] = useSearchParams();
  const asked = fundingIdOf(query.get('currency'));
  const currencyId = asked === BANK_ID ? fundingIdOf(null) : asked;
  const choose = (id: string) => {
    if (id === String(BANK_ID)) goOn(paths.withdrawBank.getHref(), { replace: true });
    else setQuery({ currency: id }, { replace: true });
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
        <Segmented
          label={t('currency')}
          value={String(currencyId)}
          choices={[
            ...COINS.map(({ id, code }) => ({ value: String(id), label: code })),
            { value: String(BANK_ID), label: t('bank') },
          ]}
          onChange={choose}
        />
        <WithdrawLoader
          currencyId={currencyId}
          renderHold={hold => <HoldNotice hold={hold} />}
          onSent={({ withdrawal_id: id }) => goOn(paths.withdrawDetail.getHref({ id }), { replace: true })}
        />
      </div>
    </Frame>
  );
}
