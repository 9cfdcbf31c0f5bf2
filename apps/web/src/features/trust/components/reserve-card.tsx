import { ShieldCheck } from 'lucide-react';
import type { WireTrustReserve } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { formatDecimal } from '#ui/format.ts';
import styles from './reserve-card.module.css';

/** Where the interest comes from, in words and figures. */
export function ReserveCard({ reserves }: { readonly reserves: readonly WireTrustReserve[] }) {
  const { t } = useTranslation('trust');
  return (
    <Card className="stack-3">
      <h2 className={styles['title']}>
        <ShieldCheck size={18} aria-hidden="true" />
        {t('reserve.title')}
      </h2>
      <p className="lead">{t('reserve.text')}</p>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('products.currency')}</span>
            </th>
            <th scope="col">{t('reserve.treasury')}</th>
            <th scope="col">{t('reserve.escrow')}</th>
          </tr>
        </thead>
        <tbody>
          {reserves.map(({ currency, treasury, escrow }) => (
            <tr key={currency.id}>
              <th scope="row">{currency.code}</th>
              <td>{formatDecimal(treasury)}</td>
              <td>{formatDecimal(escrow)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
