import { ChevronDown } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { StakeTerms } from '../model/ticket.ts';
import styles from './option-ticket.module.css';

/** Chooses the amount's currency with the system's picker. */
export function CurrencySelect({
  offered,
  value,
  onChange,
}: {
  readonly offered: readonly StakeTerms[];
  readonly value: number;
  readonly onChange: (currencyId: number) => void;
}) {
  const { t } = useTranslation('option');
  return (
    <span className={styles['currency']}>
      <select
        aria-label={t('ticket.currency')}
        value={value}
        onChange={event => onChange(parseInt(event.target.value, 10))}
      >
        {offered.map(({ currency_id, currency }) => (
          <option key={currency_id} value={currency_id}>
            {currency}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}
