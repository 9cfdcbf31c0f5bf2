import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { Tabs } from './field.tsx';

/** One text in every language: marks those it is written in. */
export function LanguageTabs({
  label,
  value,
  isWritten,
  onChange,
}: {
  readonly label: string;
  readonly value: Language;
  readonly isWritten: (language: Language) => boolean;
  readonly onChange: (language: Language) => void;
}) {
  return (
    <Tabs
      label={label}
      value={value}
      options={LANGUAGES.map(one => ({
        value: one,
        label: `${LANGUAGE_NAMES[one].name}${isWritten(one) ? ' ✓' : ' ·'}`,
      }))}
      onChange={onChange}
    />
  );
}
