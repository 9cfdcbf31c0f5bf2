import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { csvName, saveCsv } from '#lib/csv.ts';
import { dayEndMs, dayStartMs } from '#lib/days.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { CardList, ListBar } from '#ui/card-list.tsx';
import { cx } from '#ui/class-names.ts';
import { DayField } from '#ui/day-field.tsx';
import { formatDate, formatDecimal, formatPrice, UNKNOWN } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { showRefusal } from '#ui/toast.ts';
import { fetchAllHistory, historyQuery, type HistoryFilter } from '../api/perpetual.ts';
import { contractName, contractUnits } from '../model/contract.ts';
import { positionsCsv } from '../model/csv.ts';
import { minorOf } from '../model/positions.ts';
import cards from './position-card.module.css';
import styles from './position-history.module.css';
import { PositionSheet } from './position-sheet.tsx';
import { useMoney } from './ticket-preview.tsx';
import { useContractOf } from './use-contract.ts';

function EndedCard({
  position,
  contract,
  onOpen,
}: {
  readonly position: WirePosition;
  readonly contract: WireContract;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('perpetual');
  const money = useMoney(contract);
  const { decimals } = contract.quote;
  const { priceDecimals } = contractUnits(contract);
  const net = minorOf(position.net_profit, decimals);
  const isClosed = position.status === 'closed';
  const price = (text: string | null) => (text === null ? UNKNOWN : formatPrice(text, priceDecimals));
  return (
    <li className={cx(cards['card'], 'raised')}>
      <div className="row-2 between">
        <button type="button" className={cx(cards['open'], 'card-button')} onClick={onOpen}>
          <span className="weight-650">
            <span className={position.direction === 'long' ? 'up' : 'down'}>
              {t(`direction.${position.direction}`)}
            </span>{' '}
            {contractName(position)}
          </span>
          <span className="note">
            {t('position.lots', {
              lots: formatDecimal(String(isClosed ? position.closed_lots : position.lots)),
            })}{' '}
            · {position.multiple}× ·{' '}
            {formatDate(position.closed_at_ms ?? position.updated_at_ms, 'dayMinute')}
          </span>
        </button>
        <span className={styles['end']}>
          {isClosed ? <b className={cx(net > 0n && 'up', net < 0n && 'down')}>{money(net, true)}</b> : null}
          <span className={styles['reason']} data-reason={position.close_reason ?? ''}>
            {isClosed && position.close_reason
              ? t(position.close_reason === 'customer' ? 'story.close' : `closed.${position.close_reason}`)
              : t(`status.${position.status}`)}
          </span>
        </span>
      </div>
      {isClosed ? (
        <dl className={cards['figures']}>
          <div>
            <dt>{t('position.openPrice')}</dt>
            <dd>{price(position.open_price)}</dd>
          </div>
          <div>
            <dt>{t('position.closePrice')}</dt>
            <dd>{price(position.close_price)}</dd>
          </div>
          <div>
            <dt>{t('position.fees')}</dt>
            <dd>{money(minorOf(position.fee, decimals) + minorOf(position.liquidation_fee, decimals))}</dd>
          </div>
          <div>
            <dt>{t('position.funding')}</dt>
            <dd>{money(minorOf(position.funding, decimals), true)}</dd>
          </div>
        </dl>
      ) : null}
    </li>
  );
}

/** Ended positions with average prices, fees, funding and the reason they ended; also as a file. */
export function PositionHistory({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const contractOf = useContractOf();
  const [allContracts, setAllContracts] = useState(true);
  const [opened, setOpened] = useState<WirePosition>();
  const [fromDay, setFromDay] = useState('');
  const [toDay, setToDay] = useState('');
  const filter: HistoryFilter = {
    marketId: allContracts ? undefined : contract.market_id,
    fromMs: dayStartMs(fromDay),
    toMs: dayEndMs(toDay),
  };
  const query = useInfiniteQuery(historyQuery(filter));
  const { data, error, refetch } = query;
  const ended = data?.pages.flatMap(page => page.items);
  const openedContract = opened && contractOf(opened.market_id);
  const save = async () => {
    saveCsv(csvName('positions'), positionsCsv(await fetchAllHistory(filter)));
  };
  const { busy, submit } = useSubmit(save, { onFailed: showRefusal });
  return (
    <>
      <ListBar>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('position.all')}
        </Checkbox>
        <Button
          tone="plain"
          size="small"
          busy={busy}
          icon={<Download size={15} aria-hidden="true" />}
          onClick={() => void submit()}
        >
          CSV
        </Button>
      </ListBar>
      <div className="stack-2 cols-2 mb-3">
        <DayField label={t('position.from')} value={fromDay} onChange={setFromDay} />
        <DayField label={t('position.to')} value={toDay} onChange={setToDay} />
      </div>
      {error || !ended ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={116} radius={14} />} />
      ) : null}
      {ended?.length === 0 ? (
        <EmptyState icon={<History size={26} strokeWidth={1.6} />} title={t('position.noneHistory')}>
          {t('position.noneHistoryText')}
        </EmptyState>
      ) : null}
      <CardList>
        {ended?.map(position => {
          const own = contractOf(position.market_id);
          return own ? (
            <EndedCard
              key={position.position_id}
              position={position}
              contract={own}
              onOpen={() => setOpened(position)}
            />
          ) : null;
        })}
      </CardList>
      <MoreButton query={query} className="mt-3">
        {t('position.older')}
      </MoreButton>
      {opened && openedContract ? (
        <PositionSheet position={opened} contract={openedContract} onClose={() => setOpened(undefined)} />
      ) : null}
    </>
  );
}
