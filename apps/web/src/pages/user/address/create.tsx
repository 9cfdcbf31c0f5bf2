import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { useSecurity } from '#features/security/api/security.ts';
import { AddressForm } from '#features/withdrawal/components/address-form.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { BANK_ID, fundingIdOf } from '#lib/funding.ts';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Saves a new withdrawal address. Needs a fund password, which proves that it is the customer. */
export function Page() {
  const { t } = useTranslation('withdrawal');
  const back = useBack();
  const [query] = useSearchParams();
  const asked = fundingIdOf(query.get('currency'));
  const { data, error, refetch } = useSecurity();
  const hasPassword = data !== undefined && data.fund_password_changed_at_ms !== null;
  return (
    <Frame title={t('address.add')} width="narrow">
      {data && hasPassword ? (
        <AddressForm
          currencyId={asked === BANK_ID ? fundingIdOf(null) : asked}
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
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
    </Frame>
  );
}
