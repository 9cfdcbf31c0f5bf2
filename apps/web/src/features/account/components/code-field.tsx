import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#lib/errors.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { serverClock } from '#realtime/server-clock.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { TextField } from '#ui/field.tsx';
import { showToast } from '#ui/toast.ts';
import { sendCode, type CodePurpose } from '../api/calls.ts';
import { cleanTarget, targetText, validateTarget, type Target } from '../model/target.ts';
import styles from './code-field.module.css';

export interface CodeFieldProps {
  readonly target: Target;
  readonly purpose: CodePurpose;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error: string | undefined;
  readonly onLeave: () => void;
  /** Called when the target is not complete, so that its field can say why. */
  readonly onTargetMissing: () => void;
}

interface Sent {
  readonly to: string;
  readonly againAtMs: number;
  readonly demoCode: string | null;
}

/** Six digits, a button that sends them, and in demo the code itself. */
export function CodeField({
  target,
  purpose,
  value,
  onChange,
  error,
  onLeave,
  onTargetMissing,
}: CodeFieldProps) {
  const { t } = useTranslation(['account', 'common']);
  const [sent, setSent] = useState<Sent | undefined>(undefined);
  const seconds = useCountdown(sent?.againAtMs);

  const sending = useGuardedSubmit(async () => {
    const to = cleanTarget(target);
    const reply = await sendCode(to, purpose);
    setSent({
      to: targetText(to),
      againAtMs: serverClock.now() + reply.resend_after_s * 1000,
      demoCode: reply.demo_code,
    });
    showToast(t('code.sent', { target: targetText(to) }), 'good');
  });
  const press = () => {
    if (validateTarget(target)) onTargetMissing();
    else sending.submit();
  };

  const demoCode = sent?.to === targetText(target) ? sent.demoCode : null;
  const label = seconds > 0 ? t('code.wait', { seconds }) : sent ? t('code.again') : t('code.send');
  return (
    <div>
      <TextField
        name="code"
        label={t('fields.code')}
        placeholder={t('fields.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        error={error ?? (sending.error === undefined ? undefined : errorText(sending.error))}
        onChange={onChange}
        onBlur={() => value && onLeave()}
        after={
          <button
            type="button"
            className={styles['send']}
            disabled={seconds > 0 || sending.busy}
            onClick={press}
          >
            {label}
          </button>
        }
      />
      {demoCode ? (
        <div className={styles['demo']}>
          <span className={styles['mark']}>{t('common:demo.mark')}</span>
          <span>
            {t('code.demo')} <b className={styles['digits']}>{demoCode}</b>
          </span>
          <button type="button" className={styles['use']} onClick={() => onChange(demoCode)}>
            {t('code.use')}
          </button>
        </div>
      ) : null}
    </div>
  );
}
