import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { fromInputTime, INPUT_TIME, toInputTime } from '#lib/format.ts';
import { Field } from './field.tsx';

/**
 * A moment in UTC, typed as the desk writes it: a browser's own field would follow the device's language. What is no
 * moment is never handed on, and keeps its form from being sent.
 */
export function TimeField({
  label,
  help,
  atMs,
  onChange,
  required,
  disabled,
}: {
  readonly label: string;
  readonly help?: string;
  /** Null: none. */
  readonly atMs: number | null;
  readonly onChange: (atMs: number | null) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
}) {
  const [text, setText] = useState(() => (atMs === null ? '' : toInputTime(atMs)));
  return (
    <Field
      label={label}
      help={help}
      value={text}
      placeholder={t('time.example')}
      pattern={INPUT_TIME}
      inputMode="numeric"
      autoComplete="off"
      required={required}
      disabled={disabled}
      onChange={({ target }) => {
        const typed = target.value;
        const typedMs = fromInputTime(typed);
        target.setCustomValidity(typed === '' || typedMs !== null ? '' : t('time.wrong'));
        setText(typed);
        if (typed === '' || typedMs !== null) onChange(typedMs);
      }}
    />
  );
}
