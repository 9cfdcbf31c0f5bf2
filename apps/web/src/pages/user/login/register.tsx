import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { checkCode } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { CodeField } from '#features/account/components/code-field.tsx';
import { TargetFields } from '#features/account/components/target-fields.tsx';
import { useAccountForm } from '#features/account/components/use-account-form.ts';
import { reasonOf } from '#features/account/components/reason.ts';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useProblemText } from '#features/account/components/use-problem-text.ts';
import { keepCheckedCode, keepInvitation, useAccountDraft } from '#features/account/model/draft.ts';
import { validateCodeStep } from '#features/account/model/forms.ts';
import { cleanTarget, targetInputs } from '#features/account/model/target.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** First step: phone number or e-mail address, proved by a code. */
export function Page() {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const location = useLocation();
  const goOn = useGoOn();
  const [search] = useSearchParams();
  const { query } = useAfterLogin();
  const { target } = useAccountDraft();
  const { form, dispatch, leave, guard, blocker, shown } = useAccountForm(state =>
    validateCodeStep(target, state),
  );
  const { busy, error, submit } = useSubmit(async () => {
    await checkCode(cleanTarget(target), form.code, 'register');
    keepCheckedCode(form.code);
    goOn(paths.registerPassword.getHref(query));
  });

  const invitation = search.get('code') ?? search.get('invite');
  useEffect(() => {
    if (invitation) keepInvitation(invitation);
  }, [invitation]);

  return (
    <AccountLayout
      title={t('register.title')}
      heading={t('register.heading')}
      text={t('register.text')}
      reason={reasonOf(location.state)}
      error={error}
      fields={{ ...targetInputs(target), code: 'code' }}
      onSubmit={guard(submit)}
      aside={
        <>
          {t('register.haveAccount')}
          <Link to={paths.login.getHref(query)} replace>
            {t('login.submit')}
          </Link>
        </>
      }
    >
      <TargetFields target={target} shown={shown} onLeave={leave} />
      <CodeField
        target={target}
        purpose="register"
        value={form.code}
        error={problemText(shown('code'))}
        onChange={value => dispatch({ type: 'typed', field: 'code', value })}
        onLeave={() => leave('code')}
        onTargetMissing={() => leave(target.kind)}
      />
      <SubmitButton block busy={busy} problem={problemText(blocker)}>
        {t('register.next')}
      </SubmitButton>
    </AccountLayout>
  );
}
