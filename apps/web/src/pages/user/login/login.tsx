import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { logIn } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { LoginLink } from '#features/account/components/login-link.tsx';
import { PasskeyButton } from '#features/account/components/passkey-button.tsx';
import { reasonOf } from '#features/account/components/reason.ts';
import { TargetFields } from '#features/account/components/target-fields.tsx';
import { useAccountForm } from '#features/account/components/use-account-form.ts';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useProblemText } from '#features/account/components/use-problem-text.ts';
import { clearDraft, keepSecondStep, useAccountDraft } from '#features/account/model/draft.ts';
import { validateLogin } from '#features/account/model/forms.ts';
import { targetInputs } from '#features/account/model/target.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { PasswordField, TextField } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export function Page() {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const location = useLocation();
  const goOn = useGoOn();
  const { query, proceed } = useAfterLogin();
  const { target } = useAccountDraft();
  const { form, dispatch, leave, guard, blocker, shown } = useAccountForm(state =>
    validateLogin(target, state),
  );
  /** Too many wrong passwords for this account: a new device also needs a code. */
  const [limited, setLimited] = useState(false);
  const [code, setCode] = useState('');
  const { busy, error, submit } = useSubmit(async () => {
    const secondStep = await logIn(target, form.password, code).catch((reason: unknown) => {
      if (reason instanceof ApiError && reason.code === 'login_limited') setLimited(true);
      throw reason;
    });
    if (secondStep) {
      keepSecondStep(secondStep);
      goOn(paths.secondFactor.getHref(query), { replace: true });
      return;
    }
    clearDraft();
    proceed();
  });

  const isLocked = error instanceof ApiError && error.code === 'account_locked';

  return (
    <AccountLayout
      title={t('login.title')}
      heading={t('login.heading')}
      text={t('login.text')}
      reason={reasonOf(location.state)}
      error={error}
      fields={{ ...targetInputs(target), login_failed: 'password' }}
      onSubmit={guard(submit)}
      aside={
        <>
          {t('login.noAccount')}
          <Link to={paths.register.getHref(query)} replace>
            {t('login.create')}
          </Link>
        </>
      }
    >
      <TargetFields target={target} shown={shown} onLeave={leave} />
      <PasswordField
        name="password"
        label={t('fields.password')}
        autoComplete="current-password"
        value={form.password}
        error={problemText(shown('password'))}
        onChange={value => dispatch({ type: 'typed', field: 'password', value })}
      />
      {limited ? (
        <TextField
          name="two_factor_code"
          label={t('limited.code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={setCode}
        />
      ) : null}
      <SubmitButton block busy={busy} problem={problemText(blocker)}>
        {t('login.submit')}
      </SubmitButton>
      {limited || isLocked ? <LoginLink target={target} /> : null}
      <PasskeyButton onDone={proceed} />
      <Link to={paths.forgetPassword.getHref(query)} className="quiet-link">
        {t('login.forgot')}
      </Link>
    </AccountLayout>
  );
}
