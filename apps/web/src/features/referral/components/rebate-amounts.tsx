import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { formatDecimal } from '#ui/format.ts';
import type { Invitee } from '../api/referral.ts';
import styles from './lists.module.css';

/** `0.000002 BTC`, with every digit: small amounts count, too. */
export function useExact(): (amount: string, currency: string) => string {
  const { hideBalances } = useSettings();
  return (amount, currency) => `${hideBalances ? '••••' : formatDecimal(amount)} ${currency}`;
}

/** Sums per coin, and their total value. */
export function RebateAmounts({
  amounts,
  valueUsdt,
}: {
  readonly amounts: Invitee['amounts'];
  readonly valueUsdt: string | null;
}) {
  const { t } = useTranslation('referral');
  const exact = useExact();
  if (amounts.length === 0) return <span className="raised-quiet">—</span>;
  return (
    <span className={styles['amounts']}>
      {amounts.map(({ currency, amount }) => (
        <span key={currency} className="break-anywhere bright weight-600">
          {exact(amount, currency)}
        </span>
      ))}
      <span className="text-12 leading-17 raised-quiet">
        {valueUsdt === null ? t('summary.noPrice') : `≈ ${exact(valueUsdt, 'USDT')}`}
      </span>
    </span>
  );
}
