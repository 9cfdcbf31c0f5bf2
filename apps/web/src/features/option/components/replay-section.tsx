import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { formatAmount, formatDate, formatPrice } from '#ui/format.ts';
import { VerificationReport } from '#ui/report/report.tsx';
import { ErrorState } from '#ui/states.tsx';
import { fetchTicksOf } from '../api/log.ts';
import { formatIndex } from '../model/index-price.ts';
import { standingWindow } from '../model/plot.ts';
import { replay, type Replay } from '../model/replay.ts';
import { TickChart } from './tick-chart.tsx';

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
      <VerificationReport report={worked.report} />
      <p className="soft text-12 leading-17">
        {t('replay.otherSide', {
          direction: t(`direction.${option.direction === 'rise' ? 'fall' : 'rise'}`),
          amount: `${formatAmount(worked.otherPayout)} ${option.currency}`,
        })}
      </p>
    </>
  );
}

/** “Would I have won?”: settles the option again on this device, from the published ticks. */
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
    <Card className="stack-2 cols-1">
      <h2 className="text-14">{t('replay.title')}</h2>
      <p className="soft text-12 leading-17">{t('replay.text')}</p>
      {data ? <Worked option={option} worked={data} priceDecimals={priceDecimals} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {data || error ? null : (
        <Button tone="quiet" size="small" busy={isFetching} onClick={() => setWanted(true)}>
          {isFetching ? t('replay.busy') : t('replay.run')}
        </Button>
      )}
    </Card>
  );
}
