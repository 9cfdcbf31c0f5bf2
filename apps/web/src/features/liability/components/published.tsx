import { formatMinor } from '@tallystick/core/money/decimal';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatDecimal } from '#ui/format.ts';
import type { BalanceProof } from '../api/liability.ts';
import styles from './liability.module.css';

type Named = 'house' | 'pending_deposits' | 'unrealised_profit' | 'owed_by_customers';

/** The point's record in the public log: totals of all customers, and what stands beside them. */
export function Published({
  record,
  hash,
}: {
  readonly record: BalanceProof['record'];
  /** Its chain hash, worked out on this device. */
  readonly hash: string;
}) {
  const { t } = useTranslation('liability');
  const { tree, beside } = record.body;
  const written = (minor: string, decimals: number): string =>
    formatDecimal(formatMinor(BigInt(minor), decimals), { decimals });
  return (
    <Card className={styles['part']}>
      <h2 className={styles['heading']}>{t('published')}</h2>
      <h3 className={styles['group']}>{t('owed')}</h3>
      <KeyValues className={styles['parts']}>
        {tree.map(({ currency, decimals, total, leaves }) => (
          <KeyValue
            key={currency}
            label={
              <>
                {currency} <small>{t('leaves', { count: formatDecimal(String(leaves)) })}</small>
              </>
            }
          >
            {written(total, decimals)}
          </KeyValue>
        ))}
      </KeyValues>
      {beside.length === 0 ? null : (
        <>
          <h3 className={styles['group']}>{t('beside')}</h3>
          <p className={styles['text']}>{t('besideText')}</p>
          <KeyValues className={styles['parts']}>
            {beside.map(({ currency, decimals, name, total }) => (
              <KeyValue key={`${name} ${currency}`} label={`${t(`named.${name as Named}`)} · ${currency}`}>
                {written(total, decimals)}
              </KeyValue>
            ))}
          </KeyValues>
        </>
      )}
      <CopyBox label={t('record', { number: String(record.number) })} text={hash} />
    </Card>
  );
}
