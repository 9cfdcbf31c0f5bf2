import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { AccountLayout } from '#features/account/components/account-layout.tsx';
import { PasswordMeter } from '#features/account/components/password-meter.tsx';
import { changePassword } from '#features/security/api/security.ts';
import { AppCodeField } from '#features/security/components/app-code-field.tsx';
import { useHoldText } from '#features/security/components/use-hold-text.ts';
import { useEndSessions } from '#features/security/components/use-end-sessions.ts';
import { useProblemText } from '#features/security/components/use-problem-text.ts';
import { checkPasswordChange } from '#features/security/model/forms.ts';
import { useSession } from '#lib/session.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { PasswordField } from '#ui/field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

export function Page() {
  const { t } = useTranslation(['security', 'account']);
  const problemText = useProblemText();
  const withHold = useHoldText();
  const lastDeed = useEndSessions(t('password.done'));
  const needsTwoFactor = useSession()?.user.two_factor ?? false;
  const [form, setForm] = useState({ old: '', password: '', repeat: '', twoFactor: '' });
  const problem = checkPasswordChange({ ...form, needsTwoFactor });
  const { guard } = useForm(problem ? [problem] : []);

  const { busy, error, submit } = useSubmit(() =>
    lastDeed(() =>
      changePassword({
        old_password: form.old,
        password: form.password,
        re_password: form.repeat,
        two_factor_code: form.twoFactor,
      }),
    ),
  );
  const type = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  return (
    <AccountLayout
      title={t('password.title')}
      heading={t('password.heading')}
      text={withHold(t('password.text'))}
      error={error}
      fields={{
        old_password: 'old',
        password: 'password',
        re_password: 'repeat',
        two_factor_code: 'twoFactor',
      }}
      onSubmit={guard(submit)}
    >
      <PasswordField
        name="old"
        label={t('password.old')}
        autoComplete="current-password"
        value={form.old}
        onChange={type('old')}
      />
      <PasswordField
        name="password"
        label={t('account:fields.newPassword')}
        autoComplete="new-password"
        value={form.password}
        onChange={type('password')}
      />
      <PasswordMeter password={form.password} />
      <PasswordField
        name="repeat"
        label={t('account:fields.repeat')}
        autoComplete="new-password"
        value={form.repeat}
        onChange={type('repeat')}
      />
      {needsTwoFactor ? <AppCodeField value={form.twoFactor} onChange={type('twoFactor')} /> : null}
      <SubmitButton block busy={busy} problem={problemText(problem)}>
        {t('password.submit')}
      </SubmitButton>
    </AccountLayout>
  );
}
