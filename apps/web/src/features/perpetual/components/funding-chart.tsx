import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type PointerEvent } from 'react';
import type { WireContract } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { formatDate, signOf } from '#ui/format.ts';
import { Chips } from '#ui/segmented.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { FUNDING_DAYS, fundingRangeQuery, type FundingDays } from '../api/perpetual.ts';
import {
  fundingPlot,
  fundingSeries,
  type FundingPoint,
  type FundingSeries,
} from '../model/funding-series.ts';
import { formatRate } from './contract-strip.tsx';
import styles from './funding-chart.module.css';

const SIZE = 1_000;
/** Share of a bar's place that it fills. */
const FILL = 0.7;

function Rate({ value }: { readonly value: string | undefined }) {
  const sign = signOf(value);
  return <b className={cx(sign === 1 && 'up', sign === -1 && 'down')}>{formatRate(value)}</b>;
}

/** Bars of rates and a line of what they add up to; one of them can be looked at with pointer or arrow keys. */
function Plot({ series }: { readonly series: FundingSeries }) {
  const { t } = useTranslation('perpetual');
  const { points } = series;
  const [at, setAt] = useState<number>();
  const { zero, bars, line, rates, totals } = useMemo(() => fundingPlot(series), [series]);
  const step = SIZE / points.length;
  const centre = (index: number): number => (index + 0.5) * step;
  const shown: FundingPoint | undefined = at === undefined ? undefined : points[at];
  const look = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    setAt(Math.min(points.length - 1, Math.max(0, index)));
  };
  const spoken = ({ atMs, rate, total }: FundingPoint): string =>
    `${formatDate(atMs, 'dayMinute')}: ${formatRate(rate)}, ${t('fundingChart.cumulative')} ${formatRate(total)}`;
  const top = (share: number): number => share * SIZE;
  return (
    <>
      <p className={styles['said']} aria-hidden={shown === undefined}>
        {shown === undefined ? (
          <span className={styles['legend']}>
            <span className={styles['bars']}>{t('fundingChart.rate')}</span>
            <span className={styles['line']}>{t('fundingChart.cumulative')}</span>
          </span>
        ) : (
          <>
            <span>{formatDate(shown.atMs, 'dayMinute')}</span>
            <span>
              {t('fundingChart.rate')} <Rate value={shown.rate} />
            </span>
            <span>
              {t('fundingChart.cumulative')} <Rate value={shown.total} />
            </span>
          </>
        )}
      </p>
      <div className={styles['scales']} aria-hidden="true">
        <span>{rates.top && formatRate(rates.top)}</span>
        <span>{totals.top && formatRate(totals.top)}</span>
      </div>
      <div className={styles['plot']}>
        <input
          type="range"
          className={styles['pick']}
          aria-label={t('fundingChart.look')}
          min={0}
          max={points.length - 1}
          value={at ?? points.length - 1}
          aria-valuetext={shown && spoken(shown)}
          onChange={event => setAt(event.target.valueAsNumber)}
          onPointerMove={look}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        />
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles['zero']} d={`M0 ${top(zero)}H${SIZE}`} vectorEffect="non-scaling-stroke" />
          {at === undefined ? null : (
            <path
              className={styles['cursor']}
              d={`M${centre(at)} 0V${SIZE}`}
              vectorEffect="non-scaling-stroke"
            />
          )}
          {bars.map((y, index) => (
            <rect
              key={points[index]?.atMs}
              className={y > zero ? styles['fall'] : styles['rise']}
              x={centre(index) - (step * FILL) / 2}
              width={step * FILL}
              y={top(Math.min(y, zero))}
              height={top(Math.abs(y - zero))}
            />
          ))}
          <path
            className={styles['total']}
            d={line.map((y, index) => `${index === 0 ? 'M' : 'L'}${centre(index)} ${top(y)}`).join('')}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </div>
      <div className={styles['scales']} aria-hidden="true">
        <span>{rates.bottom && formatRate(rates.bottom)}</span>
        <span>{totals.bottom && formatRate(totals.bottom)}</span>
      </div>
      <div className={styles['axis']} aria-hidden="true">
        <span>{formatDate(points[0]?.atMs, 'date')}</span>
        <span>{formatDate(points.at(-1)?.atMs, 'date')}</span>
      </div>
    </>
  );
}

/** Funding rates of the last days as bars, with what they add up to. */
export function FundingChart({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const [days, setDays] = useState<FundingDays>(30);
  const titleId = useId();
  const { data, error, refetch } = useQuery(fundingRangeQuery(contract.market_id, days));
  const series = useMemo(() => (data ? fundingSeries(data) : undefined), [data]);
  return (
    <section className={styles['chart']} aria-labelledby={titleId}>
      <div className={styles['head']}>
        <h3 id={titleId} className={styles['title']}>
          {t('fundingChart.title')}
        </h3>
        <Chips
          className={styles['ranges']}
          label={t('fundingChart.range')}
          value={String(days)}
          onChange={chosen => setDays(FUNDING_DAYS.find(one => String(one) === chosen) ?? days)}
          choices={FUNDING_DAYS.map(one => ({
            value: String(one),
            label: t('fundingChart.days', { days: one }),
          }))}
        />
      </div>
      {series ? null : (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={236} radius={12} />} />
      )}
      {series?.points.length === 0 ? <p className={styles['none']}>{t('fundingChart.none')}</p> : null}
      {series && series.points.length > 0 ? (
        <>
          <Plot key={days} series={series} />
          <p className={styles['sums']}>
            <span>
              {t('fundingChart.total')} <Rate value={series.total} />
            </span>
            <span>
              {t('fundingChart.average')} <Rate value={series.average} />
            </span>
          </p>
        </>
      ) : null}
    </section>
  );
}
