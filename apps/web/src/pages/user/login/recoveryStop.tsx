import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { stopRecovery } from '#features/recovery/api/calls.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** Where the links in our messages lead. Stopped by a tap, not by being opened: mail programs look at links, too. */
export function Page() {
  const { t } = useTranslation('recovery');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [done, setDone] = useState(false);
  const { busy, error, submit } = useGuardedSubmit(async () => {
    await stopRecovery(token);
    setDone(true);
  });
  return (
    <AccountLayout
      title={t('stop.title')}
      heading={t(done ? 'stop.done' : 'stop.title')}
      text={t(done ? 'stop.after' : 'stop.text')}
      error={error}
      onSubmit={() => token !== '' && !done && submit()}
      aside={<Link to={paths.forgetPassword.getHref()}>{t('stop.password')}</Link>}
    >
      {done ? null : (
        <SubmitButton block busy={busy} problem={token === '' ? t('stop.incomplete') : undefined}>
          {t('stop.submit')}
        </SubmitButton>
      )}
    </AccountLayout>
  );
}
