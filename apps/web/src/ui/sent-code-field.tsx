import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { SentCode } from '#lib/proof-code.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { serverClock } from '#lib/server-clock.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { DemoLabel } from './demo-label.tsx';
import { TextField } from './field.tsx';
import { useReportRefusal } from './refusal.tsx';
import { ErrorWords } from './why.tsx';
import styles from './sent-code-field.module.css';

export interface SentCodeFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  readonly onLeave?: () => void;
  readonly send: () => Promise<SentCode>;
  /** False: the code cannot be sent yet; the caller shows why. */
  readonly maySend?: () => boolean;
  /**
   * Where a code would be sent now. Codes and waiting times of other targets do not count for it. Leave it out if the
   * target never changes.
   */
  readonly target?: string;
}

interface Sent {
  readonly to: string;
  readonly againAtMs: number;
  readonly demoCode: string | null;
}

const DIGITS = 6;

/** A field for six digits with a button that requests the code; a demo also shows the code. */
export function SentCodeField(props: SentCodeFieldProps) {
  const { label, name = 'code', value, onChange, error, onLeave, send, maySend, target } = props;
  const { t } = useTranslation('common');
  const reportRefusal = useReportRefusal();
  // By target: after changing an address and changing it back, its waiting time still applies.
  const [all, setAll] = useState<ReadonlyMap<string | undefined, Sent>>(new Map());
  const sent = all.get(target);
  const seconds = useCountdown(sent?.againAtMs);

  const sending = useSubmit(async () => {
    reportRefusal(undefined);
    const reply = await send().catch((reason: unknown) => {
      if (reportRefusal(reason)) return undefined;
      throw reason;
    });
    if (reply === undefined) return;
    const next = {
      to: reply.target,
      againAtMs: serverClock.now() + reply.resend_after_s * 1000,
      demoCode: reply.demo_code,
    };
    setAll(before => new Map(before).set(target === undefined ? undefined : reply.target, next));
  });
  const press = () => {
    if (maySend?.() ?? true) void sending.submit();
  };

  const demoCode = sent?.demoCode ?? null;
  const buttonLabel = seconds > 0 ? t('code.wait', { seconds }) : sent ? t('code.again') : t('code.send');
  return (
    <div>
      <TextField
        name={name}
        label={label}
        placeholder={t('code.placeholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        // Not in a toast, which would cover the next button.
        hint={sent ? <output>{t('code.sent', { target: sent.to })}</output> : undefined}
        error={error ?? (sending.error === undefined ? undefined : <ErrorWords error={sending.error} />)}
        onChange={text => onChange(text.replace(/\D/g, '').slice(0, DIGITS))}
        onBlur={() => value && onLeave?.()}
        after={
          <button
            type="button"
            className={styles['send']}
            disabled={seconds > 0 || sending.busy}
            onClick={press}
          >
            {buttonLabel}
          </button>
        }
      />
      {demoCode ? (
        <div className={styles['demo']}>
          <DemoLabel />
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
