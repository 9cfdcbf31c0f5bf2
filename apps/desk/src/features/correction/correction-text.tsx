import { t, word } from '#i18n/texts.ts';
import { Area, Choice } from '#ui/field.tsx';

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
      onChange={text => onChange(text.replaceAll('\n', ' '))}
    />
  );
}

export function ReasonChoice<Reason extends string>({
  reasons,
  value,
  onChange,
}: {
  readonly reasons: readonly Reason[];
  readonly value: Reason;
  readonly onChange: (reason: Reason) => void;
}) {
  const options = reasons.map(one => ({ value: one, label: word('correctionReasons', one) }));
  return <Choice label={t('fields.reason')} value={value} options={options} onChange={onChange} />;
}
