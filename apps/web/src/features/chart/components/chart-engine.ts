import {
  dispose,
  init,
  registerLocale,
  type Chart,
  type IndicatorCreate,
  type IndicatorCreateTooltipDataSourceCallback,
  type Locales,
} from 'klinecharts';
import type { CandleKind } from '@tallystick/protocol/wire';
import { formatCompact, formatDecimal, UNKNOWN } from '#ui/format.ts';
import { CandleFeed, type CandleSource, type FeedEvents } from '../model/candle-feed.ts';
import { candlesOf, periodOf, type ChartInterval } from '../model/candles.ts';
import { MAIN_INDICATORS, PANE_INDICATORS, type Indicator } from '../model/preferences.ts';
import { chartStyles, type Look } from './chart-styles.ts';
import type { OrderLine } from './line-tags.ts';
import { createOwnLines, type LineMoves } from './own-lines.ts';

/** All code that uses the chart library. Always import this module lazily. */

const CANDLE_PANE = 'candle_pane';
/** Height of one indicator below the candles. */
export const PANE_HEIGHT = 84;

const VOLUME_AVERAGES = [5, 10];

/** Fewer averages and digits than the library's default, as the pane is narrow. */
const PANE_SETTINGS: Readonly<Partial<Record<Indicator, Partial<IndicatorCreate>>>> = {
  VOL: { calcParams: VOLUME_AVERAGES },
  MACD: { precision: 2 },
  RSI: { precision: 2 },
  KDJ: { precision: 2 },
};

/** What the candles are, and of what. */
export interface Shown {
  readonly interval: ChartInterval;
  readonly kind: CandleKind;
}

export interface EngineOptions {
  readonly symbol: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly language: string;
  readonly texts: Locales;
  readonly look: Look;
  readonly shown: Shown;
  readonly timeZone: string;
  readonly sourceOf: (shown: Shown) => CandleSource;
  /** A value of the price axis as text. */
  readonly priceText: (level: number) => string;
  readonly events: Omit<FeedEvents, 'onGap'> & LineMoves;
}

export interface ChartEngine {
  readonly show: (shown: Shown) => void;
  readonly setIndicators: (indicators: readonly Indicator[]) => void;
  readonly setTimeZone: (zone: string) => void;
  readonly setOrders: (orders: readonly OrderLine[]) => void;
  /** Draws in the colours and letters that the page has now. */
  readonly restyle: (look: Look) => void;
  /** Loads everything again: after an error or a lost connection. */
  readonly reload: () => void;
  readonly resize: () => void;
  readonly destroy: () => void;
}

/** The chart's figures in the app's number format. Texts that the library composes (`12%`) stay. */
function written(value: string | number): string {
  const text = String(value);
  const digits = text.split('.')[1]?.length ?? 0;
  const formatted = formatDecimal(text, { decimals: digits, minDecimals: digits });
  return formatted === UNKNOWN ? text : formatted;
}

function compact(value: string | number): string {
  const formatted = formatCompact(String(value));
  return formatted === UNKNOWN ? String(value) : formatted;
}

interface VolumeResult {
  readonly volume?: number;
  readonly ma1?: number;
  readonly ma2?: number;
}

/** The volume's legend in the customer's language; the library has only English. */
function volumeLegend(label: string): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ chart, indicator, crosshair }) => {
    const at = crosshair.dataIndex ?? indicator.result.length - 1;
    const result: VolumeResult = indicator.result[at] ?? {};
    const { lines, tooltip } = chart.getStyles().indicator;
    const entry = (title: string, value: number | undefined, color: string) => ({
      title: { text: title, color },
      value: { text: value === undefined ? UNKNOWN : compact(value), color },
    });
    const averages = [result.ma1, result.ma2].map((value, index) =>
      entry(`MA${VOLUME_AVERAGES[index]}: `, value, lines[index]?.color ?? tooltip.legend.color),
    );
    return {
      name: '',
      calcParamsText: '',
      features: [],
      legends: [entry(label, result.volume, tooltip.legend.color), ...averages],
    };
  };
}

interface ChartInternals {
  readonly _chartEvent?: {
    readonly _event?: {
      readonly _longTapActive?: boolean;
      readonly _options?: { treatVertDragAsPageScroll: () => boolean };
    };
  };
}

/**
 * A vertical swipe scrolls the page; only while the crosshair is held does the chart keep
 * the touch. The library has this switch but no way to set it. When the browser starts scrolling it cancels
 * the touch, which the library does not handle, so it is told that the touch ended.
 */
function letPageScroll(chart: Chart, container: HTMLElement): () => void {
  const touch = (chart as unknown as ChartInternals)._chartEvent?._event;
  if (touch?._options) touch._options.treatVertDragAsPageScroll = () => touch._longTapActive !== true;
  const onCancel = (event: TouchEvent) => {
    event.target?.dispatchEvent(
      new TouchEvent('touchend', { bubbles: true, changedTouches: [...event.changedTouches], touches: [] }),
    );
  };
  container.addEventListener('touchcancel', onCancel);
  return () => container.removeEventListener('touchcancel', onCancel);
}

/** Draws into `container` until destroyed. Throws if the browser has no canvas. */
export function createChartEngine(container: HTMLElement, options: EngineOptions): ChartEngine {
  registerLocale(options.language, options.texts);
  let { shown, look } = options;
  const chart = init(container, {
    locale: options.language,
    timezone: options.timeZone,
    styles: chartStyles(shown.interval === 'line', look.upColour),
    formatter: { formatBigNumber: compact },
    thousandsSeparator: { format: written },
    // Off: nobody types a price like 0.0₅12.
    decimalFold: { format: String },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    hotkey: { enabled: false },
  });
  if (!chart) throw new Error('the chart could not be drawn');
  const stopScrollFix = letPageScroll(chart, container);
  // The library makes its canvas focusable, which is useless without hotkeys.
  for (const element of container.querySelectorAll('[tabindex]')) element.removeAttribute('tabindex');
  chart.setOffsetRightDistance(24);
  chart.setBarSpace(7);
  let feed = new CandleFeed(options.sourceOf(shown), {
    ...options.events,
    onGap: () => chart.resetData(),
  });
  chart.setSymbol({
    ticker: options.symbol,
    pricePrecision: options.priceDecimals,
    volumePrecision: options.quantityDecimals,
  });
  chart.setPeriod(periodOf(candlesOf(shown.interval)));
  chart.setDataLoader(feed);

  const { onMoved, onPressed } = options.events;
  const lines = createOwnLines(chart, container, {
    upColour: look.upColour,
    priceText: options.priceText,
    priceDecimals: options.priceDecimals,
    onMoved,
    onPressed,
  });

  return {
    show(next) {
      if (next.interval === shown.interval && next.kind === shown.kind) return;
      shown = next;
      feed.stop();
      feed = new CandleFeed(options.sourceOf(next), { ...options.events, onGap: () => chart.resetData() });
      chart.setStyles(chartStyles(next.interval === 'line', look.upColour));
      // `setPeriod` loads from the current loader, which is stopped; so the new loader is set last.
      chart.setPeriod(periodOf(candlesOf(next.interval)));
      chart.setDataLoader(feed);
    },
    setIndicators(indicators) {
      for (const name of [...MAIN_INDICATORS, ...PANE_INDICATORS]) {
        const isShown = chart.getIndicators({ name }).length > 0;
        const isWanted = indicators.includes(name);
        if (isShown && !isWanted) chart.removeIndicator({ name });
        if (isShown || !isWanted) continue;
        if (MAIN_INDICATORS.some(main => main === name)) {
          chart.createIndicator({ name, paneId: CANDLE_PANE }, true);
        } else {
          const paneId = `pane_${name}`;
          const legend =
            name === 'VOL' ? { createTooltipDataSource: volumeLegend(options.texts.volume) } : {};
          chart.createIndicator({ name, paneId, ...PANE_SETTINGS[name], ...legend });
          chart.setPaneOptions({
            id: paneId,
            height: PANE_HEIGHT,
            minHeight: PANE_HEIGHT,
            dragEnabled: false,
          });
        }
      }
    },
    setTimeZone: zone => chart.setTimezone(zone),
    setOrders: lines.set,
    restyle(next) {
      const isShown = next.theme === look.theme && next.textSize === look.textSize;
      if (isShown && next.upColour === look.upColour) return;
      look = next;
      chart.setStyles(chartStyles(shown.interval === 'line', look.upColour));
      lines.recolour(next.upColour);
    },
    reload: () => chart.resetData(),
    resize: () => chart.resize(),
    destroy() {
      stopScrollFix();
      lines.destroy();
      feed.stop();
      dispose(container);
    },
  };
}
