import type { WireLaunchOrder } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ButtonLink } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import form from '#ui/form.module.css';
import { Sheet } from '#ui/sheet.tsx';
import { OrderFigures, StateOfOrder } from './own-order.tsx';

/** One order: its figures, each commitment, and a link to verify its allocation. */
export function OrderSheet({
  order,
  onClose,
}: {
  readonly order: WireLaunchOrder;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('launch');
  return (
    <Sheet open onClose={onClose} title={t('order.title', { id: order.order_id })}>
      <div className="stack-4 cols-1">
        <div className={form['headline']}>
          <b>{order.code}</b>
          <StateOfOrder state={order.state} />
        </div>
        <OrderFigures order={order} className="sums" />
        {order.state === 'passed' ? <p className="note">{t('order.returnsText')}</p> : null}
        <div className="stack-2 cols-1">
          <h3 className="soft text-13">{t('order.commitments')}</h3>
          <KeyValues className="sums">
            {order.commitments.map(one => (
              <KeyValue key={one.commitment_id} label={formatDate(one.at_ms, 'dateTime')}>
                {formatDecimal(one.amount)} {one.code}
              </KeyValue>
            ))}
          </KeyValues>
        </div>
        {order.allocated === null ? null : (
          <ButtonLink tone="quiet" block to={paths.launch.getHref({ id: order.offer_id, check: 1 })}>
            {t('checkOpen')}
          </ButtonLink>
        )}
        <ButtonLink tone="quiet" block to={paths.launch.getHref({ id: order.offer_id })}>
          {t('order.offer')}
        </ButtonLink>
      </div>
    </Sheet>
  );
}
