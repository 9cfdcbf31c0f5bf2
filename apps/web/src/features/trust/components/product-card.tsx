import type { WireTrustProduct } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { divideDecimals, multiplyDecimals } from '#lib/decimal.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Meter } from '#ui/meter.tsx';
import { StatePill } from '#ui/state-pill.tsx';

import styles from './product-card.module.css';

/** One product: its yield, its term, and how much of it is sold. */
export function ProductCard({ product }: { readonly product: WireTrustProduct }) {
  const { t } = useTranslation('trust');
  const { currency, cycle_days: days, state } = product;
  const name = `${currency.code} · ${t('product.days', { count: days })}`;
  const takenPercent = multiplyDecimals(divideDecimals(product.hosted, product.capacity, 6) ?? '0', '100', 2);
  return (
    <li aria-label={name}>
      <Card className="stack-3">
        <div className="row-3">
          <CoinIcon symbol={currency.code} size={32} />
          <h3 className="grow break-anywhere text-14">{name}</h3>
          {state === 'open' ? null : (
            <StatePill tone={state === 'upcoming' ? 'wait' : 'quiet'}>
              {t(`product.state.${state}`, { date: formatDate(product.opens_at_ms, 'dayMinute') })}
            </StatePill>
          )}
        </div>
        <div className={styles['yield']}>
          <span className={styles['rate']}>{formatDecimal(product.daily_yield_percent)}%</span>
          <span className="soft text-13">{t('product.perDay')}</span>
          <span className={styles['total']}>
            {t('product.inAll', { percent: formatDecimal(product.total_yield_percent), count: days })}
          </span>
        </div>
        <Meter
          percent={takenPercent}
          left={t('product.taken', { percent: formatDecimal(takenPercent) })}
          right={t('product.left', { amount: formatDecimal(product.left), currency: currency.code })}
        />
        <div className="ends">
          <span className={styles['from']}>
            {t('product.from', { amount: formatDecimal(product.minimum), currency: currency.code })}
          </span>
          {state === 'open' ? (
            <ButtonLink
              size="small"
              tone="quiet"
              to={paths.trustPurchase.getHref({ product: product.product_id })}
              aria-label={`${t('product.buy')}: ${name}`}
            >
              {t('product.buy')}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
    </li>
  );
}
