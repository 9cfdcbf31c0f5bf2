import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { formatAmount, formatDate, formatPercent } from '#ui/format.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { useReservesHistory, type ReservesHistory, type Span } from '../api/calls.ts';
import { drawnHistory, percentOf, type Drawn } from '../model/shown.ts';
import styles from './reserves.module.css';

const HEIGHT = 100;
const WIDTH = 300;

/** Assets and liabilities of a currency over time. Needs the namespace `reserves`. */
export function HistoryCard({ currency }: { readonly currency: string }) {
  const { t } = useTranslation('reserves');
  const [span, setSpan] = useState<Span>('week');
  const history = useReservesHistory(currency, span);
  return (
    <Card className="stack-3">
      <div className="ends">
        <h2 className="text-14 weight-600">{t('history.title', { currency })}</h2>
        <Segmented
          label={t('history.span')}
          className={styles['span']}
          value={span}
          choices={[
            { value: 'week', label: t('history.week') },
            { value: 'year', label: t('history.year') },
          ]}
          onChange={setSpan}
        />
      </div>
      {history.data ? (
        <Chart history={history.data} />
      ) : (
        <Pending
          error={history.error}
          onRetry={history.refetch}
          shape={<Skeleton height={160} radius={10} />}
        />
      )}
    </Card>
  );
}

function Chart({ history }: { readonly history: ReservesHistory }) {
  const { t } = useTranslation('reserves');
  const { drawn, most, least } = drawnHistory(history);
  const [first] = drawn;
  const last = drawn.at(-1);
  if (first === undefined || last === undefined || drawn.length < 2) {
    return <p className="note">{t('history.none')}</p>;
  }
  const said =
    least === undefined
      ? t('nothingOwed')
      : t('history.least', {
          percent: formatPercent(percentOf(least.ratioPpm), { sign: 'auto' }),
          at: formatDate(least.atMs, 'dayMinute'),
        });
  const lines = { behind: lineOf(drawn, 'behind'), owed: lineOf(drawn, 'owed') };
  return (
    <div className="stack-2">
      <div className={styles['legend']}>
        <span data-kind="behind">
          <i aria-hidden="true" />
          {t('behind')}
        </span>
        <span data-kind="owed">
          <i aria-hidden="true" />
          {t('owed')}
        </span>
      </div>
      <p className="note">{`${formatAmount(most)} ${history.currency}`}</p>
      <div className={styles['chart']}>
        {/* For the eye only: the words below say how it stands. */}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <polygon className={styles['area']} points={`0,${HEIGHT} ${lines.behind} ${WIDTH},${HEIGHT}`} />
          <line className={styles['base']} x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
          <polyline className={styles['behind']} points={lines.behind} />
          <polyline className={styles['owed']} points={lines.owed} />
        </svg>
      </div>
      <div className="note flex-2 between">
        <span>{formatDate(first.atMs, 'dayMinute')}</span>
        <span>{formatDate(last.atMs, 'dayMinute')}</span>
      </div>
      <p className="note">{said}</p>
      <p className="note">{t('history.unchecked')}</p>
    </div>
  );
}

/** By time, from zero at the bottom: what looks half is half. */
function lineOf(drawn: readonly Drawn[], which: 'owed' | 'behind'): string {
  const from = drawn[0]!.atMs;
  const width = Math.max(1, drawn.at(-1)!.atMs - from);
  return drawn
    .map(one => {
      const x = ((one.atMs - from) / width) * WIDTH;
      const y = HEIGHT - one[which] * (HEIGHT - 2);
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
    })
    .join(' ');
}
