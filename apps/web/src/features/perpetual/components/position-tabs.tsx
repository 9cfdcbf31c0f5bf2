import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { UNKNOWN } from '#ui/format.ts';
import { OwnTabs } from '#ui/own-tabs.tsx';
import { useWaitingOrders } from '../api/orders.ts';
import { useOpenPositions } from '../api/perpetual.ts';
import { listHolding } from '../model/positions.ts';
import { ContractHistory } from './contract-history.tsx';
import { Positions } from './position-list.tsx';
import { usePositionNews } from './use-position-news.ts';
import { WaitingOrders } from './waiting-orders.tsx';

/** The customer's positions, waiting orders and history. */
export function PositionTabs({
  contract,
  loginHref,
  openingStop,
}: {
  readonly contract: WireContract;
  readonly loginHref: string;
  /** Why no position can be opened now; closing is always possible. */
  readonly openingStop: string | undefined;
}) {
  const { t } = useTranslation('perpetual');
  const session = useSession();
  const positions = useOpenPositions();
  const orders = useWaitingOrders(undefined);
  usePositionNews();
  const open = positions && [...positions.values()];
  // Visitors have none. A customer's count is unknown until it is loaded.
  const unknown = session ? UNKNOWN : 0;
  return (
    <OwnTabs
      label={t('position.title')}
      first="positions"
      choices={[
        {
          value: 'positions',
          label: t('position.tab', { count: open ? listHolding(open, undefined).length : unknown }),
        },
        {
          value: 'orders',
          label: t('position.orders', { count: orders?.length ?? unknown }),
        },
        { value: 'history', label: t('position.history') },
      ]}
      visitor={t('position.visitor')}
      visitorText={t('position.visitorText')}
      loginHref={loginHref}
    >
      {tab => {
        if (tab === 'positions') return <Positions contract={contract} openingStop={openingStop} />;
        return tab === 'orders' ? (
          <WaitingOrders contract={contract} />
        ) : (
          <ContractHistory contract={contract} />
        );
      }}
    </OwnTabs>
  );
}
