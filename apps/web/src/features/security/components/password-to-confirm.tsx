import { useTranslation } from '#i18n/use-translation.ts';
import { PasswordField } from '#ui/field.tsx';

/** Asks for the login password again, as the phone may be unlocked in somebody else's hands. */
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
