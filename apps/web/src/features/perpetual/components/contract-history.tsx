import { useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import { OrderHistory } from './order-history.tsx';
import { PositionHistory } from './position-history.tsx';

/** What is over: positions, and orders where those are of their own. */
export function ContractHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [of, setOf] = useState<'positions' | 'orders'>('positions');
  return (
    <>
      <Segmented
        label={t('position.history')}
        value={of}
        onChange={setOf}
        choices={[
          { value: 'positions', label: t('orders.ofPositions') },
          { value: 'orders', label: t('orders.ofOrders') },
        ]}
      />
      {of === 'positions' ? <PositionHistory contract={contract} /> : <OrderHistory contract={contract} />}
    </>
  );
}
