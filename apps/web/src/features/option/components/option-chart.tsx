import { useMemo } from 'react';
import type { WireMarket, WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { formatDate, formatPrice } from '#ui/format.ts';
import { formatIndex } from '../model/index-price.ts';
import { slidingWindow, standingWindow } from '../model/plot.ts';
import { standingOf } from '../model/standing.ts';
import { TickChart, type EntryLine, type MomentLine } from './tick-chart.tsx';
import { useTicks } from './use-ticks.ts';

/** Redraw interval: smooth enough without much load on the phone. */
const STEP_MS = 500;

/**
 * The market's index with the followed option: its entry price and its end as lines. Without one it shows
 * when an option bought now would end.
 */
export function OptionChart({
  market,
  seconds,
  running,
  followed,
}: {
  readonly market: WireMarket;
  /** The chosen time. */
  readonly seconds: number;
  /** Running options of this market. */
  readonly running: readonly WireOption[];
  readonly followed: WireOption | undefined;
}) {
  const { t } = useTranslation('option');
  const ticks = useTicks(market.id);
  const nowMs = useServerNow(STEP_MS);
  const { priceDecimals } = unitsOf(market);
  const price = ticks?.at(-1)?.price;
  const boughtMs = followed?.bought_at_ms;
  const endsMs = followed?.delivery_at_ms;

  const entries = useMemo(
    (): EntryLine[] =>
      running.flatMap(option =>
        option.entry === null
          ? []
          : [
              {
                optionId: option.option_id,
                price: option.entry.price,
                label: t('chart.entry', { price: formatIndex(option.entry.price, priceDecimals) }),
                followed: option.option_id === followed?.option_id,
              },
            ],
      ),
    [running, followed, priceDecimals, t],
  );
  const window =
    boughtMs === undefined || endsMs === undefined
      ? slidingWindow(nowMs, seconds)
      : standingWindow(boughtMs, endsMs);
  const possibleMs = nowMs + seconds * 1000;
  const time = (atMs: number) => formatDate(atMs, 'time');
  const moments: MomentLine[] =
    boughtMs === undefined || endsMs === undefined
      ? [{ kind: 'possible', atMs: possibleMs, label: t('chart.wouldEnd', { time: time(possibleMs) }) }]
      : [
          { kind: 'start', atMs: boughtMs, label: time(boughtMs) },
          { kind: 'end', atMs: endsMs, label: t('chart.ends', { time: time(endsMs) }) },
        ];
  return (
    <TickChart
      label={
        followed?.entry && endsMs !== undefined
          ? t('chart.running', {
              symbol: market.symbol,
              entry: formatIndex(followed.entry.price, priceDecimals),
              time: time(endsMs),
            })
          : t('chart.label', { symbol: market.symbol })
      }
      ticks={ticks ?? []}
      window={window}
      writeScale={value => formatPrice(String(value), priceDecimals)}
      entries={entries}
      moments={moments}
      standing={followed && standingOf(followed, price)}
      note={ticks?.length === 0 ? t('chart.waiting') : undefined}
    />
  );
}
