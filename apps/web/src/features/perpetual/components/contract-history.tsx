import { lazy, Suspense, useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Skeleton } from '#ui/states.tsx';
import { OrderHistory } from './order-history.tsx';
import { PositionHistory } from './position-history.tsx';

const ConditionalHistory = lazy(async () => ({
  default: (await import('./conditional-history.tsx')).ConditionalHistory,
}));

/** What is over: positions, and orders where those are of their own. */
export function ContractHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [of, setOf] = useState<'positions' | 'orders' | 'conditional'>('positions');
  return (
    <>
      <Segmented
        label={t('position.history')}
        value={of}
        onChange={setOf}
        choices={[
          { value: 'positions', label: t('orders.ofPositions') },
          { value: 'orders', label: t('orders.ofOrders') },
          { value: 'conditional', label: t('orders.ofConditional') },
        ]}
      />
      {of === 'positions' ? <PositionHistory contract={contract} /> : null}
      {of === 'orders' ? <OrderHistory contract={contract} /> : null}
      {of === 'conditional' ? (
        <Suspense fallback={<Skeleton height={116} radius={14} />}>
          <ConditionalHistory contract={contract} />
        </Suspense>
      ) : null}
    </>
  );
}
