import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { queryClient } from '#lib/query-client.ts';
import { endSession } from '#lib/session.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { PasswordField } from '#ui/field.tsx';
import { formatDate } from '#ui/format.ts';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';

/** Closes the account for good, by its password. Needs the namespace `account`. */
export function CloseSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account');
  const [password, setPassword] = useState('');
  const problems = password === '' ? [{ code: 'password', field: 'password' } as const] : [];
  const { blocker, guard } = useForm(problems);
  const { busy, error, submit } = useSubmit(async () => {
    const { kept_until_ms: untilMs } = await callApi('POST user/close_account', { password });
    endSession();
    queryClient.clear();
    showToast(t('data.closed', { date: formatDate(untilMs, 'date') }), 'good');
  });
  return (
    <Sheet open title={t('data.close')} onClose={onClose}>
      <Refusals error={error} fields={{ password: 'password' }}>
        <form className="stack-4" onSubmit={guard(submit)} noValidate aria-label={t('data.close')}>
          <p className="soft">{t('data.closeText')}</p>
          <PasswordField
            name="password"
            label={t('data.password')}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <RefusalNote />
          <SubmitButton block tone="danger" busy={busy} problem={blocker ? t('data.password') : undefined}>
            {t('data.closeSubmit')}
          </SubmitButton>
        </form>
      </Refusals>
    </Sheet>
  );
}
