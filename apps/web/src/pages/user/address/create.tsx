import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { useSecurity } from '#features/security/api/security.ts';
import { AddressForm } from '#features/withdrawal/components/address-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { coinIn, coinsFor } from '#lib/funding.ts';
import { useFunding } from '#lib/use-funding.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Saves a new withdrawal address. Needs a fund password, which proves that it is the customer. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const back = useBack();
  const [query] = useSearchParams();
  const funding = useFunding();
  const coins = funding.data ? coinsFor(funding.data, 'withdrawal') : [];
  const coin = coinIn(coins, query.get('currency'));
  const { data, error, refetch } = useSecurity();
  const hasPassword = data !== undefined && data.fund_password_changed_at_ms !== null;
  return (
    <Frame title={t('address.add')} width="narrow">
      {data && funding.data && !coin ? <p className="note">{t('problem.closed')}</p> : null}
      {data && hasPassword && coin ? (
        <AddressForm
          coins={coins}
          coin={coin}
          network={query.get('network')}
          needsTwoFactor={data.two_factor_since_ms !== null}
          onSaved={() => {
            showToast(t('address.savedToast'), 'good');
            back();
          }}
        />
      ) : null}
      {data && !hasPassword ? (
        <EmptyState
          title={t('problem.fund_password_missing')}
          to={paths.changePayPassword.getHref()}
          go={t('setFundPassword')}
        >
          {t('fundPasswordText')}
        </EmptyState>
      ) : null}
      {data && funding.data ? null : (
        <Pending
          error={error ?? funding.error}
          onRetry={() => void Promise.all([refetch(), funding.refetch()])}
          shape={<SkeletonRows count={5} />}
        />
      )}
    </Frame>
  );
}
