import { PiggyBank } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { refreshTrust } from '#features/trust/api/trust.ts';
import { ProductList } from '#features/trust/components/product-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconLink } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

/** All trust products, by currency. */
export function Page() {
  const { t } = useTranslation('trust');
  return (
    <Frame
      title={t('go.products')}
      right={
        <IconLink to={paths.trustOrders.getHref()} label={t('go.orders')}>
          <PiggyBank size={20} />
        </IconLink>
      }
    >
      <PullToRefresh onRefresh={refreshTrust}>
        <ProductList />
      </PullToRefresh>
    </Frame>
  );
}
