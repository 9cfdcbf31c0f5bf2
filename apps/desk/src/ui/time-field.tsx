import { useState, type ComponentProps } from 'react';
import { t } from '#i18n/texts.ts';
import { fromInputTime, INPUT_TIME, toInputTime } from '#lib/format.ts';
import { Field } from './field.tsx';

/**
 * A moment in UTC, typed in the desk's own format, because a browser's field follows the device's language. Invalid text is
 * not passed on, and keeps the form from being sent.
 */
export function TimeField({
  atMs,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'onChange'> & {
  /** Null: none. */
  readonly atMs: number | null;
  readonly onChange: (atMs: number | null) => void;
}) {
  const [text, setText] = useState(() => (atMs === null ? '' : toInputTime(atMs)));
  return (
    <Field
      value={text}
      placeholder={t('time.example')}
      pattern={INPUT_TIME}
      inputMode="numeric"
      autoComplete="off"
      onInput={({ currentTarget: input }) => {
        const typedMs = fromInputTime(input.value);
        input.setCustomValidity(input.value === '' || typedMs !== null ? '' : t('time.wrong'));
      }}
      onChange={typed => {
        const typedMs = fromInputTime(typed);
        setText(typed);
        if (typed === '' || typedMs !== null) onChange(typedMs);
      }}
      {...rest}
    />
  );
}
