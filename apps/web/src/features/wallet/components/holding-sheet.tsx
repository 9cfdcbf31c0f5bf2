import { Link } from 'react-router';
import { ChevronRight } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { currencyName } from '#i18n/currency-name.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import type { CurrencyHolding } from '../model/balances.ts';
import { ACCOUNT_ICONS } from './account-cards.tsx';
import { CurrencySheet, Holds } from './balance-sheet.tsx';
import styles from './holding-sheet.module.css';
import sheet from './balance-sheet.module.css';
import { exact } from './exact.ts';

/** One currency over all accounts: where it is, and why a part is frozen. */
export function HoldingSheet({
  holding,
  tradeHref,
  onClose,
}: {
  readonly holding: CurrencyHolding;
  readonly tradeHref: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const { currency, parts } = holding;
  return (
    <CurrencySheet holding={holding} name={currencyName(currency)} tradeHref={tradeHref} onClose={onClose}>
      {parts.map(balance => (
        <Holds key={balance.account} balance={balance} />
      ))}
      <section className="mt-4">
        <h3 className={sheet['heading']}>{t('balance.where')}</h3>
        {parts.length === 0 ? <p className={sheet['none']}>{t('balance.empty')}</p> : null}
        <ul className={styles['parts']}>
          {parts.map(({ account, total: part }) => {
            const Icon = ACCOUNT_ICONS[account];
            return (
              <li key={account} className={styles['part']}>
                <Link
                  to={paths.tradeAccount.getHref({ account, currency: currency.id })}
                  className={styles['row']}
                >
                  <Icon size={17} strokeWidth={1.8} className="quiet" aria-hidden="true" />
                  <span className="grow">{t(`account.${account}`)}</span>
                  <span className="weight-600">{exact(part, hideBalances)}</span>
                  <ChevronRight size={16} className="quiet" aria-hidden="true" />
                </Link>
              </li>
            );
          })}
        </ul>
      </section>
    </CurrencySheet>
  );
}
