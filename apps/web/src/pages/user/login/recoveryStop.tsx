import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { stopRecovery } from '#features/recovery/api/calls.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** Target of links in recovery messages. A tap stops the recovery, not opening: mail programs open links, too. */
export function Page() {
  const { t } = useTranslation('recovery');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const { blocker, guard } = useForm(
    token === '' ? [{ code: 'stop.incomplete', field: 'token' } as const] : [],
  );
  const { busy, error, submit } = useSubmit(async () => {
    await stopRecovery(token);
    setDone(true);
  });
  return (
    <AccountLayout
      title={t('stop.title')}
      heading={t(done ? 'stop.done' : 'stop.title')}
      text={t(done ? 'stop.after' : 'stop.text')}
      error={error}
      onSubmit={guard(() => !done && submit())}
      aside={<Link to={paths.forgetPassword.getHref()}>{t('stop.password')}</Link>}
    >
      {done ? null : (
        <SubmitButton block busy={busy} problem={blocker && t(blocker.code)}>
          {t('stop.submit')}
        </SubmitButton>
      )}
    </AccountLayout>
  );
}
