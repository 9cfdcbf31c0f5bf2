import { useTranslation } from '#i18n/use-translation.ts';
import { formatDate } from '#ui/format.ts';
import { SelectChip } from '#ui/select-chip.tsx';
import { inYear, monthIn, monthsOf, yearIn, yearsSince, type PeriodName } from '../model/periods.ts';

/** A moment that is in this month in every time zone. */
function middleOf(year: string, month: string): number {
  return Date.parse(`${year}-${month}-15T12:00:00Z`);
}

/** Chooses a year or one of its months; `yearsOnly` offers only whole years. */
export function PeriodPicker({
  period,
  firstMonth,
  nowMs,
  yearsOnly = false,
  onChange,
}: {
  readonly period: PeriodName;
  readonly firstMonth: PeriodName | null;
  readonly nowMs: number;
  readonly yearsOnly?: boolean;
  readonly onChange: (period: PeriodName) => void;
}) {
  const { t } = useTranslation('statement');
  const year = yearIn(period);
  const years = yearsSince(firstMonth === null || period < firstMonth ? period : firstMonth, nowMs);
  return (
    <div className="swipe">
      <SelectChip
        label={t('period.year')}
        value={year}
        onChange={value => onChange(yearsOnly ? value : inYear(period, value, nowMs))}
      >
        {years.map(one => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectChip>
      {yearsOnly ? null : (
        <SelectChip
          label={t('period.month')}
          value={monthIn(period)}
          onChange={month => onChange(month === '' ? year : `${year}-${month}`)}
        >
          <option value="">{t('period.whole')}</option>
          {monthsOf(year, nowMs).map(month => (
            <option key={month} value={month}>
              {formatDate(middleOf(year, month), 'month')}
            </option>
          ))}
        </SelectChip>
      )}
    </div>
  );
}
