import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { compareDecimals } from '#lib/decimal.ts';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, plotNumber } from '#ui/format.ts';
import styles from './progress.module.css';

const FULL = 100;

/** Commitments relative to the price of the whole supply. Above 100 % the bar is full; the figures say more. */
export function Progress({ offer }: { readonly offer: WireLaunchOffer }) {
  const { t } = useTranslation('launch');
  const { committed_percent: percent, committed_value: committed, target_value: target, quote } = offer;
  const filled = Math.min(FULL, plotNumber(percent) ?? 0);
  const isOver = compareDecimals(percent, String(FULL)) > 0;
  const said = t('percent', { percent: formatDecimal(percent, { decimals: 2 }) });
  return (
    <div className="stack-6px">
      <div className={styles['track']} aria-hidden="true">
        <div className={cx(styles['fill'], isOver && styles['over'])} style={{ width: `${filled}%` }} />
      </div>
      <div className={styles['figures']}>
        <span>
          <b>
            {formatDecimal(committed, { decimals: 2 })} {quote.code}
          </b>{' '}
          {t('of', { amount: formatDecimal(target, { decimals: 2 }) })}
        </span>
        <span>{said}</span>
      </div>
    </div>
  );
}
