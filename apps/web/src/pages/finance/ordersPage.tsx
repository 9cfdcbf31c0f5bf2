import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { refreshTrust } from '#features/trust/api/trust.ts';
import { OrderList } from '#features/trust/components/order-list.tsx';
import { PaymentCalendar } from '#features/trust/components/payment-calendar.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Tabs } from '#ui/segmented.tsx';

const VIEWS = ['hosting', 'completed', 'redeemed', 'calendar'] as const;
const PANEL = 'deposits';

/** The customer's deposits by state, and the coming payments. The filter is stored in the address. */
export function Page() {
  const { t } = useTranslation('trust');
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find(one => one === query.get('state')) ?? 'hosting';
  return (
    <Frame title={t('go.orders')}>
      <PullToRefresh onRefresh={refreshTrust}>
        <div className="stack-4 cols-1">
          <Tabs
            label={t('go.orders')}
            panelId={PANEL}
            value={view}
            choices={VIEWS.map(value => ({ value, label: t(`orders.${value}`) }))}
            onChange={next => setQuery(next === 'hosting' ? {} : { state: next }, { replace: true })}
          />
          <div id={PANEL} role="tabpanel" aria-label={t(`orders.${view}`)}>
            {view === 'calendar' ? <PaymentCalendar /> : <OrderList key={view} state={view} />}
          </div>
        </div>
      </PullToRefresh>
    </Frame>
  );
}
