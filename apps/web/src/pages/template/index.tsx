import { Page as Frame } from '#ui/page.tsx';
import { SideMenuButton } from '#layout/side-menu-button.tsx';
import { refreshTrust } from '#features/trust/api/trust.ts';
import { ProductList } from '#features/trust/components/product-list.tsx';
import { ReportCard } from '#features/trust/components/report-card.tsx';
import { TrustActions } from '#features/trust/components/trust-actions.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

/** Locked deposits: a summary of the customer's own, links to their pages, and the products. */
export function Page() {
  const { t } = useTranslation(['trust', 'common']);
  return (
    <Frame title={t('title')} left={<SideMenuButton />}>
      <PullToRefresh onRefresh={refreshTrust}>
        <div className="stack-4 cols-1">
          <ReportCard />
          <TrustActions />
          <h2 className="text-17">{t('products.title')}</h2>
          <ProductList />
        </div>
      </PullToRefresh>
    </Frame>
  );
}
