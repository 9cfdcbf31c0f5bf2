import { useTranslation } from '#i18n/use-translation.ts';
import { SentCodeField } from '#ui/sent-code-field.tsx';
import { sendCode, type CodePurpose } from '../api/calls.ts';
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

/** The code to the phone or mailbox that was typed above it. */
export function CodeField(props: CodeFieldProps) {
  const { target, purpose, value, onChange, error, onLeave, onTargetMissing } = props;
  const { t } = useTranslation('account');
  const maySend = () => {
    if (!validateTarget(target)) return true;
    onTargetMissing();
    return false;
  };
  return (
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
        return { ...(await sendCode(to, purpose)), target: targetText(to) };
      }}
    />
  );
}
