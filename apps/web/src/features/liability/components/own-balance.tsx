import { formatMinor } from '@tallystick/core/money/decimal';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import type { BalanceProof } from '../api/liability.ts';
import styles from './liability.module.css';

type Statement = BalanceProof['statements'][number];
type Part = 'spot' | 'orders' | 'withdrawals' | 'commitments' | 'coins' | 'contract' | 'margins' | 'option';
type OtherPart = 'stakes' | 'trust' | 'principal' | 'interest' | 'rebates';

/** What the customer was owed, currency by currency and part by part. */
export function OwnBalance({ statements }: { readonly statements: readonly Statement[] }) {
  const { t } = useTranslation('liability');
  const { hideBalances } = useSettings();
  const written = (minor: bigint, decimals: number): string =>
    hideBalances ? '••••' : formatDecimal(formatMinor(minor, decimals), { decimals });
  return (
    <Card className={styles['part']}>
      <h2 className={styles['heading']}>{t('balance')}</h2>
      {statements.length === 0 ? <p className={styles['text']}>{t('nothing')}</p> : null}
      {statements.map(({ currency, decimals, parts }) => {
        const total = parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
        return (
          <section
            key={currency}
            className={styles['currency']}
            aria-label={currency}
            data-currency={currency}
          >
            <p className={styles['total']}>
              <span className={styles['coin']}>
                <CoinIcon symbol={currency} size={28} />
                <b>{currency}</b>
              </span>
              <b className="break-anywhere" data-total>
                {written(total, decimals)}
              </b>
            </p>
            <KeyValues className={styles['parts']}>
              {parts.map(({ part, amount }) => (
                <KeyValue key={part} label={t(`part.${part as Part | OtherPart}`)}>
                  {written(BigInt(amount), decimals)}
                </KeyValue>
              ))}
            </KeyValues>
          </section>
        );
      })}
    </Card>
  );
}
