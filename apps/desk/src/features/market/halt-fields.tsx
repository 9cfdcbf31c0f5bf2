import { t } from '#i18n/texts.ts';
import { Choice, Field } from '#ui/field.tsx';

/** Equals `MAX_HALT_MINUTES` of the protocol; importing it would load all of the protocol's checks. */
const LONGEST_MINUTES = 240;

const CAUSES = ['prices', 'technical', 'security', 'market', 'legal'] as const;

/** What customers are told about a halt, as typed. */
export interface Announcement {
  readonly cause: (typeof CAUSES)[number];
  readonly note: string;
  readonly minutes: string;
}
export const EMPTY_ANNOUNCEMENT: Announcement = { cause: 'technical', note: '', minutes: '60' };

/** Cause and note of a halt, and how long a full one lasts. */
export function HaltFields({
  announcement,
  onChange,
  withEnd,
}: {
  readonly announcement: Announcement;
  readonly onChange: (announcement: Announcement) => void;
  readonly withEnd: boolean;
}) {
  return (
    <>
      <Choice
        label={t('markets.cause')}
        value={announcement.cause}
        options={CAUSES.map(value => ({ value, label: t(`haltReasons.${value}`) }))}
        onChange={cause => onChange({ ...announcement, cause })}
      />
      <Field
        label={t('markets.note')}
        value={announcement.note}
        maxLength={300}
        onChange={note => onChange({ ...announcement, note })}
      />
      {withEnd ? (
        <Field
          label={t('markets.minutes')}
          value={announcement.minutes}
          type="number"
          min={1}
          max={LONGEST_MINUTES}
          required
          onChange={minutes => onChange({ ...announcement, minutes })}
        />
      ) : null}
    </>
  );
}
