import { Link, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { openLoginLink } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

/** Target of a mailed link. It takes effect on a tap, not on opening, because mail programs open links, too. */
export function Page() {
  const { t } = useTranslation('account');
  const goOn = useGoOn();
  useAfterLogin();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { blocker, guard } = useForm(
    token === '' ? [{ code: 'link.incomplete', field: 'token' } as const] : [],
  );
  const { busy, error, submit } = useSubmit(async () => {
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
      onSubmit={guard(submit)}
      aside={
        <Link to={paths.login.getHref()} replace>
          {t('link.login')}
        </Link>
      }
    >
      <SubmitButton block busy={busy} problem={blocker && t(blocker.code)}>
        {t('link.submit')}
      </SubmitButton>
    </AccountLayout>
  );
}
