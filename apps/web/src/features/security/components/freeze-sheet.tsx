import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Checkbox } from '#ui/switch.tsx';
import { freezeAccount } from '../api/security.ts';
import { PasswordToConfirm } from './password-to-confirm.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useEndSessions } from './use-end-sessions.ts';

/** Freezes the account and logs out all devices, including this one. */
export function FreezeSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const lastDeed = useEndSessions(t('freeze.done'));
  const [password, setPassword] = useState('');
  const [cancelOrders, setCancelOrders] = useState(false);
  return (
    <SheetForm
      title={t('freeze.title')}
      text={t('freeze.text')}
      submitLabel={t('freeze.submit')}
      tone="danger"
      problem={password === '' ? { code: 'enterPassword', field: 'password' } : undefined}
      onClose={onClose}
      onSend={() => lastDeed(() => freezeAccount(password, cancelOrders))}
    >
      <Checkbox name="cancelOrders" checked={cancelOrders} onChange={setCancelOrders}>
        {t('freeze.cancelOrders')}
      </Checkbox>
      <PasswordToConfirm value={password} onChange={setPassword} />
    </SheetForm>
  );
}
