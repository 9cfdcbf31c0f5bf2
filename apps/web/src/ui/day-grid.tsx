import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addMonths, dayAfterKey, monthOf } from '#lib/calendar.ts';
import { dayAt, dayStartMs } from '#lib/days.ts';
import styles from './day-grid.module.css';
import { firstDayOfWeek, formatDate } from './format.ts';
import { MonthTable } from './month-table.tsx';

/** The days of one month; arrows, Home, End and Page keys move between days (ARIA date grid). */
export function DayGrid({
  value,
  onChoose,
}: {
  readonly value: string;
  readonly onChoose: (day: string) => void;
}) {
  const [today] = useState(() => dayAt(Date.now()));
  const [at, setAt] = useState(value === '' ? today : value);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    // Only keys move the focus; after a press of the month buttons it stays on them.
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });
  const go = (event: KeyboardEvent, day: string) => {
    const next = dayAfterKey(event.key, day, firstDayOfWeek());
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  };
  return (
    <div className={styles['calendar']}>
      <MonthTable
        month={monthOf(at)}
        tableRef={grid}
        onPrevious={() => setAt(addMonths(at, -1))}
        onNext={() => setAt(addMonths(at, 1))}
      >
        {day => (
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
      </MonthTable>
    </div>
  );
}
