import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { IconButton } from '#ui/button.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showToast } from '#ui/toast.ts';
import { confirmTwoFactor, finishTwoFactor, setUpTwoFactor } from '../api/security.ts';
import { CODE_DIGITS } from '../model/forms.ts';
import { AppCodeField } from './app-code-field.tsx';
import { PasswordToConfirm } from './password-to-confirm.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SheetForm } from './sheet-form.tsx';
import styles from './two-factor-setup.module.css';

type Secret = Awaited<ReturnType<typeof setUpTwoFactor>>;

/** Password, then the app's first code, then the recovery codes. */
export function TwoFactorSetup({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security');
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<Secret | undefined>(undefined);
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined);

  if (codes !== undefined) {
    const kept = () => {
      onClose();
      showToast(t('twoFactor.turnedOn'), 'good');
    };
    return (
      <Sheet open onClose={kept} title={t('recovery.title')}>
        <RecoveryCodes codes={codes} onKept={kept} />
      </Sheet>
    );
  }
  if (secret === undefined) {
    return (
      <SheetForm
        key="password"
        title={t('twoFactor.title')}
        text={t('twoFactor.text')}
        submitLabel={t('next')}
        problem={password === '' ? { code: 'enterPassword', field: 'password' } : undefined}
        onClose={onClose}
        onSend={async () => setSecret(await setUpTwoFactor(password))}
      >
        <PasswordToConfirm value={password} onChange={setPassword} />
      </SheetForm>
    );
  }
  return (
    <SheetForm
      key="code"
      title={t('twoFactor.title')}
      text={t('twoFactor.scan')}
      submitLabel={t('twoFactor.turnOn')}
      problem={code.length < CODE_DIGITS ? { code: 'enterTwoFactor', field: 'twoFactor' } : undefined}
      onClose={onClose}
      onSend={async () => {
        const fresh = await confirmTwoFactor(code);
        setCodes(fresh);
        await finishTwoFactor();
      }}
    >
      <QrCode text={secret.otpauth_url} label={t('twoFactor.qr')} size={176} />
      <SecretKey secret={secret.secret} />
      <AppCodeField value={code} onChange={setCode} />
    </SheetForm>
  );
}

/** The key in groups of four, for typing without a camera. */
function SecretKey({ secret }: { readonly secret: string }) {
  const { t } = useTranslation(['security', 'common']);
  const copy = () => {
    void copyText(secret).then(done =>
      showToast(t(done ? 'common:states.copied' : 'common:states.copyFailed'), done ? 'good' : 'bad'),
    );
  };
  return (
    <div className={styles['key']}>
      <div className={styles['text']}>
        <span className="quiet text-12">{t('twoFactor.key')}</span>
        <code data-secret={secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </div>
      <IconButton label={t('twoFactor.copyKey')} onClick={copy}>
        <Copy size={18} />
      </IconButton>
    </div>
  );
}
