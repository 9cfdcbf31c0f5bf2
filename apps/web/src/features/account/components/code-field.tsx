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
  /** Called if the target is incomplete, so that its field can show why. */
  readonly onTargetMissing: () => void;
}

const MINUTE_S = 60;

/** Whether the wait is longer than between two codes: the daily limit is used up. */
function isUsedUp(reason: unknown): boolean {
  if (!(reason instanceof ApiError) || reason.code !== 'code_too_soon') return false;
  const waitS = reason.data['retry_after_s'];
  return typeof waitS === 'number' && waitS > MINUTE_S;
}

/** The code sent to the phone or mailbox typed above. */
export function CodeField(props: CodeFieldProps) {
  const { target, purpose, value, onChange, error, onLeave, onTargetMissing } = props;
  const { t } = useTranslation('account');
  /** The day's codes are used up by requests from unknown devices; known devices have their own limit. */
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
