import { useTranslation } from '#i18n/use-translation.ts';
import { PinInput } from '#ui/pin-input.tsx';

/** The six digits of the authenticator app. */
export function AppCodeField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (code: string) => void;
}) {
  const { t } = useTranslation('security');
  return (
    <PinInput
      name="twoFactor"
      label={t('twoFactor.code')}
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
    />
  );
}
