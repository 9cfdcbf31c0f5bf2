import { useEffect, useMemo, useRef, useState } from 'react';
import type { CandleKind, WireMarket } from '@tallystick/protocol/wire';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { callApi } from '#lib/api-client.ts';
import { formatTicks, unitsOf, type MarketUnits } from '#lib/market-units.ts';
import { useSettings, useTheme } from '#lib/settings.ts';
import { zoneName } from '#lib/zones.ts';
import { reconnected } from '#realtime/connection.ts';
import { candleTopic } from '#realtime/topics.ts';
import { ErrorState, Skeleton } from '#ui/states.tsx';
import type { CandleSource } from '../model/candle-feed.ts';
import { candlesOf } from '../model/candles.ts';
import { useChartPreferences } from '../model/preferences-store.ts';
import { indicatorsOf, PANE_INDICATORS } from '../model/preferences.ts';
import styles from './candle-chart.module.css';
import type { ChartEngine, Shown } from './chart-engine.ts';
import type { OrderLine } from './line-tags.ts';
import type { LineMoves } from './own-lines.ts';

/**
 * Default height of the candles, and height of each indicator below them. A page may set another height, or
 * the height of all together.
 */
const CANDLES_HEIGHT = 330;
const PANE_HEIGHT = 84;

function sourceOf(marketId: number, { interval, kind }: Shown): CandleSource {
  const candles = candlesOf(interval);
  return {
    live: candleTopic(marketId, candles, kind),
    fetch: async (toMs, limit) => {
      const input = {
        market_id: marketId,
        interval: candles,
        kind,
        limit,
        ...(toMs === undefined ? {} : { to_ms: toMs }),
      };
      return (await callApi('GET currency/new_timeshar', input)).items;
    },
  };
}

/** An axis value as a price of the market: a positive multiple of the tick size. */
function priceOf(level: number, units: MarketUnits): string {
  const minor = BigInt(Math.max(0, Math.round(level * 10 ** units.priceDecimals)));
  const ticks = minor / units.tick;
  return formatTicks(ticks > 0n ? ticks : 1n, units);
}

type Phase =
  | { readonly state: 'loading' | 'ready' | 'empty' }
  | { readonly state: 'failed'; readonly error: unknown };

export interface CandleChartProps {
  /** Also a contract in the form of a market. */
  readonly market: WireMarket;
  /** What the candles are of; spot trades by default. */
  readonly kind?: CandleKind | undefined;
  /** Own orders drawn as lines. Must be the same array while nothing changes. */
  readonly orders: readonly OrderLine[];
  /** Handlers for dragging and pressing movable lines. */
  readonly moves?: LineMoves | undefined;
}

/**
 * The candle chart. The library is loaded when this is first shown and draws on its own canvas; neither history nor
 * live candles pass through React.
 */
function ChartCanvas({
  market,
  kind = 'spot',
  orders,
  moves,
  onRestart,
}: CandleChartProps & { readonly onRestart: () => void }) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  const { interval, indicators: chosen, showOrders } = useChartPreferences();
  const indicators = useMemo(() => indicatorsOf(kind).filter(name => chosen.includes(name)), [chosen, kind]);
  const { upColour, textSize, timeZone } = useSettings();
  const theme = useTheme();
  const look = useMemo(() => ({ upColour, textSize, theme }), [upColour, textSize, theme]);
  const holder = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<ChartEngine>();
  const [phase, setPhase] = useState<Phase>({ state: 'loading' });
  const first = useRef({ interval, kind, timeZone, look });
  const moving = useRef(moves);
  const panes = PANE_INDICATORS.filter(name => indicators.includes(name)).length;

  useEffect(() => {
    const container = holder.current;
    if (!container) return;
    let made: ChartEngine | undefined;
    let left = false;
    const start = async () => {
      const { createChartEngine } = await import('./chart-engine.ts');
      if (left) return;
      const units = unitsOf(market);
      made = createChartEngine(container, {
        symbol: market.symbol,
        priceDecimals: units.priceDecimals,
        quantityDecimals: units.quantityDecimals,
        language,
        texts: {
          time: t('legend.time'),
          open: t('legend.open'),
          high: t('legend.high'),
          low: t('legend.low'),
          close: t('legend.close'),
          volume: t('legend.volume'),
          change: t('legend.change'),
          turnover: '',
          second: '',
          minute: '',
          hour: '',
          day: '',
          week: '',
          month: '',
          year: '',
        },
        look: first.current.look,
        shown: { interval: first.current.interval, kind: first.current.kind },
        timeZone: zoneName(first.current.timeZone),
        sourceOf: shown => sourceOf(market.id, shown),
        priceText: level => priceOf(level, units),
        events: {
          onReady: count => setPhase({ state: count > 0 ? 'ready' : 'empty' }),
          onError: error => setPhase({ state: 'failed', error }),
          onMoved: (id, price) => moving.current?.onMoved(id, price),
          onPressed: id => moving.current?.onPressed(id),
        },
      });
      setEngine(made);
    };
    start().catch((error: unknown) => {
      if (!left) setPhase({ state: 'failed', error });
    });
    const stopReconnect = reconnected.listen(() => made?.reload());
    return () => {
      left = true;
      stopReconnect();
      made?.destroy();
      setEngine(undefined);
    };
  }, [market, t, language]);

  useEffect(() => {
    first.current = { interval, kind, timeZone, look };
    moving.current = moves;
  }, [interval, kind, timeZone, look, moves]);
  useEffect(() => engine?.show({ interval, kind }), [engine, interval, kind]);
  useEffect(() => engine?.setTimeZone(zoneName(timeZone)), [engine, timeZone]);
  useEffect(() => engine?.setIndicators(indicators), [engine, indicators]);
  useEffect(() => engine?.restyle(look), [engine, look]);
  useEffect(() => engine?.setOrders(showOrders ? orders : []), [engine, orders, showOrders]);
  useEffect(() => {
    const container = holder.current;
    if (!engine || !container) return;
    const observer = new ResizeObserver(() => engine.resize());
    observer.observe(container);
    return () => observer.disconnect();
  }, [engine]);

  const retry = () => {
    setPhase({ state: 'loading' });
    if (engine) engine.reload();
    else onRestart();
  };

  return (
    <div
      className={styles['chart']}
      style={{
        height: `var(--chart-height, calc(var(--candles-height, ${CANDLES_HEIGHT}px) + ${panes * PANE_HEIGHT}px))`,
      }}
    >
      <figure ref={holder} className={styles['canvas']} aria-label={t('label', { symbol: market.symbol })} />
      {phase.state === 'loading' ? (
        <Skeleton height="100%" radius={14} className={styles['over'] ?? ''} />
      ) : null}
      {phase.state === 'empty' ? <p className={styles['note']}>{t('empty')}</p> : null}
      {phase.state === 'failed' ? (
        <div className={styles['over']}>
          <ErrorState error={phase.error} onRetry={retry} />
        </div>
      ) : null}
    </div>
  );
}

export function CandleChart(props: CandleChartProps) {
  const [attempt, setAttempt] = useState(0);
  return <ChartCanvas key={attempt} {...props} onRestart={() => setAttempt(attempt + 1)} />;
}
