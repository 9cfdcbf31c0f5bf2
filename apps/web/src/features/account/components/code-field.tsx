import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { SentCodeField } from '#ui/sent-code-field.tsx';
import { sendCode, type CodePurpose } from '../api/calls.ts';
import { LoginLink } from './login-link.tsx';
import { cleanTarget, targetText, validateTarget, type Target } from '../model/target.ts';

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

const MINUTE_S = 60;

/** Longer than the wait between two codes of one's own. */
function isUsedUp(reason: unknown): boolean {
  if (!(reason instanceof ApiError) || reason.code !== 'code_too_soon') return false;
  const waitS = reason.data['retry_after_s'];
  return typeof waitS === 'number' && waitS > MINUTE_S;
}

/** The code to the phone or mailbox that was typed above it. */
export function CodeField(props: CodeFieldProps) {
  const { target, purpose, value, onChange, error, onLeave, onTargetMissing } = props;
  const { t } = useTranslation('account');
  /** Strangers have asked for all codes of the day; a known device has its own. */
  const [usedUp, setUsedUp] = useState(false);
  const maySend = () => {
    if (!validateTarget(target)) return true;
    onTargetMissing();
    return false;
  };
  return (
    <>
      <SentCodeField
        label={t('fields.code')}
        value={value}
        onChange={onChange}
        error={error}
        onLeave={onLeave}
        maySend={maySend}
        target={targetText(target)}
        send={async () => {
          const to = cleanTarget(target);
          const reply = await sendCode(to, purpose).catch((reason: unknown) => {
            setUsedUp(isUsedUp(reason));
            throw reason;
          });
          setUsedUp(false);
          return { ...reply, target: targetText(to) };
        }}
      />
      {usedUp && purpose === 'forget' ? <LoginLink target={target} /> : null}
    </>
  );
}
