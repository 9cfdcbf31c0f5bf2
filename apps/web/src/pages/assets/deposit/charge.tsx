import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { useDepositInfo } from '#features/deposit/api/deposit.ts';
import { BankAccount } from '#features/deposit/components/bank-account.tsx';
import { ChargeForm } from '#features/deposit/components/charge-form.tsx';
import type { ChargeWay } from '#features/deposit/model/charge-fields.ts';
import { PictureUpload } from '#features/pictures/components/picture-upload.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { fundingIdOf, fundingOf } from '#lib/funding.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Sends the voucher of a deposit made over a network or to the bank. */
export function Page() {
  const { t } = useTranslation('deposit');
  const goOn = useGoOn();
  const [query] = useSearchParams();
  const currencyId = fundingIdOf(query.get('currency'));
  const { data, error, refetch } = useDepositInfo(currencyId, undefined);
  const open = data?.networks.filter(one => one.enabled) ?? [];
  const network = open.find(one => one.network === query.get('network')) ?? open[0];
  const way: ChargeWay | undefined = data?.bank
    ? { kind: 'bank', bank: data.bank }
    : network && { kind: 'chain', currencyId, network };
  return (
    <Frame title={t('charge.title')} width="narrow">
      <div className="stack-4 cols-1">
        {way?.kind === 'bank' ? <BankAccount bank={way.bank} /> : null}
        {way?.kind === 'chain' ? (
          <KeyValues className="sums">
            <KeyValue label={t('currency')}>{fundingOf(currencyId).code}</KeyValue>
            <KeyValue label={t('network')}>{way.network.name}</KeyValue>
          </KeyValues>
        ) : null}
        {way ? (
          <ChargeForm
            way={way}
            renderPicture={(problem, onChange) => (
              <PictureUpload
                kind="voucher"
                label={t('charge.voucher')}
                hint={t('charge.voucherHint')}
                error={problem}
                onChange={onChange}
              />
            )}
            onSent={() => {
              showToast(t('charge.done'), 'good');
              goOn(paths.records.getHref({ kind: 'deposits' }), { replace: true });
            }}
          />
        ) : null}
        {data && !way ? <p className="note">{t('closed')}</p> : null}
        {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
      </div>
    </Frame>
  );
}
