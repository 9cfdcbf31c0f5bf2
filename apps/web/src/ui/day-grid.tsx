import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, addMonths, dayAfterKey, monthOf, todayOf, weeksOf } from '#lib/calendar.ts';
import { dayStartMs } from '#lib/days.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import styles from './day-grid.module.css';
import { firstDayOfWeek, formatDate } from './format.ts';

/** Any Monday: the names of weekdays are those of the seven days from it. */
const A_MONDAY = '2026-11-16';

/** The days of one month; arrows, Home, End and Page keys go from day to day, as in any calendar. */
export function DayGrid({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (day: string) => void;
}) {
  const { t } = useTranslation('common');
  const [today] = useState(() => todayOf(new Date()));
  const [at, setAt] = useState(value === '' ? today : value);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const firstDay = firstDayOfWeek();
  const month = monthOf(at);
  const title = formatDate(dayStartMs(`${month}-01`), 'month');
  const weekdays = Array.from({ length: 7 }, (_, i) => dayStartMs(addDays(A_MONDAY, firstDay - 1 + i)));
  useEffect(() => {
    // Only keys carry the focus along: who presses the arrows beside the month stays there.
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });
  const go = (event: KeyboardEvent, day: string) => {
    const next = dayAfterKey(event.key, day, firstDay);
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  };
  return (
    <div className={styles['calendar']}>
      <div className={styles['head']}>
        <IconButton label={t('day.previous')} onClick={() => setAt(addMonths(at, -1))}>
          <ChevronLeft size={20} />
        </IconButton>
        <p aria-live="polite">{title}</p>
        <IconButton label={t('day.next')} onClick={() => setAt(addMonths(at, 1))}>
          <ChevronRight size={20} />
        </IconButton>
      </div>
      <table ref={grid} className={styles['days']} aria-label={title}>
        <thead>
          <tr>
            {weekdays.map(ms => (
              <th key={ms} scope="col" abbr={formatDate(ms, 'weekdayLong')}>
                {formatDate(ms, 'weekdayName')}
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
                    <button
                      type="button"
                      tabIndex={day === at ? 0 : -1}
                      aria-label={formatDate(dayStartMs(day), 'fullDate')}
                      aria-pressed={day === value}
                      aria-current={day === today ? 'date' : undefined}
                      onClick={() => onChoose(day)}
                      onKeyDown={event => go(event, day)}
                    >
                      {formatDate(dayStartMs(day), 'dayNumber').replace(/\D/g, '')}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
