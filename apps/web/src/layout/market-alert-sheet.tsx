import { useTicker } from '#features/market/api/markets.ts';
import { useContracts, usePerpetualTicker } from '#features/perpetual/api/perpetual.ts';
import { AlertSheet, type SheetProps } from '#features/price-alert/components/alert-sheet.tsx';

/** The form for a price alert, with the current value for each kind of alert. */
export function MarketAlertSheet({ market, ...others }: Omit<SheetProps, 'figures' | 'hasContract'>) {
  const ticker = useTicker(market.id);
  const contract = usePerpetualTicker(market.id);
  const contracts = useContracts();
  const hasContract = contracts.data?.items.some(one => one.contract.market_id === market.id) ?? false;
  return (
    <AlertSheet
      {...others}
      market={market}
      hasContract={hasContract}
      figures={{
        price: ticker?.index_price ?? ticker?.last ?? undefined,
        dayChange: ticker?.change_24h ?? undefined,
        funding: contract?.funding_rate_percent ?? undefined,
      }}
    />
  );
}
