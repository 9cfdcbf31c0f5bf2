import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Chips } from '#ui/segmented.tsx';
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx';
import { useTrustConfig } from '../api/trust.ts';
import { ProductCard } from './product-card.tsx';
import { ReserveCard } from './reserve-card.tsx';
import styles from './trust.module.css';

const EVERY = 'all';

/** All products, with a filter by currency, and the reserves that back them. */
export function ProductList() {
  const { t } = useTranslation('trust');
  const { data, error, refetch } = useTrustConfig();
  const [chosen, setChosen] = useState(EVERY);
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={refetch} />;
    return (
      <div className="stack-4 cols-1" aria-hidden="true">
        <Skeleton width="70%" height={44} radius={12} />
        <div className={styles['cards']}>
          {[1, 2, 3].map(key => (
            <Skeleton key={key} height={208} radius={14} />
          ))}
        </div>
      </div>
    );
  }
  const codes = [...new Set(data.products.map(({ currency }) => currency.code))];
  const shown = data.products.filter(({ currency }) => chosen === EVERY || currency.code === chosen);
  return (
    <div className="stack-4 cols-1">
      {codes.length > 1 ? (
        <Chips
          label={t('products.currency')}
          value={chosen}
          choices={[
            { value: EVERY, label: t('products.all') },
            ...codes.map(code => ({ value: code, label: code })),
          ]}
          onChange={setChosen}
        />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState title={t('products.none')} />
      ) : (
        <ul className={styles['cards']}>
          {shown.map(product => (
            <ProductCard key={product.product_id} product={product} />
          ))}
        </ul>
      )}
      {data.reserves.length > 0 ? <ReserveCard reserves={data.reserves} /> : null}
    </div>
  );
}
