import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals } from '#lib/decimal.ts';
import { useSettings } from '#lib/settings.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { formatDecimal } from '#ui/format.ts';
import { Worth } from '#ui/worth.tsx';
import { partsOfTotal, type WalletView } from '../model/wallet.ts';
import styles from './total-parts.module.css';

/** The parts of the total, and unrealised profit. Renders nothing while all of it is available. */
export function TotalParts({ wallet }: { readonly wallet: WalletView | undefined }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const valuation = useValuation();
  if (!wallet) return null;
  const parts = partsOfTotal(wallet, valuation.base);
  const { unrealised_usdt: unrealised } = wallet;
  const open = unrealised !== null && compareDecimals(unrealised, '0') !== 0;
  if (!open && parts.every(({ part }) => part === 'available')) return null;
  return (
    <section aria-label={t('parts.title')} className={`${styles['parts']} raised`}>
      <dl>
        {parts.map(({ part, worth }) => (
          <div key={part} className={styles['part']}>
            <dt>{t(`parts.${part}`)}</dt>
            <dd>
              <Worth value={worth} valuation={valuation} masked={hideBalances} />
            </dd>
          </div>
        ))}
        {open ? (
          <div className={styles['part']}>
            <dt>
              {t('parts.unrealised')}
              <small>{t('parts.unrealisedText')}</small>
            </dt>
            <dd>
              {hideBalances
                ? '••••'
                : `${formatDecimal(unrealised, { decimals: 2, minDecimals: 2, sign: 'always' })} USDT`}
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  );
}
