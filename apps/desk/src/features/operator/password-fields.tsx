import { t } from '#i18n/texts.ts';
import { Field } from '#ui/field.tsx';

/** As typed; a new password is typed twice. */
interface Passwords {
  readonly old?: string;
  readonly fresh: string;
  readonly repeat: string;
}

export function arePasswordsDifferent({ fresh, repeat }: Passwords): boolean {
  return repeat !== '' && repeat !== fresh;
}

/** The present password if it has to be typed, and twice the new one. */
export function PasswordFields<Typed extends Passwords>({
  typed,
  onChange,
}: {
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}) {
  return (
    <>
      {(['old', 'fresh', 'repeat'] as const).map(field =>
        typed[field] === undefined ? null : (
          <Field
            key={field}
            label={t(`account.${field}`)}
            type="password"
            autoComplete={field === 'old' ? 'current-password' : 'new-password'}
            required
            value={typed[field]}
            onChange={text => onChange({ ...typed, [field]: text })}
          />
        ),
      )}
      {arePasswordsDifferent(typed) ? <p className="bad">{t('account.differ')}</p> : null}
    </>
  );
}
