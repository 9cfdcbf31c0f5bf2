import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import type { WireMarket, WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { csvName, saveCsv } from '#lib/csv.ts';
import { dayEndMs, dayStartMs } from '#lib/days.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { IconButton } from '#ui/button.tsx';
import { DayField } from '#ui/day-field.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { SelectChip } from '#ui/select-chip.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { fetchAllOptions, historyQuery, type HistoryFilter } from '../api/options.ts';
import { optionsCsv } from '../model/csv.ts';
import type { Mode } from '../model/ticket.ts';
import styles from './option-history.module.css';
import { OptionRow } from './option-row.tsx';

const DIRECTIONS = ['rise', 'fall'] as const;
const OUTCOMES = ['won', 'lost', 'refunded'] as const satisfies readonly WireOption['outcome'][];

/** Settled options with filters by direction, result, market and date; also as a file. */
export function OptionHistory({
  mode,
  markets,
  detailHref,
}: {
  readonly mode: Mode;
  readonly markets: readonly WireMarket[];
  readonly detailHref: (optionId: number) => string;
}) {
  const { t } = useTranslation('option');
  const [direction, setDirection] = useState('');
  const [outcome, setOutcome] = useState('');
  const [marketId, setMarketId] = useState('');
  const [fromDay, setFromDay] = useState('');
  const [toDay, setToDay] = useState('');
  const filter: HistoryFilter = {
    mode,
    marketId: markets.find(({ id }) => String(id) === marketId)?.id,
    direction: DIRECTIONS.find(one => one === direction),
    outcome: OUTCOMES.find(one => one === outcome),
    fromMs: dayStartMs(fromDay),
    toMs: dayEndMs(toDay),
  };
  const query = useInfiniteQuery(historyQuery(filter));
  const { data, error, refetch } = query;
  const options = data?.pages.flatMap(page => page.items);
  const save = async () => {
    showToast(t('history.exporting'));
    const all = await fetchAllOptions(filter);
    saveCsv(csvName(mode === 'practice' ? 'practice-options' : 'options'), optionsCsv(all));
    showToast(t('history.exported', { count: all.length }), 'good');
  };
  const { busy, submit } = useSubmit(save, { onFailed: showRefusal });
  return (
    <>
      <div className={styles['filters']}>
        <SelectChip label={t('history.direction')} value={direction} onChange={setDirection}>
          <option value="">{t('history.allDirections')}</option>
          {DIRECTIONS.map(one => (
            <option key={one} value={one}>
              {t(`direction.${one}`)}
            </option>
          ))}
        </SelectChip>
        <SelectChip label={t('history.result')} value={outcome} onChange={setOutcome}>
          <option value="">{t('history.allResults')}</option>
          {OUTCOMES.map(one => (
            <option key={one} value={one}>
              {t(`outcome.${one}`)}
            </option>
          ))}
        </SelectChip>
        <SelectChip label={t('history.market')} value={marketId} onChange={setMarketId}>
          <option value="">{t('history.allMarkets')}</option>
          {markets.map(market => (
            <option key={market.id} value={market.id}>
              {market.symbol}
            </option>
          ))}
        </SelectChip>
      </div>
      <div className={styles['days']}>
        <DayField label={t('history.from')} value={fromDay} onChange={setFromDay} />
        <DayField label={t('history.to')} value={toDay} onChange={setToDay} />
        <IconButton
          label={t('history.export')}
          aria-busy={busy}
          disabled={busy}
          onClick={() => void submit()}
        >
          <Download size={20} />
        </IconButton>
      </div>
      {error || !options ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={132} radius={14} />} />
      ) : null}
      {options?.length === 0 ? (
        <EmptyState icon={<History size={26} strokeWidth={1.6} />} title={t('history.none')}>
          {t('history.noneText')}
        </EmptyState>
      ) : null}
      {options && options.length > 0 ? (
        <ul className="panel raised">
          {options.map(option => (
            <OptionRow key={option.option_id} option={option} to={detailHref(option.option_id)} />
          ))}
        </ul>
      ) : null}
      <MoreButton query={query} className="mt-3">
        {t('history.more')}
      </MoreButton>
    </>
  );
}
