import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { sendProofCode } from '#lib/proof-code.ts';
import { useForm } from '#lib/use-form.ts';
import { TextField } from '#ui/field.tsx';
import { SentCodeField } from '#ui/sent-code-field.tsx';
import { showToast } from '#ui/toast.ts';
import { bindContact, sendContactCode, type ContactTarget } from '../api/security.ts';
import { checkTwoFactor, CODE_DIGITS, type SecurityProblem } from '../model/forms.ts';
import { AppCodeField } from './app-code-field.tsx';
import styles from './contact-sheet.module.css';
import { SheetForm } from './sheet-form.tsx';
import { useHoldText } from './use-hold-text.ts';
import { useProblemText } from './use-problem-text.ts';

export interface ContactSheetProps {
  readonly kind: 'email' | 'phone';
  /** The currently bound contact, which will be replaced. */
  readonly current: string | null;
  readonly needsTwoFactor: boolean;
  readonly onClose: () => void;
}

/** Binds or replaces the e-mail address or phone number: with a code to the new and one to the current contact. */
export function ContactSheet({ kind, current, needsTwoFactor, onClose }: ContactSheetProps) {
  const { t } = useTranslation('security');
  const problemText = useProblemText();
  const withHold = useHoldText();
  const [account, setAccount] = useState('');
  const [areaCode, setAreaCode] = useState('+');
  const [newCode, setNewCode] = useState('');
  const [code, setCode] = useState('');
  const [twoFactor, setTwoFactor] = useState('');

  const target: ContactTarget =
    kind === 'phone'
      ? { kind, account: account.trim(), area_code: areaCode }
      : { kind, account: account.trim() };
  const isMissing = target.account === '' || (kind === 'phone' && !/^\+\d{1,4}$/.test(areaCode));
  const problem: SecurityProblem | undefined = isMissing
    ? { code: 'enterContact', field: 'account' }
    : newCode.length < CODE_DIGITS
      ? { code: 'enterCode', field: 'newCode' }
      : code.length < CODE_DIGITS
        ? { code: 'enterCode', field: 'code' }
        : checkTwoFactor({ needsTwoFactor, twoFactor });
  const { shown, leave } = useForm(problem ? [problem] : []);
  const label = t(kind === 'phone' ? 'contacts.newPhone' : 'contacts.newEmail');
  return (
    <SheetForm
      title={t(kind === 'phone' ? 'contacts.phone' : 'contacts.email')}
      text={current === null ? undefined : withHold(t('contacts.replaceText'))}
      submitLabel={t(current === null ? 'contacts.bind' : 'contacts.replace')}
      problem={problem}
      onClose={onClose}
      onSend={async () => {
        await bindContact(target, newCode, code, twoFactor);
        showToast(t('contacts.done'), 'good');
        onClose();
      }}
    >
      <div className={styles['contact']} data-kind={kind}>
        {kind === 'phone' ? (
          <TextField
            name="areaCode"
            label={t('contacts.areaCode')}
            inputMode="tel"
            autoComplete="tel-country-code"
            value={areaCode}
            onChange={text => setAreaCode(`+${text.replace(/\D/g, '').slice(0, 4)}`)}
          />
        ) : null}
        <TextField
          name="account"
          label={label}
          type={kind === 'phone' ? 'tel' : 'email'}
          inputMode={kind === 'phone' ? 'tel' : 'email'}
          autoComplete={kind === 'phone' ? 'tel-national' : 'email'}
          autoCapitalize="none"
          error={problemText(shown('account'))}
          value={account}
          onChange={setAccount}
        />
      </div>
      <SentCodeField
        name="newCode"
        label={t('contacts.newCode')}
        value={newCode}
        onChange={setNewCode}
        target={target.account}
        maySend={() => {
          leave('account');
          return !isMissing;
        }}
        send={() => sendContactCode(target)}
      />
      <SentCodeField
        label={t('contacts.ownCode')}
        value={code}
        onChange={setCode}
        send={() => sendProofCode('contact')}
      />
      {needsTwoFactor ? <AppCodeField value={twoFactor} onChange={setTwoFactor} /> : null}
    </SheetForm>
  );
}
