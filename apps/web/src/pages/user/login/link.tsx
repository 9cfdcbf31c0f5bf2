import { Link, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { openLoginLink } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

/** Where a mailed link leads. It is used by a tap, not by being opened: mail programs look at links, too. */
export function Page() {
  const { t } = useTranslation('account');
  const goOn = useGoOn();
  useAfterLogin();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { busy, error, submit } = useGuardedSubmit(async () => {
    await openLoginLink(token);
    showToast(t('link.done'), 'good');
    goOn(paths.login.getHref(), { replace: true });
  });
  return (
    <AccountLayout
      title={t('link.title')}
      heading={t('link.heading')}
      text={t('link.text')}
      error={error}
      onSubmit={() => token !== '' && submit()}
      aside={
        <Link to={paths.login.getHref()} replace>
          {t('link.login')}
        </Link>
      }
    >
      <SubmitButton block busy={busy} problem={token === '' ? t('link.incomplete') : undefined}>
        {t('link.submit')}
      </SubmitButton>
    </AccountLayout>
  );
}
