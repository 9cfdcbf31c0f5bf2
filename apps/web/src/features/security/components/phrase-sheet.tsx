import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextField } from '#ui/field.tsx';
import { showToast } from '#ui/toast.ts';
import { setPhrase } from '../api/security.ts';
import { checkPhrase } from '../model/forms.ts';
import { PasswordToConfirm } from './password-to-confirm.tsx';
import { SheetForm } from './sheet-form.tsx';

/** Sets, changes or (if empty) removes the anti-phishing phrase in all our mails. */
export function PhraseSheet({
  current,
  onClose,
}: {
  readonly current: string | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['security', 'common']);
  const [phrase, setText] = useState(current ?? '');
  const [password, setPassword] = useState('');
  const problem =
    checkPhrase(phrase) ?? (password === '' ? ({ code: 'enterPassword', field: 'old' } as const) : undefined);
  return (
    <SheetForm
      title={t('phrase.title')}
      text={t('phrase.text')}
      submitLabel={t('common:actions.save')}
      problem={problem}
      onClose={onClose}
      onSend={async () => {
        await setPhrase(phrase, password);
        showToast(t('phrase.saved'), 'good');
        onClose();
      }}
    >
      <TextField
        name="phrase"
        label={t('phrase.label')}
        hint={t('phrase.hint')}
        autoComplete="off"
        maxLength={60}
        value={phrase}
        onChange={setText}
      />
      <PasswordToConfirm value={password} onChange={setPassword} />
    </SheetForm>
  );
}
