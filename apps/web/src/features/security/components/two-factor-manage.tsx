import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { TextField } from '#ui/field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { disableTwoFactor, finishTwoFactor, renewRecoveryCodes } from '../api/security.ts';
import { PasswordToConfirm } from './password-to-confirm.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useHoldText } from './use-hold-text.ts';

/** New recovery codes, or turning it off: both with the password and a code. */
export function TwoFactorManage({ left, onClose }: { readonly left: number; readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const withHold = useHoldText();
  const [action, setAction] = useState<'renew' | 'disable'>('renew');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined);

  if (codes !== undefined) {
    return (
      <Sheet open onClose={onClose} title={t('recovery.title')}>
        <RecoveryCodes codes={codes} onKept={onClose} />
      </Sheet>
    );
  }
  const problem =
    password === ''
      ? ({ code: 'enterPassword', field: 'old' } as const)
      : code.trim().length < 6
        ? ({ code: 'enterTwoFactor', field: 'twoFactor' } as const)
        : undefined;
  const send = async () => {
    if (action === 'renew') {
      const fresh = await renewRecoveryCodes(password, code);
      setCodes(fresh);
      await finishTwoFactor();
      return;
    }
    await disableTwoFactor(password, code);
    showToast(t('twoFactor.turnedOff'), 'good');
    onClose();
  };
  return (
    <SheetForm
      title={t('twoFactor.title')}
      text={action === 'renew' ? t('recovery.left', { left }) : withHold(t('twoFactor.offText'))}
      submitLabel={t(action === 'renew' ? 'recovery.renew' : 'twoFactor.turnOff')}
      tone={action === 'renew' ? 'main' : 'danger'}
      problem={problem}
      onClose={onClose}
      onSend={send}
    >
      <Segmented
        label={t('twoFactor.title')}
        choices={[
          { value: 'renew', label: t('recovery.renew') },
          { value: 'disable', label: t('twoFactor.turnOff') },
        ]}
        value={action}
        onChange={setAction}
      />
      <PasswordToConfirm value={password} onChange={setPassword} />
      <TextField
        name="twoFactor"
        label={t(action === 'renew' ? 'twoFactor.code' : 'twoFactor.codeOrRecovery')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={action === 'renew' ? 'numeric' : 'text'}
        value={code}
        onChange={setCode}
      />
    </SheetForm>
  );
}
