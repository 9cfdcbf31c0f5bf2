import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { passkeyObstacle } from '#lib/passkeys.ts';
import { Button } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDate } from '#ui/format.ts';
import { PasskeyNote } from '#ui/passkey-note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { addPasskey, removePasskey, renamePasskey, type Passkey } from '../api/security.ts';
import { deviceName } from '../../../lib/device-name.ts';
import { PasswordToConfirm } from './password-to-confirm.tsx';
import { SheetForm } from './sheet-form.tsx';
import { useHoldText } from './use-hold-text.ts';

/** The customer's passkeys: rename, remove or add one. */
export function PasskeysSheet({
  passkeys,
  onClose,
}: {
  readonly passkeys: readonly Passkey[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('security');
  const [step, setStep] = useState<'list' | 'add' | Passkey>('list');
  const back = () => setStep('list');
  const obstacle = passkeyObstacle();

  if (step === 'add') return <AddForm onClose={back} />;
  if (step !== 'list') return <EditForm passkey={step} onClose={back} />;
  return (
    <Sheet open onClose={onClose} title={t('passkeys.title')}>
      <div className="stack-4">
        <p className="soft text-13">{t('passkeys.text')}</p>
        {passkeys.length > 0 ? (
          <List label={t('passkeys.title')}>
            {passkeys.map(passkey => (
              <Row
                key={passkey.id}
                icon={<Fingerprint size={19} strokeWidth={1.7} aria-hidden="true" />}
                title={passkey.name}
                detail={
                  passkey.last_used_at_ms === null
                    ? t('passkeys.never')
                    : t('passkeys.used', { date: formatDate(passkey.last_used_at_ms, 'dayMinute') })
                }
                onClick={() => setStep(passkey)}
              />
            ))}
          </List>
        ) : null}
        {obstacle === undefined ? (
          <Button block onClick={() => setStep('add')}>
            {t('passkeys.add')}
          </Button>
        ) : null}
        {obstacle === 'address' ? <PasskeyNote /> : null}
        {obstacle === 'browser' ? <p className="soft text-13">{t('passkeys.unsupported')}</p> : null}
      </div>
    </Sheet>
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const [name, setName] = useState(deviceName(navigator.userAgent));
  const [password, setPassword] = useState('');
  return (
    <SheetForm
      title={t('passkeys.add')}
      text={t('passkeys.text')}
      submitLabel={t('passkeys.add')}
      problem={password === '' ? { code: 'enterPassword', field: 'password' } : undefined}
      onClose={onClose}
      onSend={async () => {
        if (!(await addPasskey(name, password))) return;
        showToast(t('passkeys.added'), 'good');
        onClose();
      }}
    >
      <TextField name="name" label={t('passkeys.name')} maxLength={40} value={name} onChange={setName} />
      <PasswordToConfirm value={password} onChange={setPassword} />
    </SheetForm>
  );
}

function EditForm({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const withHold = useHoldText();
  const [name, setName] = useState(passkey.name);
  const [password, setPassword] = useState('');
  const isRenaming = name.trim() !== passkey.name && password === '';
  const problem =
    password === '' && !isRenaming ? ({ code: 'enterPassword', field: 'old' } as const) : undefined;
  return (
    <SheetForm
      title={passkey.name}
      text={withHold(t('passkeys.removeText'))}
      submitLabel={t(isRenaming ? 'passkeys.rename' : 'passkeys.remove')}
      tone={isRenaming ? 'main' : 'danger'}
      problem={problem}
      onClose={onClose}
      onSend={async () => {
        if (isRenaming) await renamePasskey(passkey.id, name.trim() || passkey.name);
        else await removePasskey(passkey.id, password);
        onClose();
      }}
    >
      <TextField name="name" label={t('passkeys.name')} maxLength={40} value={name} onChange={setName} />
      <PasswordToConfirm value={password} onChange={setPassword} />
    </SheetForm>
  );
}
