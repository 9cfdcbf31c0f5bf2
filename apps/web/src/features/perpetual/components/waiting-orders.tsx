import { ListChecks, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { errorText } from '#lib/errors.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Confirm } from '#ui/confirm.tsx';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';
import { EmptyState, Skeleton } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { showToast } from '#ui/toast.ts';
import { cancelAllWaiting, cancelWaiting, useOpenPositions } from '../api/perpetual.ts';
import { contractName } from '../model/contract.ts';
import { listOrders, type WaitingOrder } from '../model/positions.ts';
import cards from './position-card.module.css';
import styles from './positions.module.css';

/** Which of the listed orders are being cancelled; each can be asked for once. */
function useCancel() {
  const { t } = useTranslation('perpetual');
  const [running, setRunning] = useState<ReadonlySet<number>>(new Set());
  const cancel = (orderId: number) => {
    if (running.has(orderId)) return;
    setRunning(ids => new Set([...ids, orderId]));
    cancelWaiting(orderId)
      .then(
        () => showToast(t('position.cancelled'), 'good'),
        (error: unknown) => showToast(errorText(error), 'bad'),
      )
      .finally(() => setRunning(ids => new Set([...ids].filter(id => id !== orderId))))
      .catch(() => undefined);
  };
  return { running, cancel };
}

function CancelAll({ scope, count }: { readonly scope: WireContract | undefined; readonly count: number }) {
  const { t } = useTranslation('perpetual');
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      showToast(t('cancelAll.done', { count: await cancelAllWaiting(scope?.market_id) }), 'good');
    } catch (error) {
      showToast(errorText(error), 'bad');
    } finally {
      setBusy(false);
      setOpen(false);
    }
  };
  return (
    <>
      {count === 0 ? null : (
        <Button tone="plain" size="small" onClick={() => setOpen(true)}>
          {t('cancelAll.button')}
        </Button>
      )}
      <Confirm
        open={open}
        title={t('cancelAll.title', { count })}
        confirmLabel={t('cancelAll.confirm')}
        cancelLabel={t('cancelAll.keep')}
        tone="danger"
        busy={busy}
        onConfirm={() => void run()}
        onClose={() => setOpen(false)}
      >
        {scope ? t('cancelAll.market', { contract: contractName(scope) }) : t('cancelAll.all')}
      </Confirm>
    </>
  );
}

function OrderCard({
  order,
  busy,
  onCancel,
}: {
  readonly order: WaitingOrder;
  readonly busy: boolean;
  readonly onCancel: () => void;
}) {
  const { t } = useTranslation(['perpetual', 'common']);
  const { position, closes } = order;
  const quote = position.symbol.split('/')[1] ?? '';
  const name = `${t(`perpetual:direction.${position.direction}`)} ${contractName(position)}`;
  return (
    <li className={cx(cards['card'], 'raised')}>
      <div className={cards['head']}>
        <span className={cards['open']}>
          <span className={cards['title']}>
            <span className={position.direction === 'long' ? 'up' : 'down'}>
              {closes ? `${t('perpetual:action.close')} ` : ''}
              {t(`perpetual:direction.${position.direction}`)}
            </span>{' '}
            {contractName(position)}
          </span>
          <span className={cards['terms']}>
            {closes ? '' : `${position.multiple}× · `}
            {formatDate(order.placedAtMs, 'dayMinute')}
          </span>
        </span>
        <Button
          tone="quiet"
          size="small"
          busy={busy}
          icon={<X size={14} aria-hidden="true" />}
          aria-label={`${t('common:actions.cancel')}: ${name}`}
          onClick={onCancel}
        >
          {t('common:actions.cancel')}
        </Button>
      </div>
      <dl className={cards['figures']}>
        <div>
          <dt>{t('perpetual:position.size')}</dt>
          <dd>
            {t('perpetual:position.lots', { lots: formatDecimal(String(order.lots)) })}
            {closes || order.lots === position.lots ? '' : ` / ${formatDecimal(String(position.lots))}`}
          </dd>
        </div>
        <div>
          <dt>{t('perpetual:ticket.price')}</dt>
          <dd>
            {formatDecimal(order.price)} {quote}
          </dd>
        </div>
        {closes ? null : (
          <div>
            <dt>{t('perpetual:preview.needed')}</dt>
            <dd>
              {formatAmount(position.waiting_margin, 2)} {quote}
            </dd>
          </div>
        )}
        {position.take_profit_price === null && position.stop_loss_price === null ? null : (
          <div>
            <dt>{t('perpetual:ticket.stops')}</dt>
            <dd>
              {formatDecimal(position.take_profit_price)} / {formatDecimal(position.stop_loss_price)}
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}

/** Orders that wait to open or to close, in this contract or in all. */
export function WaitingOrders({ contract }: { readonly contract: WireContract }) {
  const { t } = useTranslation('perpetual');
  const positions = useOpenPositions();
  const [allContracts, setAllContracts] = useState(true);
  const { running, cancel } = useCancel();
  const scope = allContracts ? undefined : contract;
  const shown = useMemo(
    () => listOrders(positions?.values() ?? ([] as WirePosition[]), scope?.market_id),
    [positions, scope],
  );
  return (
    <>
      <div className={styles['bar']}>
        <Checkbox checked={allContracts} onChange={setAllContracts}>
          {t('position.all')}
        </Checkbox>
        <CancelAll scope={scope} count={shown.length} />
      </div>
      {positions === undefined ? <Skeleton height={116} radius={14} /> : null}
      {positions && shown.length === 0 ? (
        <EmptyState icon={<ListChecks size={26} strokeWidth={1.6} />} title={t('position.noneOrders')}>
          {t('position.noneOrdersText')}
        </EmptyState>
      ) : null}
      <ul>
        {shown.map(order => (
          <OrderCard
            key={order.orderId}
            order={order}
            busy={running.has(order.orderId)}
            onCancel={() => cancel(order.orderId)}
          />
        ))}
      </ul>
    </>
  );
}
