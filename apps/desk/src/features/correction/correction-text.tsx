import { t } from '#i18n/texts.ts';
import { Area } from '#ui/field.tsx';

const LONGEST_TEXT = 300;

/** One line: the customer's text, or the review's findings. */
export function CorrectionText({
  label = t('corrections.text'),
  value,
  onChange,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  return (
    <Area
      label={label}
      value={value}
      maxLength={LONGEST_TEXT}
      rows={3}
      required
      onChange={event => onChange(event.target.value.replaceAll('\n', ' '))}
    />
  );
}
