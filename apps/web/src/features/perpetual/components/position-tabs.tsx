import { useId, useState } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { UNKNOWN } from '#ui/format.ts';
import { Tabs } from '#ui/segmented.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useOpenPositions } from '../api/perpetual.ts';
import { listHolding, listOrders } from '../model/positions.ts';
import { PositionHistory } from './position-history.tsx';
import { Positions } from './position-list.tsx';
import { usePositionNews } from './use-position-news.ts';
import { WaitingOrders } from './waiting-orders.tsx';

type Panel = 'positions' | 'orders' | 'history';

/** What the customer has in contracts: positions, waiting orders, history. */
export function PositionTabs({
  contract,
  loginHref,
  openingStop,
}: {
  readonly contract: WireContract;
  readonly loginHref: string;
  /** Why nothing may be opened now; closing always works. */
  readonly openingStop: string | undefined;
}) {
  const { t } = useTranslation(['perpetual', 'common']);
  const session = useSession();
  const positions = useOpenPositions();
  const [panel, setPanel] = useState<Panel>('positions');
  const panelId = useId();
  usePositionNews();
  const open = positions && [...positions.values()];
  // A visitor has none; how many a customer has is not known before they have come.
  const unknown = session ? UNKNOWN : 0;
  return (
    <section aria-label={t('perpetual:position.title')}>
      <Tabs
        label={t('perpetual:position.title')}
        panelId={panelId}
        value={panel}
        onChange={setPanel}
        choices={[
          {
            value: 'positions',
            label: t('perpetual:position.tab', {
              count: open ? listHolding(open, undefined).length : unknown,
            }),
          },
          {
            value: 'orders',
            label: t('perpetual:position.orders', {
              count: open ? listOrders(open, undefined).length : unknown,
            }),
          },
          { value: 'history', label: t('perpetual:position.history') },
        ]}
      />
      <div id={panelId} role="tabpanel" aria-label={t('perpetual:position.title')}>
        {session ? (
          <>
            {panel === 'positions' ? <Positions contract={contract} openingStop={openingStop} /> : null}
            {panel === 'orders' ? <WaitingOrders contract={contract} /> : null}
            {panel === 'history' ? <PositionHistory contract={contract} /> : null}
          </>
        ) : (
          <EmptyState
            title={t('perpetual:position.visitor')}
            action={
              <ButtonLink to={loginHref} size="small">
                {t('common:actions.logIn')}
              </ButtonLink>
            }
          >
            {t('perpetual:position.visitorText')}
          </EmptyState>
        )}
      </div>
    </section>
  );
}
