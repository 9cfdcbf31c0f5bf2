import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { UNKNOWN } from '#ui/format.ts';
import { OwnTabs } from '#ui/own-tabs.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderHistory } from './order-history.tsx';
import { useOrderNews, useWaitingOrders } from './use-own-orders.ts';

/** The customer's own orders below the order form: waiting ones and finished ones. */
export function OrderTabs({
  market,
  markets,
  loginHref,
}: {
  readonly market: WireMarket;
  /** All of them: the list may show orders of every pair. */
  readonly markets: readonly WireMarket[];
  readonly loginHref: string;
}) {
  const { t } = useTranslation('spot');
  const session = useSession();
  const waiting = useWaitingOrders();
  useOrderNews();
  return (
    <OwnTabs
      label={t('order.title')}
      first="open"
      choices={[
        // Visitors have none. A customer's count is unknown until it is loaded.
        { value: 'open', label: t('order.open', { count: waiting?.size ?? (session ? UNKNOWN : 0) }) },
        { value: 'history', label: t('order.history') },
      ]}
      visitor={t('order.visitor')}
      visitorText={t('order.visitorText')}
      loginHref={loginHref}
    >
      {tab =>
        tab === 'open' ? <OpenOrders market={market} markets={markets} /> : <OrderHistory market={market} />
      }
    </OwnTabs>
  );
}
