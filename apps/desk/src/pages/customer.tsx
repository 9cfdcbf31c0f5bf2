import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped, wholeOf } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Tabs } from '#ui/field.tsx';
import { Badge, Card, Facts, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table } from '#ui/table.tsx';
import { BALANCES, SESSIONS } from '../features/customer/columns.tsx';
import { CustomerActions } from '../features/customer/customer-actions.tsx';
import { LISTS } from '../features/customer/holdings.tsx';
import { OwnLimits, StoppedBadge } from '../features/customer/limits.tsx';
import { Notes } from '../features/customer/notes.tsx';

type Profile = DeskOutput<'GET desk/customer'>;
const PARTS = [
  'balances',
  'ledger',
  'orders',
  'positions',
  'options',
  'trust',
  'launches',
  'limits',
  'deposits',
  'withdrawals',
  'sessions',
  'notes',
] as const;
type PartName = (typeof PARTS)[number];

export function CustomerPage() {
  const { id = '' } = useParams();
  const customerId = wholeOf(id) ?? 0;
  const profile = useDesk('GET desk/customer', { customer_id: Math.max(customerId, 1) });
  return <Loaded query={profile}>{data => <Customer key={customerId} profile={data} />}</Loaded>;
}

function Customer({ profile }: { readonly profile: Profile }) {
  const { customer } = profile;
  const [part, setPart] = useState<PartName>('balances');
  const [note, setNote] = useState('');
  return (
    <Page title={`${customer.nickname} · ${customer.id}`} actions={<CustomerActions customer={customer} />}>
      <Card>
        <Facts
          facts={[
            [
              t('customers.contact'),
              [customer.email, customer.phone].filter(Boolean).join(' · ') || t('states.unknown'),
            ],
            [
              t('customers.status'),
              <div key="status" className="row">
                <Badge tone={customer.frozen ? 'bad' : 'good'}>
                  {t(customer.frozen ? 'customers.frozen' : 'customers.active')}
                </Badge>
                <StoppedBadge customerId={customer.id} />
              </div>,
            ],
            [t('customers.verification'), word('verification', customer.verification)],
            [t('customers.total'), `${grouped(profile.total_usdt)} USDT, ${t('customers.totalText')}`],
            ...(customer.maker ? [[t('customers.kind'), t('customers.maker')] as const] : []),
            [
              t('customers.unrealised'),
              profile.unrealised_usdt === null
                ? t('states.unknown')
                : `${grouped(profile.unrealised_usdt)} USDT`,
            ],
            [t('customers.since'), dateTime(customer.created_at_ms)],
            [
              t('customers.invitedBy'),
              profile.invited_by === null ? (
                t('states.unknown')
              ) : (
                <Link key="inviter" to={`/customers/${profile.invited_by}`}>
                  {profile.invited_by}
                </Link>
              ),
            ],
          ]}
        />
        <QueueLinks customerId={customer.id} />
      </Card>
      <Card>
        <Tabs
          label={t('customers.name')}
          value={part}
          options={PARTS.map(value => ({ value, label: t(`customers.${value}`) }))}
          onChange={setPart}
        />
        {part === 'notes' ? (
          <Notes customerId={customer.id} notes={profile.notes} text={note} onText={setNote} />
        ) : (
          <Part part={part} profile={profile} />
        )}
      </Card>
    </Page>
  );
}

/** The customer's present and past items in the queues this operator sees. */
function QueueLinks({ customerId }: { readonly customerId: number }) {
  const queues = useDesk('GET desk/queues', {});
  return (
    <div className="row">
      {queues.data?.items.map(({ name }) => (
        <Link key={name} to={`/queues/${name}?customer=${customerId}`}>
          {t(`queues.${name}`)}
        </Link>
      ))}
    </div>
  );
}

function Part({ part, profile }: { readonly part: Exclude<PartName, 'notes'>; readonly profile: Profile }) {
  const customerId = profile.customer.id;
  switch (part) {
    case 'limits':
      return <OwnLimits customerId={customerId} />;
    case 'sessions':
      return (
        <Table
          label={t('customers.sessions')}
          columns={SESSIONS}
          rows={profile.sessions}
          keyOf={session => session.id}
        />
      );
    case 'balances':
      return (
        <Table
          label={t('customers.balances')}
          columns={BALANCES}
          rows={profile.balances}
          keyOf={balance => `${balance.account}:${balance.currency.id}`}
        />
      );
    default: {
      const List = LISTS[part];
      return <List customerId={customerId} />;
    }
  }
}
