import { paths } from '#lib/paths.ts';
import { useGoOn } from '#lib/use-go-on.ts';
import { resetPassword } from '#features/account/api/calls.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { CodeField } from '#features/account/components/code-field.tsx';
import { PasswordMeter } from '#features/account/components/password-meter.tsx';
import { TargetFields } from '#features/account/components/target-fields.tsx';
import { useAccountForm } from '#features/account/components/use-account-form.ts';
import { useAfterLogin } from '#features/account/components/use-after-login.ts';
import { useProblemText } from '#features/account/components/use-problem-text.ts';
import { useAccountDraft } from '#features/account/model/draft.ts';
import { validateReset } from '#features/account/model/forms.ts';
import { targetInputs } from '#features/account/model/target.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { PasswordField } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

export function Page() {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const goOn = useGoOn();
  const { query } = useAfterLogin();
  const { target } = useAccountDraft();
  const { form, dispatch, leave, guard, blocker, shown } = useAccountForm(state =>
    validateReset(target, state),
  );
  const { busy, error, submit } = useGuardedSubmit(async () => {
    await resetPassword(target, form.code, form.password, form.repeat);
    showToast(t('forgot.done'), 'good');
    goOn(paths.login.getHref(query), { replace: true });
  });

  return (
    <AccountLayout
      title={t('forgot.title')}
      heading={t('forgot.heading')}
      text={t('forgot.text')}
      error={error}
      fields={{
        ...targetInputs(target),
        code: 'code',
        password: 'password',
        re_password: 'repeat',
      }}
      onSubmit={() => guard(submit)}
    >
      <TargetFields target={target} shown={shown} onLeave={leave} />
      <CodeField
        target={target}
        purpose="forget"
        value={form.code}
        error={problemText(shown.code)}
        onChange={value => dispatch({ type: 'typed', field: 'code', value })}
        onLeave={() => leave('code')}
        onTargetMissing={() => leave(target.kind)}
      />
      <PasswordField
        name="password"
        label={t('fields.newPassword')}
        autoComplete="new-password"
        value={form.password}
        error={problemText(shown.password)}
        onChange={value => dispatch({ type: 'typed', field: 'password', value })}
        onBlur={() => form.password && leave('password')}
      />
      <PasswordMeter password={form.password} />
      <PasswordField
        name="repeat"
        label={t('fields.repeat')}
        autoComplete="new-password"
        value={form.repeat}
        error={problemText(shown.repeat)}
        onChange={value => dispatch({ type: 'typed', field: 'repeat', value })}
        onBlur={() => form.repeat && leave('repeat')}
      />
      <SubmitButton block busy={busy} problem={problemText(blocker)}>
        {t('forgot.submit')}
      </SubmitButton>
    </AccountLayout>
  );
}
