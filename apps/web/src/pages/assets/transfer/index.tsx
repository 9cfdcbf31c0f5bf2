import { History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useLiveBalances } from '#features/wallet/api/use-wallet.ts';
import { TransferForm } from '#features/wallet/components/transfer-form.tsx';
import { accountOf } from '#features/wallet/model/wallet.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconLink } from '#ui/button.tsx';

/** Moves funds between the customer's own accounts. */
export function Page() {
  const { t } = useTranslation('wallet');
  const [query] = useSearchParams();
  const currency = query.get('currency') ?? '';
  useLiveBalances();
  return (
    <Frame
      title={t('transfer.title')}
      width="narrow"
      right={
        <IconLink to={paths.transferRecords.getHref()} label={t('transfer.records')}>
          <History size={20} />
        </IconLink>
      }
    >
      <TransferForm
        from={accountOf(query.get('from'))}
        to={accountOf(query.get('to'))}
        currencyId={/^\d{1,9}$/.test(currency) ? parseInt(currency, 10) : undefined}
      />
    </Frame>
  );
}
