import { useTranslation } from 'react-i18next';
import { coinColour } from '#ui/coin-icon.tsx';
import { formatPrice } from '#ui/format.ts';
import { percentOf, type Slice } from '../model/balances.ts';
import styles from './distribution-bar.module.css';

const OTHERS_COLOUR = 'var(--text-3)';

/** What the total consists of: a bar and its legend. Masked amounts do not matter here: it shows shares only. */
export function DistributionBar({ slices }: { readonly slices: readonly Slice[] }) {
  const { t } = useTranslation('wallet');
  const colourOf = (key: string) => (key === 'others' ? OTHERS_COLOUR : coinColour(key));
  return (
    <div>
      <div className={styles['bar']} aria-hidden="true">
        {slices.map(({ key, permille }) => (
          <span key={key} style={{ flexGrow: Math.max(permille, 8), background: colourOf(key) }} />
        ))}
      </div>
      <ul className={styles['legend']} aria-label={t('distribution')}>
        {slices.map(({ key, permille }) => (
          <li key={key} className={styles['slice']}>
            <span className={styles['dot']} style={{ background: colourOf(key) }} aria-hidden="true" />
            {key === 'others' ? t('others') : key}
            <span className={styles['percent']}>{formatPrice(percentOf(permille), 1)}%</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
