import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { addDays, weeksOf } from '#lib/calendar.ts';
import { IconButton } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import {
  firstDayOfWeek,
  formatAmount,
  formatCompact,
  formatDate,
  formatDecimal,
  signOf,
  UNKNOWN,
} from '#ui/format.ts';
import { figureOf, monthsWithDays, type ProfitDay } from '../model/days.ts';
import styles from './day-calendar.module.css';

/** Any Monday: the names of weekdays are those of the seven days from it. */
const A_MONDAY = '2026-11-16';

/** Noon in UTC: days are those of UTC, whatever the device says. */
function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}

function toneOf(amount: string): 'up' | 'down' | 'even' {
  const sign = signOf(amount);
  return sign === 1 ? 'up' : sign === -1 ? 'down' : 'even';
}

/** Signed, with no more digits than a seventh of a small phone has room for; exact digits are cut off, never rounded. */
function shortAmount(amount: string): string {
  const whole = amount.replace('-', '').split('.')[0] ?? '';
  if (whole.length <= 3)
    return formatDecimal(amount, { decimals: whole.length === 3 ? 1 : 2, sign: 'always' });
  return `${amount.startsWith('-') ? '−' : '+'}${formatCompact(amount.replace('-', ''))}`;
}

/** What each day brought, a month at a time; a day that is pressed tells more. */
export function DayCalendar({ days }: { readonly days: readonly ProfitDay[] }) {
  const { t } = useTranslation(['statement', 'common']);
  const months = monthsWithDays(days);
  const [place, setPlace] = useState(months.length - 1);
  const [chosen, setChosen] = useState<string>();
  const month = months[place];
  if (month === undefined) return null;
  const byDay = new Map(days.map(one => [one.day, one]));
  const firstDay = firstDayOfWeek();
  const title = formatDate(noonOf(`${month}-15`), 'month');
  const weekdays = Array.from({ length: 7 }, (_, i) => addDays(A_MONDAY, firstDay - 1 + i));
  const opened = chosen === undefined ? undefined : byDay.get(chosen);
  return (
    <Card className={styles['calendar']}>
      <div className={styles['head']}>
        <IconButton
          label={t('common:day.previous')}
          disabled={place === 0}
          onClick={() => setPlace(place - 1)}
        >
          <ChevronLeft size={20} />
        </IconButton>
        <p aria-live="polite">{title}</p>
        <IconButton
          label={t('common:day.next')}
          disabled={place === months.length - 1}
          onClick={() => setPlace(place + 1)}
        >
          <ChevronRight size={20} />
        </IconButton>
      </div>
      <table className={styles['days']} aria-label={`${t('profit.calendar')}, ${title}`}>
        <thead>
          <tr>
            {weekdays.map(day => (
              <th key={day} scope="col" abbr={formatDate(noonOf(day), 'weekdayLong')}>
                {formatDate(noonOf(day), 'weekdayName')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, firstDay).map(week => (
            <tr key={week.find(day => day !== null)}>
              {week.map((day, i) => (
                <td key={day ?? i}>
                  {day === null ? null : (
                    <Day
                      day={day}
                      figures={byDay.get(day)}
                      chosen={day === chosen}
                      onChoose={() => setChosen(day === chosen ? undefined : day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {opened ? <Opened figures={opened} /> : <p className={styles['hint']}>{t('profit.pressDay')}</p>}
    </Card>
  );
}

function Day({
  day,
  figures,
  chosen,
  onChoose,
}: {
  readonly day: string;
  readonly figures: ProfitDay | undefined;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const number = day.slice(8).replace(/^0/, '');
  // A day that has not come has nothing to tell.
  if (figures === undefined) return <span className={styles['empty']}>{number}</span>;
  const { amount, whole } = figureOf(figures);
  const tone = toneOf(amount);
  const text = tone === 'even' ? '' : shortAmount(amount);
  return (
    <button type="button" className={styles['day']} data-tone={tone} aria-pressed={chosen} onClick={onChoose}>
      <span>{number}</span>
      <small>{text === '' && !whole ? UNKNOWN : text}</small>
    </button>
  );
}

function Opened({ figures }: { readonly figures: ProfitDay }) {
  const { t } = useTranslation('statement');
  const { day, realised, result } = figures;
  const amount = (value: string | null) =>
    value === null ? t('profit.unknownPrice') : `${formatAmount(value, 2)} USDT`;
  return (
    <KeyValues className={styles['opened']}>
      <KeyValue label={formatDate(noonOf(day), 'weekday')} strong>
        {amount(result)}
      </KeyValue>
      <KeyValue label={t('profit.realised')}>{amount(realised)}</KeyValue>
    </KeyValues>
  );
}
