import { useTranslation } from '#i18n/use-translation.ts';
import { PasswordField } from '#ui/field.tsx';

/** The login password again: whoever finds the phone unlocked does not know it. */
export function PasswordToConfirm({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (password: string) => void;
}) {
  const { t } = useTranslation('security');
  return (
    <PasswordField
      name="password"
      label={t('password.confirm')}
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  );
}
