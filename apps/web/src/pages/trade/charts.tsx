import type { ReactNode } from 'react';
import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { CandleChart, type CandleChartProps } from '#features/chart/components/candle-chart.tsx';
import { IndicatorPicker, IntervalPicker } from '#features/chart/components/chart-controls.tsx';
import { useMarkets } from '#features/market/api/markets.ts';
import { useLineMoves } from '#features/perpetual/components/use-line-moves.tsx';
import { usePositionLines } from '#features/perpetual/components/use-position-lines.ts';
import { useOrderLines } from '#features/spot/components/use-order-lines.ts';
import { Skeleton } from '#ui/states.tsx';

/** Candles with all that is chosen about them; on the chart page, and beside the form on wide screens. */
function Chart(props: CandleChartProps): ReactNode {
  return (
    <>
      <IntervalPicker />
      <CandleChart {...props} />
      <IndicatorPicker canShowOrders={props.orders.length > 0} />
    </>
  );
}

/** A market's candles with the customer's waiting orders. */
export function SpotChart({ market }: { readonly market: WireMarket }) {
  return <Chart market={market} orders={useOrderLines(market)} />;
}

/** Candles of the market a contract follows, with the lines of the customer's positions; stops can be drawn. */
export function ContractChart({ contract }: { readonly contract: WireContract }) {
  const { data } = useMarkets();
  const market = data?.find(item => item.market.id === contract.market_id)?.market;
  const lines = usePositionLines(contract);
  const { moves, sheet } = useLineMoves(contract);
  if (!market) return <Skeleton height={480} radius={14} />;
  return (
    <>
      <Chart market={market} orders={lines} moves={moves} />
      {sheet}
    </>
  );
}
