import { History } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { HoldNotice } from '#features/security/components/hold-notice.tsx';
import { WithdrawLoader } from '#features/withdrawal/components/withdraw-loader.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID } from '#lib/funding.ts';
import { ButtonLink, IconLink } from '#ui/button.tsx';

/** Withdraws USDT as money to the saved bank card. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const goOn = useGoOn();
  return (
    <Frame
      title={t('bankTitle')}
      width="narrow"
      right={
        <IconLink to={paths.records.getHref({ kind: 'withdrawals' })} label={t('records.title')}>
          <History size={20} />
        </IconLink>
      }
    >
      <div className="stack-4 cols-1">
        <WithdrawLoader
          currencyId={BANK_ID}
          renderHold={hold => <HoldNotice hold={hold} />}
          onSent={({ withdrawal_id: id }) => goOn(paths.withdrawDetail.getHref({ id }), { replace: true })}
        >
          <ButtonLink tone="plain" size="small" to={paths.withdraw.getHref()} replace>
            {t('toCoins')}
          </ButtonLink>
        </WithdrawLoader>
      </div>
    </Frame>
  );
}
