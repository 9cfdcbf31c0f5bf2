import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { WireCurrency } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { DayField } from '#ui/day-field.tsx';
import { formatDate } from '#ui/format.ts';
import chip from '#ui/select-chip.module.css';
import { SelectChip } from '#ui/select-chip.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { dayStartMs } from '#lib/days.ts';
import { LEDGER_REASONS, type LedgerFilter } from '../model/ledger.ts';
import { ACCOUNTS, accountOf } from '../model/wallet.ts';
import styles from './record-filters.module.css';

function DateSheet({
  filter,
  onChange,
  onClose,
}: {
  readonly filter: LedgerFilter;
  readonly onChange: (filter: LedgerFilter) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const [fromDay, setFromDay] = useState(filter.fromDay);
  const [toDay, setToDay] = useState(filter.toDay);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('record.dates')}
      footer={
        <>
          <Button
            tone="quiet"
            onClick={() => {
              onChange({ ...filter, fromDay: '', toDay: '' });
              onClose();
            }}
          >
            {t('record.anyDay')}
          </Button>
          <Button
            onClick={() => {
              // Swaps the days if they are in the wrong order.
              const swapped = fromDay !== '' && toDay !== '' && fromDay > toDay;
              onChange({
                ...filter,
                fromDay: swapped ? toDay : fromDay,
                toDay: swapped ? fromDay : toDay,
              });
              onClose();
            }}
          >
            {t('record.apply')}
          </Button>
        </>
      }
    >
      <div className="stack-2 cols-2">
        <DayField label={t('record.from')} value={fromDay} onChange={setFromDay} />
        <DayField label={t('record.to')} value={toDay} onChange={setToDay} />
      </div>
    </Sheet>
  );
}

function dayText(day: string): string {
  return day === '' ? '…' : formatDate(dayStartMs(day), 'date');
}

/** Account, currency, kind of change and dates, each as a chip. */
export function RecordFilters({
  filter,
  currencies,
  onChange,
}: {
  readonly filter: LedgerFilter;
  readonly currencies: readonly WireCurrency[];
  readonly onChange: (filter: LedgerFilter) => void;
}) {
  const { t } = useTranslation('wallet');
  const [choosingDays, setChoosingDays] = useState(false);
  const hasDays = filter.fromDay !== '' || filter.toDay !== '';
  return (
    <div className="swipe">
      <SelectChip
        label={t('record.account')}
        value={filter.account ?? ''}
        onChange={value => onChange({ ...filter, account: accountOf(value) })}
      >
        <option value="">{t('record.allAccounts')}</option>
        {ACCOUNTS.map(account => (
          <option key={account} value={account}>
            {t(`account.${account}`)}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={t('record.currency')}
        value={filter.currencyId === undefined ? '' : String(filter.currencyId)}
        onChange={value =>
          onChange({ ...filter, currencyId: currencies.find(({ id }) => String(id) === value)?.id })
        }
      >
        <option value="">{t('record.allCurrencies')}</option>
        {currencies.map(({ id, code }) => (
          <option key={id} value={id}>
            {code}
          </option>
        ))}
      </SelectChip>
      <SelectChip
        label={t('record.reason')}
        value={filter.reason ?? ''}
        onChange={value => onChange({ ...filter, reason: LEDGER_REASONS.find(reason => reason === value) })}
      >
        <option value="">{t('record.allReasons')}</option>
        {LEDGER_REASONS.map(reason => (
          <option key={reason} value={reason}>
            {t(`reason.${reason}`)}
          </option>
        ))}
      </SelectChip>
      <button
        type="button"
        className={cx(chip['chip'], styles['dates'], hasDays && chip['chosen'])}
        aria-haspopup="dialog"
        onClick={() => setChoosingDays(true)}
      >
        <CalendarDays size={15} aria-hidden="true" />
        {hasDays ? `${dayText(filter.fromDay)} – ${dayText(filter.toDay)}` : t('record.dates')}
      </button>
      {choosingDays ? (
        <DateSheet filter={filter} onChange={onChange} onClose={() => setChoosingDays(false)} />
      ) : null}
    </div>
  );
}
