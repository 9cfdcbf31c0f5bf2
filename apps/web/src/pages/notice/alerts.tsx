import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { MarketPicker } from '#features/market/components/market-picker.tsx';
import { usePriceAlerts, type PriceAlert } from '#features/price-alert/api/calls.ts';
import { AlertLine } from '#features/price-alert/components/alert-line.tsx';
import { MarketAlertSheet } from '#layout/market-alert-sheet.tsx';
import styles from '#features/price-alert/components/price-alert.module.css';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink, IconButton } from '#ui/button.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';

/** The customer's price alerts. */
export function Page() {
  const { t } = useTranslation('notification');
  const { data, error, refetch } = usePriceAlerts();
  const markets = useMarkets();
  const [edited, setEdited] = useState<PriceAlert | undefined>(undefined);
  const [picking, setPicking] = useState(false);
  const [marketId, setMarketId] = useState<number | undefined>(undefined);
  const shownId = edited?.market_id ?? marketId;
  const market = markets.data?.find(item => item.market.id === shownId)?.market;
  const close = () => {
    setEdited(undefined);
    setMarketId(undefined);
  };
  return (
    <Frame
      title={t('alert.title')}
      width="narrow"
      right={
        <IconButton label={t('alert.new')} onClick={() => setPicking(true)}>
          <BellPlus size={20} strokeWidth={1.7} />
        </IconButton>
      }
    >
      {data && data.length > 0 ? (
        <ul className={`${styles['lines']} raised`} aria-label={t('alert.title')}>
          {data.map(alert => (
            <AlertLine key={alert.id} alert={alert} onEdit={() => setEdited(alert)} />
          ))}
        </ul>
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          icon={<BellPlus size={26} strokeWidth={1.6} />}
          title={t('alert.empty')}
          action={<ButtonLink to={paths.chart.getHref()}>{t('alert.chooseMarket')}</ButtonLink>}
        >
          {t('alert.emptyText')}
        </EmptyState>
      ) : null}
      {data ? null : <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={3} />} />}
      <MarketPicker
        open={picking}
        currentId={undefined}
        onPick={id => {
          setPicking(false);
          setMarketId(id);
        }}
        onClose={() => setPicking(false)}
      />
      {market ? <MarketAlertSheet key={shownId} market={market} alert={edited} onClose={close} /> : null}
    </Frame>
  );
}
