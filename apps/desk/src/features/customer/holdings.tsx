import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Tabs } from '#ui/field.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { ORDERS } from './columns.tsx';
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
        onChange={value => setView(names.find(one => one === value) ?? view)}
      />
      <span className="quiet">{t('customers.lookOnly')}</span>
    </div>
  );
  return [view, choice] as const;
}

export function Orders({ customerId }: Props) {
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

export function Positions({ customerId }: Props) {
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

export function Options({ customerId }: Props) {
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

export function TrustOrders({ customerId }: Props) {
  return (
    <PagedTable
      call="GET desk/customer_trust_orders"
      input={{ customer_id: customerId }}
      label={t('customers.trust')}
      columns={TRUST_ORDERS}
      keyOf={order => order.order_id}
    />
  );
}

export function LaunchOrders({ customerId }: Props) {
  return (
    <PagedTable
      call="GET desk/customer_launch_orders"
      input={{ customer_id: customerId }}
      label={t('customers.launches')}
      columns={LAUNCH_ORDERS}
      keyOf={order => order.order_id}
    />
  );
}

export function Deposits({ customerId }: Props) {
  return (
    <PagedTable
      call="GET desk/customer_deposits"
      input={{ customer_id: customerId }}
      label={t('customers.deposits')}
      columns={DEPOSITS}
      keyOf={deposit => deposit.deposit_id}
    />
  );
}

export function Withdrawals({ customerId }: Props) {
  return (
    <PagedTable
      call="GET desk/customer_withdrawals"
      input={{ customer_id: customerId }}
      label={t('customers.withdrawals')}
      columns={WITHDRAWALS}
      keyOf={withdrawal => withdrawal.withdrawal_id}
    />
  );
}
