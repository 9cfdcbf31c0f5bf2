import type { DeskOutput } from '@tallystick/protocol/desk';
import { CustomerLink } from '#ui/customer-link.tsx';
import { t } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { Dialog } from '#ui/dialog.tsx';
import { PagedTable } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';
import type { DeskLaunchOffer } from './offer-draft.ts';

type Order = DeskOutput<'GET desk/launch_orders'>['items'][number];

const amounts = (list: Order['committed']): string =>
  list.map(({ amount, code }) => `${grouped(amount)} ${code}`).join(' + ');

const COLUMNS: Column<Order>[] = [
  { head: t('launch.order'), render: order => order.order_id },
  {
    head: t('launch.customer'),
    render: order => <CustomerLink id={order.customer_id} />,
  },
  { head: t('launch.committed'), figure: true, render: order => amounts(order.committed) },
  { head: t('launch.value'), figure: true, render: order => grouped(order.value) },
  {
    head: t('launch.allocated'),
    figure: true,
    render: order => (order.allocated === null ? '—' : grouped(order.allocated)),
  },
  { head: t('launch.spent'), figure: true, render: order => amounts(order.spent) },
  { head: t('launch.released'), figure: true, render: order => grouped(order.released) },
  { head: t('launch.at'), render: order => dateTime(order.created_at_ms) },
];

/** An offer's commitments and their results, read-only. */
export function OrdersDialog({
  offer,
  onClose,
}: {
  readonly offer: DeskLaunchOffer['offer'];
  readonly onClose: () => void;
}) {
  const title = t('launch.ordersTitle', { code: offer.currency.code });
  return (
    <Dialog title={title} wide onClose={onClose}>
      <PagedTable
        call="GET desk/launch_orders"
        input={{ offer_id: offer.offer_id }}
        label={title}
        columns={COLUMNS}
        keyOf={order => order.order_id}
      />
    </Dialog>
  );
}
