import { useId, useMemo, type CSSProperties } from 'react';
import { cx } from '#ui/class-names.ts';
import { formatDate } from '#ui/format.ts';
import { layOut, PLOT_SIZE, type IndexTick, type PlotPoint, type PlotWindow } from '../model/plot.ts';
import styles from './tick-chart.module.css';

/** An entry price of one of the customer's options, as a horizontal line. */
export interface EntryLine {
  readonly optionId: number;
  readonly price: string;
  readonly label: string;
  /** The followed option; others are drawn in the background. */
  readonly followed: boolean;
}

/** A vertical line at a purchase or an expiry. */
export interface MomentLine {
  readonly kind: 'start' | 'end' | 'possible';
  readonly atMs: number;
  readonly label: string;
}

export interface TickChartProps {
  /** Text alternative for screen readers. */
  readonly label: string;
  /** Oldest first. */
  readonly ticks: readonly IndexTick[];
  readonly window: PlotWindow;
  readonly writeScale: (value: number) => string;
  readonly entries: readonly EntryLine[];
  readonly moments: readonly MomentLine[];
  /** How the followed option would end now. */
  readonly standing?: 'ahead' | 'behind' | 'level' | undefined;
  /** Text in the middle while there is no price. */
  readonly note?: string | undefined;
}

const percent = (units: number) => `${units / (PLOT_SIZE / 100)}%`;

function pathOf(points: readonly PlotPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}

/**
 * The index price tick by tick, by which options are settled. Drawn as SVG, so that it follows the page's
 * width. Texts are HTML above it.
 */
export function TickChart({
  label,
  ticks,
  window,
  writeScale,
  entries,
  moments,
  standing,
  note,
}: TickChartProps) {
  const gradient = useId();
  const { fromMs, toMs } = window;
  const levels = useMemo(
    () => entries.toSorted((a, b) => (a.followed ? 0 : 1) - (b.followed ? 0 : 1)).map(entry => entry.price),
    [entries],
  );
  const plot = useMemo(() => layOut(ticks, levels, { fromMs, toMs }), [ticks, levels, fromMs, toMs]);
  const line = pathOf(plot.points);
  const first = plot.points[0];
  const last = plot.points.at(-1);
  return (
    <figure className={styles['chart']} aria-label={label} data-standing={standing}>
      <div className={styles['plot']}>
        <svg
          className={styles['lines']}
          viewBox={`0 0 ${PLOT_SIZE} ${PLOT_SIZE}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <defs>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" className={styles['from']} />
              <stop offset="1" className={styles['to']} />
            </linearGradient>
          </defs>
          {plot.scale.map(({ y }) => (
            <path key={y} className={styles['grid']} d={`M0 ${y}H${PLOT_SIZE}`} />
          ))}
          {first && last ? (
            <>
              <path d={`${line}V${PLOT_SIZE}H${first.x}Z`} fill={`url(#${gradient})`} />
              <path className={styles['line']} d={line} />
            </>
          ) : null}
          {moments.map(({ kind, atMs }) => (
            <path key={kind} className={styles[kind]} d={`M${plot.xOf(atMs)} 0V${PLOT_SIZE}`} />
          ))}
          {entries.map(({ optionId, price, followed }) => {
            const y = plot.yOf(price);
            return y === undefined ? null : (
              <path
                key={optionId}
                className={cx(styles['entry'], followed && styles['followed'])}
                d={`M0 ${y}H${PLOT_SIZE}`}
              />
            );
          })}
        </svg>
        {plot.scale.map(({ y, value }) => (
          <span key={y} className={styles['scale']} style={{ top: percent(y) }} aria-hidden="true">
            {writeScale(value)}
          </span>
        ))}
        {entries.map(({ optionId, price, label: text, followed }) => {
          const y = plot.yOf(price);
          return y === undefined || !followed ? null : (
            <span key={optionId} className={styles['tag']} style={{ top: percent(y) }}>
              {text}
            </span>
          );
        })}
        {last ? (
          <span
            className={styles['dot']}
            style={{ transform: `translate(${percent(last.x)}, ${percent(last.y)})` } satisfies CSSProperties}
            aria-hidden="true"
          />
        ) : null}
        {note ? <span className={styles['note']}>{note}</span> : null}
      </div>
      <div className={styles['moments']} aria-hidden="true">
        <span className={styles['from']}>{formatDate(fromMs, 'time')}</span>
        {moments.map(({ kind, atMs, label: text }) => (
          <span key={kind} className={styles[`${kind}Label`]} style={{ left: percent(plot.xOf(atMs)) }}>
            {text}
          </span>
        ))}
      </div>
    </figure>
  );
}
