import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { dayStartMs } from '#lib/days.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatAmount, formatCompact, formatDate, formatDecimal, signOf, UNKNOWN } from '#ui/format.ts';
import { MonthTable } from '#ui/month-table.tsx';
import { figureOf, monthsWithDays, type ProfitDay } from '../model/days.ts';
import styles from './day-calendar.module.css';

function toneOf(amount: string): 'up' | 'down' | 'even' {
  const sign = signOf(amount);
  return sign === 1 ? 'up' : sign === -1 ? 'down' : 'even';
}

/** Signed and truncated to the digits that fit into a seventh of a small phone's width. */
function shortAmount(amount: string): string {
  const whole = amount.replace('-', '').split('.')[0] ?? '';
  if (whole.length <= 3)
    return formatDecimal(amount, { decimals: whole.length === 3 ? 1 : 2, sign: 'always' });
  return `${amount.startsWith('-') ? '−' : '+'}${formatCompact(amount.replace('-', ''))}`;
}

/** The result of each day, one month at a time. Pressing a day shows details. */
export function DayCalendar({ days }: { readonly days: readonly ProfitDay[] }) {
  const { t } = useTranslation('statement');
  const months = monthsWithDays(days);
  const [place, setPlace] = useState(months.length - 1);
  const [chosen, setChosen] = useState<string>();
  const month = months[place];
  if (month === undefined) return null;
  const byDay = new Map(days.map(one => [one.day, one]));
  const opened = chosen === undefined ? undefined : byDay.get(chosen);
  return (
    <Card className={styles['calendar']}>
      <MonthTable
        month={month}
        label={t('profit.calendar')}
        onPrevious={place === 0 ? undefined : () => setPlace(place - 1)}
        onNext={place === months.length - 1 ? undefined : () => setPlace(place + 1)}
      >
        {day => (
          <Day
            day={day}
            figures={byDay.get(day)}
            chosen={day === chosen}
            onChoose={() => setChosen(day === chosen ? undefined : day)}
          />
        )}
      </MonthTable>
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
  // No figures: a day in the future.
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
      <KeyValue label={formatDate(dayStartMs(day), 'weekday')} strong>
        {amount(result)}
      </KeyValue>
      <KeyValue label={t('profit.realised')}>{amount(realised)}</KeyValue>
    </KeyValues>
  );
}
