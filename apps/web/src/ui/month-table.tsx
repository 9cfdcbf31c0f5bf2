import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { addDays, weeksOf } from '#lib/calendar.ts';
import { dayStartMs } from '#lib/days.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from './button.tsx';
import { firstDayOfWeek, formatDate } from './format.ts';
import styles from './month-table.module.css';

/** Any Monday: the weekday names are formatted from the seven days that start here. */
const A_MONDAY = '2026-11-16';

/** A month (`2026-11`) by weeks, with arrows to its neighbours. Weeks begin as in the customer's region. */
export function MonthTable({
  month,
  label,
  tableRef,
  onPrevious,
  onNext,
  children,
}: {
  readonly month: string;
  /** Put before the month in the table's accessible name. */
  readonly label?: string;
  readonly tableRef?: Ref<HTMLTableElement>;
  /** Without a handler its arrow is disabled. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** Renders the cell of a day (`2026-11-21`). */
  readonly children: (day: string) => ReactNode;
}) {
  const { t } = useTranslation('common');
  const firstDay = firstDayOfWeek();
  const title = formatDate(dayStartMs(`${month}-01`), 'month');
  const weekdays = Array.from({ length: 7 }, (_, i) => dayStartMs(addDays(A_MONDAY, firstDay - 1 + i)));
  return (
    <>
      <div className={styles['head']}>
        <IconButton label={t('day.previous')} disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft size={20} />
        </IconButton>
        <p aria-live="polite">{title}</p>
        <IconButton label={t('day.next')} disabled={!onNext} onClick={onNext}>
          <ChevronRight size={20} />
        </IconButton>
      </div>
      <table
        ref={tableRef}
        className={styles['days']}
        aria-label={label === undefined ? title : `${label}, ${title}`}
      >
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
                <td key={day ?? i}>{day === null ? null : children(day)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
