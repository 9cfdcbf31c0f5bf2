import { useInfiniteQuery } from '@tanstack/react-query';
import { PiggyBank } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { WireTrustOrder } from '@tallystick/protocol';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { subtractDecimals } from '#lib/decimal.ts';
import { formatDecimal } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';
import { ordersQuery, type OrderState } from '../api/trust.ts';
import { OrderCard } from './order-card.tsx';
import { RedeemSheet } from './redeem-sheet.tsx';
import styles from './trust.module.css';

/** Loaded on demand: most customers never need the verifier. */
const InterestCheck = lazy(async () => ({ default: (await import('./interest-check.tsx')).InterestCheck }));

/** The customer’s deposits of one state, newest first. */
export function OrderList({ state }: { readonly state: OrderState }) {
  const { t } = useTranslation('trust');
  const query = useInfiniteQuery(ordersQuery(state));
  const { data, error, refetch } = query;
  const [redeemingId, setRedeemingId] = useState<number>();
  const [checking, setChecking] = useState<WireTrustOrder>();
  if (!data)
    return (
      <Pending
        error={error}
        onRetry={refetch}
        shape={<Skeleton height={state === 'hosting' ? 289 : 195} radius={14} />}
      />
    );
  const orders = data.pages.flatMap(page => page.items);
  const redeeming = orders.find(order => order.order_id === redeemingId);
  return (
    <>
      {orders.length === 0 ? (
        <EmptyState
          icon={<PiggyBank size={26} strokeWidth={1.6} />}
          title={t('orders.none')}
          to={paths.trustProducts.getHref()}
          go={t('go.products')}
        >
          {t(`orders.noneText.${state}`)}
        </EmptyState>
      ) : (
        <div className="stack-4 cols-1">
          <ul className={styles['cards']}>
            {orders.map(order => (
              <OrderCard
                key={order.order_id}
                order={order}
                onRedeem={() => setRedeemingId(order.order_id)}
                onCheck={() => setChecking(order)}
              />
            ))}
          </ul>
          <MoreButton query={query}>{t('orders.more')}</MoreButton>
        </div>
      )}
      {checking ? (
        <Suspense fallback={null}>
          <InterestCheck order={checking} onClose={() => setChecking(undefined)} />
        </Suspense>
      ) : null}
      {redeeming ? (
        <RedeemSheet
          key={redeeming.order_id}
          order={redeeming}
          onClose={() => setRedeemingId(undefined)}
          onRedeemed={({ order_id: id, amount, penalty, currency }) => {
            // A late answer must not close the sheet of another deposit.
            setRedeemingId(now => (now === id ? undefined : now));
            const returned = subtractDecimals(amount, penalty ?? '0');
            showToast(t('redeem.done', { amount: formatDecimal(returned), currency: currency.code }), 'good');
          }}
        />
      ) : null}
    </>
  );
}
