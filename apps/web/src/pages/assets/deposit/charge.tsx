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
import { BANK_ID, bankCoin, coinIn, coinsFor } from '#lib/funding.ts';
import { useFunding } from '#lib/use-funding.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Sends the voucher of a deposit made over a network or to the bank. */
export function Page() {
  const { t } = useTranslation('deposit');
  const goOn = useGoOn();
  const [query] = useSearchParams();
  const funding = useFunding();
  const isBank = query.get('currency') === String(BANK_ID);
  const coin =
    funding.data &&
    (isBank ? bankCoin(funding.data) : coinIn(coinsFor(funding.data, 'deposit'), query.get('currency')));
  const { data, error, refetch } = useDepositInfo(isBank ? BANK_ID : coin?.currency.id, undefined);
  const open = data?.networks.filter(one => one.enabled) ?? [];
  const network = open.find(one => one.network === query.get('network')) ?? open[0];
  const way: ChargeWay | undefined =
    coin && data?.bank
      ? { kind: 'bank', coin: coin.currency, bank: data.bank }
      : coin && network && { kind: 'chain', coin: coin.currency, network };
  return (
    <Frame title={t('charge.title')} width="narrow">
      <div className="stack-4 cols-1">
        {way?.kind === 'bank' ? <BankAccount bank={way.bank} /> : null}
        {way?.kind === 'chain' ? (
          <KeyValues className="sums">
            <KeyValue label={t('currency')}>{way.coin.code}</KeyValue>
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
        {data && funding.data && !way ? <p className="note">{t('closed')}</p> : null}
        {data && funding.data ? null : (
          <Pending
            error={error ?? funding.error}
            onRetry={() => void Promise.all([refetch(), funding.refetch()])}
            shape={<SkeletonRows count={5} />}
          />
        )}
      </div>
    </Frame>
  );
}
