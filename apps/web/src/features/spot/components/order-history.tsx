import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { csvName, saveCsv } from '#lib/csv.ts';
import { dayEndMs, dayStartMs } from '#lib/days.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { CardList } from '#ui/card-list.tsx';
import { List, Row } from '#ui/card.tsx';
import { DayField } from '#ui/day-field.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Chips } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { showRefusal } from '#ui/toast.ts';
import { fetchAllFills, fetchAllOrders, historyQuery, type HistoryFilter } from '../api/orders.ts';
import { fillsCsv, ordersCsv } from '../model/csv.ts';
import { OrderCard } from './order-card.tsx';
import { OrderSheet } from './order-sheet.tsx';

function ExportSheet({
  open,
  filter,
  onClose,
}: {
  readonly open: boolean;
  readonly filter: HistoryFilter;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('spot');
  const save = async (name: 'orders' | 'fills') => {
    const rows =
      name === 'orders' ? ordersCsv(await fetchAllOrders(filter)) : fillsCsv(await fetchAllFills(filter));
    saveCsv(csvName(name), rows);
  };
  const { busy, submit } = useSubmit(save, { onDone: onClose, onFailed: showRefusal });
  return (
    <Sheet open={open} onClose={onClose} title={t('export.title')}>
      <List>
        <Row
          title={t('export.orders')}
          detail={t('export.ordersText')}
          onClick={() => void submit('orders')}
        />
        <Row title={t('export.fills')} detail={t('export.fillsText')} onClick={() => void submit('fills')} />
      </List>
      <output className="note block mt-3">{busy ? t('export.busy') : t('export.scope')}</output>
    </Sheet>
  );
}

/** Finished orders with filters by pair and date; also as a file. */
export function OrderHistory({ market }: { readonly market: WireMarket }) {
  const { t } = useTranslation('spot');
  const [scope, setScope] = useState<'all' | 'market'>('all');
  const [fromDay, setFromDay] = useState('');
  const [toDay, setToDay] = useState('');
  const [exporting, setExporting] = useState(false);
  const [opened, setOpened] = useState<WireOrder>();
  const filter: HistoryFilter = {
    marketId: scope === 'market' ? market.id : undefined,
    fromMs: dayStartMs(fromDay),
    toMs: dayEndMs(toDay),
  };
  const query = useInfiniteQuery(historyQuery(filter));
  const { data, error, refetch } = query;
  const orders = data?.pages.flatMap(page => page.items);
  return (
    <>
      <div className="row-2 between">
        <Chips
          label={t('history.pair')}
          value={scope}
          onChange={setScope}
          choices={[
            { value: 'all', label: t('history.allPairs') },
            { value: 'market', label: market.symbol },
          ]}
        />
        <Button
          tone="plain"
          size="small"
          icon={<Download size={15} aria-hidden="true" />}
          onClick={() => setExporting(true)}
        >
          CSV
        </Button>
      </div>
      <div className="stack-2 cols-2 mb-3">
        <DayField label={t('history.from')} value={fromDay} onChange={setFromDay} />
        <DayField label={t('history.to')} value={toDay} onChange={setToDay} />
      </div>
      {error || !orders ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={116} radius={14} />} />
      ) : null}
      {orders?.length === 0 ? (
        <EmptyState icon={<History size={26} strokeWidth={1.6} />} title={t('history.none')}>
          {t('history.noneText')}
        </EmptyState>
      ) : null}
      <CardList>
        {orders?.map(order => (
          <OrderCard key={order.order_id} order={order} onOpen={() => setOpened(order)} />
        ))}
      </CardList>
      <MoreButton query={query} className="mt-3">
        {t('history.more')}
      </MoreButton>
      <ExportSheet open={exporting} filter={filter} onClose={() => setExporting(false)} />
      {opened ? <OrderSheet order={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
