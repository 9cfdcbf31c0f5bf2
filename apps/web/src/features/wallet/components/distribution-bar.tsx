import { useTranslation } from '#i18n/use-translation.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { coinColour } from '#ui/coin-mark.ts';
import { formatPrice } from '#ui/format.ts';
import { distribution, percentOf, worthByCurrency, type Holding } from '../model/balances.ts';
import styles from './distribution-bar.module.css';

const OTHERS_COLOUR = 'var(--text-3)';
const colourOf = (key: string) => (key === 'others' ? OTHERS_COLOUR : coinColour(key));

/**
 * The parts of the total as a bar with a legend; an empty bar while there is none. It shows only shares,
 * so it stays visible when amounts are hidden.
 */
export function DistributionBar({ holdings }: { readonly holdings: readonly Holding[] | undefined }) {
  const { t } = useTranslation('wallet');
  // A rate multiplies every part alike.
  const { base } = useValuation();
  const slices = distribution(worthByCurrency(holdings ?? [], base));
  return (
    <section className={styles['distribution']} aria-label={t('distribution')}>
      <div className={styles['bar']} aria-hidden="true">
        {slices.map(({ key, permille }) => (
          <span key={key} style={{ flexGrow: Math.max(permille, 8), background: colourOf(key) }} />
        ))}
      </div>
      <ul className={styles['legend']}>
        {slices.map(({ key, permille }) => (
          <li key={key} className="row-6px">
            <span className={styles['dot']} style={{ background: colourOf(key) }} aria-hidden="true" />
            {key === 'others' ? t('others') : key}
            <span className="quiet">{formatPrice(percentOf(permille), 1)}%</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
