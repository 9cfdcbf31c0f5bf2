import { Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireContract, WireMarket } from '@tallystick/protocol/wire';
import { CandleChart, type CandleChartProps } from '#features/chart/components/candle-chart.tsx';
import { IndicatorPicker, IntervalPicker, KindPicker } from '#features/chart/components/chart-controls.tsx';
import { useChartPreferences } from '#features/chart/model/preferences-store.ts';
import { useLineMoves } from '#features/perpetual/components/use-line-moves.tsx';
import { usePositionLines } from '#features/perpetual/components/use-position-lines.ts';
import { marketOf } from '#features/perpetual/model/contract.ts';
import { useOrderLines } from '#features/spot/components/use-order-lines.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import styles from './charts.module.css';
import { useFullChart } from './use-full-chart.ts';

/**
 * Candles with their interval and indicator pickers; on the chart page, and beside the form on wide screens. Full
 * screen uses the same chart, so its loaded data and position are kept.
 */
function Chart({ above, ...props }: CandleChartProps & { readonly above?: ReactNode }): ReactNode {
  const { t } = useTranslation('chart');
  const [isFull, setFull] = useFullChart();
  const Icon = isFull ? Minimize2 : Maximize2;
  return (
    <div className={isFull ? styles['whole'] : undefined}>
      <div className={styles['top']}>
        <IntervalPicker />
        <button
          type="button"
          className={styles['full']}
          aria-label={t(isFull ? 'leaveFull' : 'full')}
          onClick={() => setFull(!isFull)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      </div>
      {above === undefined ? null : <div className={styles['above']}>{above}</div>}
      <CandleChart {...props} />
      <IndicatorPicker canShowOrders={props.orders.length > 0} kind={props.kind ?? 'spot'} />
    </div>
  );
}

/** A market's candles with the customer's waiting orders. */
export function SpotChart({ market }: { readonly market: WireMarket }) {
  return <Chart market={market} orders={useOrderLines(market)} />;
}

/** Candles of a contract's own trades, its mark or its index, with the lines of the customer's positions; stops can be drawn. */
export function ContractChart({ contract }: { readonly contract: WireContract }) {
  const { kind } = useChartPreferences();
  const lines = usePositionLines(contract);
  const { moves, sheet } = useLineMoves(contract);
  return (
    <>
      <Chart market={marketOf(contract)} kind={kind} orders={lines} moves={moves} above={<KindPicker />} />
      {sheet}
    </>
  );
}
