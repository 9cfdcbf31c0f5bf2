import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { formatAmount, formatDate, formatPrice } from '#ui/format.ts';
import { ErrorState } from '#ui/states.tsx';
import { Timeline, type TimelineStep } from '#ui/timeline.tsx';
import { fetchTicksOf } from '../api/log.ts';
import { formatIndex } from '../model/index-price.ts';
import { standingWindow } from '../model/plot.ts';
import { replay, type Replay } from '../model/replay.ts';
import styles from './option-receipt.module.css';
import { TickChart } from './tick-chart.tsx';

function useSteps(option: WireOption, worked: Replay, priceDecimals: number): readonly TimelineStep[] {
  const { t } = useTranslation('option');
  const { entry, exit, result, matches } = worked;
  const comparison = {
    rise: t('replay.above'),
    fall: t('replay.below'),
    even: t('replay.equal'),
    stale_entry: t('replay.missing'),
    stale_exit: t('replay.missing'),
  };
  const tick = (found: typeof entry) =>
    found
      ? `${t('detail.tickAt', { number: found.number, time: formatDate(found.atMs, 'time') })} · ${formatIndex(found.price, priceDecimals)}`
      : t('detail.noTick');
  return [
    { key: 'entry', title: t('replay.entry'), detail: tick(entry), state: entry ? 'done' : 'bad' },
    { key: 'exit', title: t('replay.exit'), detail: tick(exit), state: exit ? 'done' : 'bad' },
    {
      key: 'result',
      title: comparison[result],
      detail: t('replay.payout', { amount: `${formatAmount(worked.payout)} ${option.currency}` }),
      state: 'done',
    },
    {
      key: 'same',
      title: matches ? t('replay.same') : t('replay.other'),
      detail: t('replay.ticks', { count: worked.ticks.length }),
      state: matches ? 'done' : 'bad',
    },
  ];
}

function Worked({
  option,
  worked,
  priceDecimals,
}: {
  readonly option: WireOption;
  readonly worked: Replay;
  readonly priceDecimals: number;
}) {
  const { t } = useTranslation('option');
  const steps = useSteps(option, worked, priceDecimals);
  const time = (atMs: number) => formatDate(atMs, 'time');
  return (
    <>
      <TickChart
        label={t('chart.label', { symbol: option.symbol })}
        ticks={worked.ticks}
        window={standingWindow(option.bought_at_ms, option.delivery_at_ms)}
        writeScale={value => formatPrice(String(value), priceDecimals)}
        entries={
          worked.entry
            ? [
                {
                  optionId: option.option_id,
                  price: worked.entry.price,
                  label: t('chart.entry', { price: formatIndex(worked.entry.price, priceDecimals) }),
                  followed: true,
                },
              ]
            : []
        }
        moments={[
          { kind: 'start', atMs: option.bought_at_ms, label: time(option.bought_at_ms) },
          { kind: 'end', atMs: option.delivery_at_ms, label: time(option.delivery_at_ms) },
        ]}
      />
      <Timeline label={t('replay.title')} steps={steps} />
      <p className={styles['note']}>
        {t('replay.otherSide', {
          direction: t(`direction.${option.direction === 'rise' ? 'fall' : 'rise'}`),
          amount: `${formatAmount(worked.otherPayout)} ${option.currency}`,
        })}
      </p>
    </>
  );
}

/** “Would I have won?”: the phone reads the published ticks and settles the option again by itself. */
export function ReplaySection({
  option,
  priceDecimals,
}: {
  readonly option: WireOption;
  readonly priceDecimals: number;
}) {
  const { t } = useTranslation('option');
  const [wanted, setWanted] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['option replay', option.option_id],
    queryFn: async ({ signal }) => replay(option.receipt, await fetchTicksOf(option.receipt, signal)),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Card className={styles['part']}>
      <h2 className={styles['heading']}>{t('replay.title')}</h2>
      <p className={styles['note']}>{t('replay.text')}</p>
      {data ? <Worked option={option} worked={data} priceDecimals={priceDecimals} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : (
        <Button tone="quiet" size="small" busy={isFetching} onClick={() => setWanted(true)}>
          {isFetching ? t('replay.busy') : t('replay.run')}
        </Button>
      )}
    </Card>
  );
}
