import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { OffersList } from '#features/launch/components/offers-list.tsx';
import { OrdersList } from '#features/launch/components/orders-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { Tabs } from '#ui/segmented.tsx';

const PANEL = 'launch-panel';

/** Offers of new coins, and the customer's subscriptions. */
export function Page() {
  const { t } = useTranslation('launch');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isCustomer = useSession() !== undefined;
  const tab = isCustomer && query.get('tab') === 'orders' ? 'orders' : 'offers';
  return (
    <Frame title={t('title')} width="wide">
      <div className="stack-4 cols-1">
        {isCustomer ? (
          <Tabs
            label={t('tab.label')}
            panelId={PANEL}
            choices={[
              { value: 'offers', label: t('tab.offers') },
              { value: 'orders', label: t('tab.orders') },
            ]}
            value={tab}
            onChange={next =>
              void navigate(paths.launches.getHref(next === 'orders' ? { tab: 'orders' } : {}), {
                replace: true,
              })
            }
          />
        ) : null}
        <div id={PANEL} {...(isCustomer ? { role: 'tabpanel', 'aria-label': t(`tab.${tab}`) } : {})}>
          {tab === 'orders' ? <OrdersList /> : <OffersList />}
        </div>
      </div>
    </Frame>
  );
}
