import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useBack } from '#lib/use-back.ts';
import { CardForm } from '#features/bank/components/card-form.tsx';
import { checkedPassword } from '#features/bank/model/checked-password.ts';
import { useSecurity } from '#features/security/api/security.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Saves another bank card, after the fund password was checked. */
export function Page() {
  const { t } = useTranslation('bank');
  const back = useBack();
  const { data, error, refetch } = useSecurity();
  // As of opening the page, because saving clears the password.
  const [isChecked] = useState(checkedPassword() !== '');
  if (!isChecked) return <Navigate to={paths.bankPassword.getHref()} replace />;
  return (
    <Frame title={t('add.title')} width="narrow">
      {data ? (
        <CardForm
          needsTwoFactor={data.two_factor_since_ms !== null}
          onSaved={() => {
            showToast(t('add.done'), 'good');
            back();
          }}
        />
      ) : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={5} />} />}
    </Frame>
  );
}
