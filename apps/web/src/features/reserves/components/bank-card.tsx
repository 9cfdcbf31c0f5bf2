import type { ReserveAsset } from '@tallystick/verify/reserves/published';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { exactAmount, formatDate, formatDecimal } from '#ui/format.ts';
import styles from './reserves.module.css';

/** Accounts at banks, as two people have read their statements. Needs the namespace `reserves`. */
export function BankCard({ assets }: { readonly assets: readonly ReserveAsset[] }) {
  const { t } = useTranslation('reserves');
  return (
    <Card>
      <h2 className="text-14 weight-600">{t('bank.title')}</h2>
      <p className="note mb-2">{t('bank.text')}</p>
      <ul className="cols-1 grid">
        {assets.map(asset => (
          <li key={asset.account} className={styles['item']}>
            <div className="ends">
              <span className="weight-600 break-anywhere">{asset.account}</span>
              <b>{exactAmount(BigInt(asset.amount), { code: asset.currency, decimals: asset.decimals })}</b>
            </div>
            <p className="note">
              {t('bank.says', {
                money: shownMoney(asset.money),
                rate: formatDecimal(asset.rate),
                currency: asset.currency,
              })}
            </p>
            <p className="note">{t('bank.at', { at: formatDate(asset.at_ms) })}</p>
            <p className="note">{t('bank.document')}</p>
            <span className={styles['mono']}>{asset.document}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** `1000.5 USD`, in the customer's digits. */
function shownMoney(money: string | null): string {
  const [amount, code = ''] = money?.split(' ') ?? [];
  return `${formatDecimal(amount)} ${code}`;
}
