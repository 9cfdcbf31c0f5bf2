import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import { besideQueries } from '../api/liability.ts';
import { ownBeside } from '../model/beside-amounts.ts';
import styles from './liability.module.css';

/** The customer's own pending deposits and unrealised profit, as of now and in no sum; nothing while there is none. */
export function OwnBeside() {
  const { t } = useTranslation('liability');
  const { hideBalances } = useSettings();
  const wallet = useQuery(besideQueries.wallet);
  const deposits = useQuery(besideQueries.deposits);
  if (!wallet.data || !deposits.data) return null;
  const beside = ownBeside(wallet.data, deposits.data);
  if (beside.length === 0) return null;
  return (
    <Card className={styles['part']} data-own-beside>
      <h2 className={styles['heading']}>{t('ownBeside')}</h2>
      <KeyValues className={styles['parts']}>
        {beside.map(({ name, currency, amount }) => (
          <KeyValue key={`${name} ${currency}`} label={`${t(`named.${name}`)} · ${currency}`}>
            {hideBalances
              ? '••••'
              : formatDecimal(amount, name === 'unrealised_profit' ? { sign: 'always' } : {})}
          </KeyValue>
        ))}
      </KeyValues>
    </Card>
  );
}
