import { useCallback } from 'react';
import type { WireDepth, WireMarket } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { levelsOf } from '#lib/book-levels.ts';
import { unitsOf } from '#lib/market-units.ts';
import { depthTopic, useTopic, type BookKind } from '#realtime/topics.ts';
import { formatPrice } from '#ui/format.ts';
import { Skeleton } from '#ui/states.tsx';
import { depthCurve, type CurvePoint, type DepthCurve } from '../model/depth-curve.ts';
import styles from './depth-chart.module.css';

const WIDTH = 10_000;
const HEIGHT = 10_000;

/** A step line from the middle outwards, as totals change only at a level. */
function stair(points: readonly CurvePoint[]): string {
  const first = points[0];
  if (!first) return '';
  let path = `M${first.x} ${HEIGHT}`;
  const edge = first.x < WIDTH / 2 ? 0 : WIDTH;
  // A step at the edge would draw a vertical line there.
  for (const { x, y } of points) if (x !== edge) path += `H${x}V${HEIGHT - y}`;
  return `${path}H${edge}`;
}

function Side({ side, points }: { readonly side: 'bids' | 'asks'; readonly points: readonly CurvePoint[] }) {
  const line = stair(points);
  return (
    <g data-side={side}>
      <path className={styles['area']} d={`${line}V${HEIGHT}Z`} />
      <path className={styles['line']} d={line} vectorEffect="non-scaling-stroke" />
    </g>
  );
}

const sameCurve = (a: DepthCurve | null, b: DepthCurve | null) => a === b;

/** Running totals of both sides of the book over the price. */
export function DepthChart({
  market,
  kind = 'spot',
}: {
  readonly market: WireMarket;
  readonly kind?: BookKind | undefined;
}) {
  const { t } = useTranslation('market');
  const units = unitsOf(market);
  const select = useCallback(
    (depth: WireDepth) => {
      const { bids, asks } = levelsOf(depth, units);
      return depthCurve(bids, asks, units);
    },
    [units],
  );
  const curve = useTopic(depthTopic(market.id, kind), select, sameCurve);
  const price = (text: string | undefined) => formatPrice(text, units.priceDecimals);
  const bids = curve?.bids.at(-1);
  const asks = curve?.asks.at(-1);
  if (curve === undefined) return <Skeleton height={176} radius={14} />;
  if (curve === null) return <p className={styles['empty']}>{t('depth.empty')}</p>;
  return (
    <figure
      className="text-12"
      aria-label={t('depth.label', { lowest: price(curve.lowest), highest: price(curve.highest) })}
    >
      <figcaption className={styles['legend']}>
        <span className="up">
          {t('depth.bids', { total: formatPrice(bids?.total, units.quantityDecimals) })}
        </span>
        <span className="down">
          {t('depth.asks', { total: formatPrice(asks?.total, units.quantityDecimals) })}
        </span>
      </figcaption>
      <svg
        className={styles['chart']}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <Side side="bids" points={curve.bids} />
        <Side side="asks" points={curve.asks} />
      </svg>
      <div className={styles['axis']}>
        <span>{price(curve.lowest)}</span>
        <span>{price(curve.middle)}</span>
        <span>{price(curve.highest)}</span>
      </div>
    </figure>
  );
}
