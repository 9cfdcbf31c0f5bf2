import { useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { register } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { Agreement } from '#features/account/components/agreement.tsx';
import { PasswordMeter } from '#features/account/components/password-meter.tsx';
import { useAccountForm } from '#features/account/components/use-account-form.ts';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useProblemText } from '#features/account/components/use-problem-text.ts';
import { clearDraft, keepInvitation, useAccountDraft } from '#features/account/model/draft.ts';
import { MIN_PASSWORD, validatePasswordStep } from '#features/account/model/forms.ts';
import { targetText } from '#features/account/model/target.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#i18n/error-text.ts';
import { refusedField } from '#lib/errors.ts';
import { currentSession } from '#lib/session.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { PasswordField, TextField } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

/** Second step: password, invitation, agreement. */
export function Page() {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const goOn = useGoOn();
  const { query, proceed } = useAfterLogin();
  const { target, checkedCode, invitation } = useAccountDraft();
  const { form, dispatch, leave, guard, blocker, shown } = useAccountForm(validatePasswordStep, {
    invitation,
  });
  const { busy, error, submit } = useSubmit(async () => {
    try {
      await register({
        target,
        code: checkedCode ?? '',
        password: form.password,
        repeat: form.repeat,
        invitation: form.invitation.trim(),
      });
    } catch (reason) {
      if (refusedField(reason, { code: 'code' }) === undefined) throw reason;
      // The code has expired meanwhile: back to the first step, which can send another.
      keepInvitation(form.invitation);
      goOn(paths.register.getHref(query), { replace: true, state: { reason: errorText(reason) } });
      return;
    }
    clearDraft();
    showToast(t('password.welcome'), 'good');
    proceed();
  });

  const isReady = checkedCode !== undefined;
  useEffect(() => {
    // Opened directly or reloaded: the first step comes first.
    if (!isReady && !currentSession()) goOn(paths.register.getHref(query), { replace: true });
  }, [isReady, goOn, query]);

  return (
    <AccountLayout
      title={t('password.title')}
      heading={t('password.heading')}
      text={t('password.for', { account: targetText(target) })}
      error={error}
      fields={{ password: 'password', re_password: 'repeat', invitation_code: 'invitation' }}
      onSubmit={guard(submit)}
    >
      <PasswordField
        name="password"
        label={t('fields.password')}
        autoComplete="new-password"
        hint={t('password.text', { min: MIN_PASSWORD })}
        value={form.password}
        error={problemText(shown('password'))}
        onChange={value => dispatch({ type: 'typed', field: 'password', value })}
        onBlur={() => form.password && leave('password')}
      />
      <PasswordMeter password={form.password} />
      <PasswordField
        name="repeat"
        label={t('fields.repeat')}
        autoComplete="new-password"
        value={form.repeat}
        error={problemText(shown('repeat'))}
        onChange={value => dispatch({ type: 'typed', field: 'repeat', value })}
        onBlur={() => form.repeat && leave('repeat')}
      />
      <TextField
        name="invitation"
        label={t('fields.invitation')}
        autoCapitalize="characters"
        autoComplete="off"
        value={form.invitation}
        onChange={value => dispatch({ type: 'typed', field: 'invitation', value })}
      />
      <Agreement agreed={form.agreed} onChange={value => dispatch({ type: 'agreed', value })} />
      <SubmitButton block busy={busy} problem={problemText(blocker)}>
        {t('password.submit')}
      </SubmitButton>
    </AccountLayout>
  );
}
