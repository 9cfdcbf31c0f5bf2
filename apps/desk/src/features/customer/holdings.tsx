import type { DeskInput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Tabs } from '#ui/field.tsx';
import { PagedTable, type ItemOf, type PagedCall } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';
import { LEDGER, ORDERS } from './columns.tsx';
import {
  DEPOSITS,
  LAUNCH_ORDERS,
  OPTIONS,
  POSITIONS,
  TRUST_ORDERS,
  WITHDRAWALS,
} from './holding-columns.tsx';

interface Props {
  readonly customerId: number;
}

/** Which of two or three lists is shown, all read-only. */
function useViews<const View extends string>(label: string, views: Readonly<Record<View, string>>) {
  const names = Object.keys(views) as View[];
  const [view, setView] = useState<View>(names[0]!);
  const choice = (
    <div className="row">
      <Tabs
        label={label}
        value={view}
        options={names.map(value => ({ value, label: views[value] }))}
        onChange={setView}
      />
      <span className="quiet">{t('customers.lookOnly')}</span>
    </div>
  );
  return [view, choice] as const;
}

function Orders({ customerId }: Props) {
  const [view, choice] = useViews(t('customers.orders'), {
    open: t('customers.openOrders'),
    history: t('customers.pastOrders'),
  });
  return (
    <>
      {choice}
      <PagedTable
        call="GET desk/customer_orders"
        input={{ customer_id: customerId, view }}
        label={t('customers.orders')}
        columns={ORDERS}
        keyOf={order => order.order_id}
      />
    </>
  );
}

function Positions({ customerId }: Props) {
  const [view, choice] = useViews(t('customers.positions'), {
    holding: t('customers.heldPositions'),
    pending: t('customers.openOrders'),
    history: t('customers.pastOrders'),
  });
  return (
    <>
      {choice}
      <PagedTable
        call="GET desk/customer_positions"
        input={{ customer_id: customerId, view }}
        label={t('customers.positions')}
        columns={POSITIONS}
        keyOf={position => position.position_id}
      />
    </>
  );
}

function Options({ customerId }: Props) {
  const [view, choice] = useViews(t('customers.options'), {
    running: t('customers.running'),
    history: t('customers.pastOrders'),
    practice: t('customers.practiceRunning'),
    practiceHistory: t('customers.practicePast'),
  });
  return (
    <>
      {choice}
      <PagedTable
        call="GET desk/customer_options"
        input={{
          customer_id: customerId,
          view: view === 'running' || view === 'practice' ? 'running' : 'history',
          practice: view === 'practice' || view === 'practiceHistory',
        }}
        label={t('customers.options')}
        columns={OPTIONS}
        keyOf={option => option.option_id}
      />
    </>
  );
}

/** The lists that are shown whole. */
function listOf<Name extends PagedCall>(
  call: Name,
  label: string,
  columns: readonly Column<ItemOf<Name>>[],
  keyOf: (row: ItemOf<Name>) => string | number,
) {
  return function List({ customerId }: Props) {
    const input = { customer_id: customerId } as DeskInput<Name>;
    return <PagedTable call={call} input={input} label={label} columns={columns} keyOf={keyOf} />;
  };
}

export const LISTS = {
  ledger: listOf('GET desk/customer_ledger', t('customers.ledger'), LEDGER, row => row.entry_id),
  orders: Orders,
  positions: Positions,
  options: Options,
  trust: listOf('GET desk/customer_trust_orders', t('customers.trust'), TRUST_ORDERS, row => row.order_id),
  launches: listOf(
    'GET desk/customer_launch_orders',
    t('customers.launches'),
    LAUNCH_ORDERS,
    row => row.order_id,
  ),
  deposits: listOf('GET desk/customer_deposits', t('customers.deposits'), DEPOSITS, row => row.deposit_id),
  withdrawals: listOf(
    'GET desk/customer_withdrawals',
    t('customers.withdrawals'),
    WITHDRAWALS,
    row => row.withdrawal_id,
  ),
} as const;
