import { useTranslation } from 'react-i18next';
import { paths } from '#app/paths.ts';
import { Page as Frame } from '#app/shell/page.tsx';
import { SideMenuButton } from '#app/shell/side-menu-button.tsx';
import { MarketRanking } from '#features/market/components/market-ranking.tsx';

const hrefOf = (marketId: number): string => paths.chart.getHref({ market: marketId });

export function Page() {
  const { t } = useTranslation('common');
  return (
    <Frame title={t('tabs.home')} left={<SideMenuButton />}>
      <MarketRanking hrefOf={hrefOf} />
    </Frame>
  );
}
