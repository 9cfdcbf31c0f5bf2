import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped, wholeOf } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Field, Tabs } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import type { Column } from '#ui/table.tsx';
import { whoOf } from '../features/queue/who.ts';
import { ScreeningLists } from '../features/queue/screening-lists.tsx';
import { ItemState } from '../features/queue/item-state.tsx';

type Queue = DeskOutput<'GET desk/queues'>['items'][number];
type Item = DeskOutput<'GET desk/queue'>['items'][number];

export function QueuePage() {
  const { queue = '' } = useParams();
  const queues = useDesk('GET desk/queues', {});
  return (
    <Loaded query={queues}>
      {({ items }) => {
        const found = items.find(one => one.name === queue);
        return found === undefined ? (
          <p className="empty">{t('states.empty')}</p>
        ) : (
          <Items key={found.name} queue={found} />
        );
      }}
    </Loaded>
  );
}

function Items({ queue }: { readonly queue: Queue }) {
  const [first = ''] = queue.states;
  const [state, setState] = useState(first);
  const [asked] = useSearchParams();
  const [typed, setTyped] = useState(asked.get('customer') ?? '');
  const customerId = wholeOf(typed);
  const columns: Column<Item>[] = [
    {
      head: t('queues.what'),
      render: item => <Link to={`/queues/${queue.name}/${item.id}`}>{item.title}</Link>,
    },
    {
      head: t('queues.customer'),
      render: item =>
        item.customer_id === null ? (
          whoOf(item)
        ) : (
          <Link to={`/customers/${item.customer_id}`}>{whoOf(item)}</Link>
        ),
    },
    {
      head: t('queues.amount'),
      figure: true,
      render: item =>
        item.amount === null ? t('states.unknown') : `${grouped(item.amount)} ${item.currency ?? ''}`,
    },
    { head: t('queues.state'), render: item => <ItemState item={item} /> },
    { head: t('queues.since'), render: item => dateTime(item.created_at_ms) },
  ];
  return (
    <Page title={t(`queues.${queue.name}`)}>
      <Card>
        <div className="row row-bottom">
          <Tabs
            label={t('queues.state')}
            value={state}
            options={queue.states.map(value => ({ value, label: word('queueStates', value) }))}
            onChange={setState}
          />
          <Field label={t('queues.customerFilter')} inputMode="numeric" value={typed} onChange={setTyped} />
        </div>
        <PagedTable
          call="GET desk/queue"
          input={{
            queue: queue.name,
            state,
            ...(customerId === null || customerId === 0 ? {} : { customer_id: customerId }),
          }}
          label={t(`queues.${queue.name}`)}
          columns={columns}
          keyOf={item => item.id}
          empty={t(state === first ? 'queues.none' : 'queues.nothing')}
        />
      </Card>
      {queue.name === 'compliance' ? <ScreeningLists /> : null}
    </Page>
  );
}
