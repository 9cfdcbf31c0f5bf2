import { t } from '#i18n/texts.ts';
import { dateTime } from './format.ts';

/** Why somebody cannot be the second person, and until when; `untilMs` null: unknown, or for ever. */
export function whyNoSecond(
  code: 'second_person_waiting' | 'second_person_related',
  untilMs: number | null,
): string {
  const when = untilMs === null ? '' : dateTime(untilMs);
  if (code === 'second_person_related') {
    return untilMs === null
      ? t('secondPerson.second_person_related')
      : t('secondPerson.second_person_related_until', { when });
  }
  return untilMs === null
    ? t('secondPerson.second_person_waiting_unknown')
    : t('secondPerson.second_person_waiting', { when });
}
