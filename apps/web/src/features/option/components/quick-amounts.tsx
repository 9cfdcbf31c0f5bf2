import { useTranslation } from '#i18n/use-translation.ts';
import { formatAmount, formatDecimal } from '#ui/format.ts';
import { isPositive } from '#lib/decimal.ts';
import { mostStake, quickAmounts, type Funds, type StakeTerms } from '../model/ticket.ts';
import styles from './quick-amounts.module.css';

/** Common stakes, the largest possible stake, and the balance. */
export function QuickAmounts({
  funds,
  stakes,
  onPick,
}: {
  readonly funds: Funds;
  readonly stakes: StakeTerms | undefined;
  readonly onPick: (amount: string) => void;
}) {
  const { t } = useTranslation(['option', 'common']);
  const most = stakes ? mostStake(funds, stakes) : '0';
  return (
    <div className="row-2 between">
      <button
        type="button"
        className={styles['available']}
        disabled={!isPositive(most)}
        onClick={() => onPick(most)}
      >
        <span className="quiet">{t('option:ticket.available')}</span>
        <span>
          {formatAmount(funds.available, funds.displayDecimals)} {funds.currency}
        </span>
        <span className="visually-hidden">{t('option:ticket.useAll')}</span>
      </button>
      <div className="flex-none flex-6px">
        {(stakes ? quickAmounts(stakes) : []).map(amount => (
          <button key={amount} type="button" className={styles['chip']} onClick={() => onPick(amount)}>
            {formatDecimal(amount)}
          </button>
        ))}
        <button
          type="button"
          className={styles['chip']}
          disabled={!isPositive(most)}
          onClick={() => onPick(most)}
        >
          {t('common:actions.max')}
        </button>
      </div>
    </div>
  );
}
