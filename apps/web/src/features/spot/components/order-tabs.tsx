import { useId, useState } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState } from '#ui/states.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderHistory } from './order-history.tsx';
import { useOrderNews, useWaitingOrders } from './use-own-orders.ts';

/** The customer's own orders below the order form: waiting ones and finished ones. */
export function OrderTabs({
  market,
  loginHref,
}: {
  readonly market: WireMarket;
  readonly loginHref: string;
}) {
  const { t } = useTranslation(['spot', 'common']);
  const session = useSession();
  const waiting = useWaitingOrders();
  const [tab, setTab] = useState<'open' | 'history'>('open');
  const panelId = useId();
  useOrderNews();
  return (
    <section aria-label={t('spot:order.title')}>
      <Tabs
        label={t('spot:order.title')}
        panelId={panelId}
        value={tab}
        onChange={setTab}
        choices={[
          // A visitor has none; how many a customer has is not known before they have come.
          {
            value: 'open',
            label: t('spot:order.open', { count: waiting?.size ?? (session ? UNKNOWN : 0) }),
          },
          { value: 'history', label: t('spot:order.history') },
        ]}
      />
      <div id={panelId} role="tabpanel" aria-label={t('spot:order.title')}>
        {session ? (
          tab === 'open' ? (
            <OpenOrders market={market} />
          ) : (
            <OrderHistory market={market} />
          )
        ) : (
          <EmptyState
            title={t('spot:order.visitor')}
            action={
              <ButtonLink to={loginHref} size="small">
                {t('common:actions.logIn')}
              </ButtonLink>
            }
          >
            {t('spot:order.visitorText')}
          </EmptyState>
        )}
      </div>
    </section>
  );
}
