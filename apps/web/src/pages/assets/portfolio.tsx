import { usePortfolio } from '#features/portfolio/api/portfolio.ts';
import { PortfolioView } from '#features/portfolio/components/portfolio-view.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page as Frame } from '#ui/page.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';

/** Equity, margin, exposure and worst loss over all products, and what moves of prices would do. */
export function Page() {
  const { t } = useTranslation('portfolio');
  const { facts, error, refetch } = usePortfolio();
  return (
    <Frame title={t('title')} width="wide">
      <PullToRefresh onRefresh={refetch}>
        {facts ? (
          <PortfolioView facts={facts} />
        ) : (
          <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={8} />} />
        )}
      </PullToRefresh>
    </Frame>
  );
}
