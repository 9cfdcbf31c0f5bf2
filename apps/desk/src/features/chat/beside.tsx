import type { WireDeskChatCase } from '@tallystick/protocol/desk/chat-socket';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Badge, Card, Facts } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { LANGUAGE_NAMES } from '@tallystick/protocol/languages';

const SHOWN = 5;

/** The customer of the chat: their open and waiting items, with links to them. */
export function Beside({ one }: { readonly one: WireDeskChatCase }) {
  const { customer_id: id } = one;
  return (
    <aside className="stack" aria-label={t('chats.beside')}>
      <Card title={t('chats.beside')}>
        <Facts
          facts={[
            [t('chats.language'), LANGUAGE_NAMES[one.language].name],
            [t('chats.since'), dateTime(one.opened_at_ms)],
            ...(one.stars === null
              ? []
              : [[t('chats.stars'), `${one.stars} / 5 ${one.rating_text ?? ''}`] as const]),
          ]}
        />
        {id === null ? <p className="quiet">{t('chats.visitorText')}</p> : <Customer id={id} />}
      </Card>
    </aside>
  );
}

function Customer({ id }: { readonly id: number }) {
  const { may } = useMe();
  const profile = useDesk('GET desk/customer', { customer_id: id }, { everyMs: 15_000 });
  return (
    <>
      <Loaded query={profile}>
        {({ customer, total_usdt: total }) => (
          <Facts
            facts={[
              [
                t('customers.contact'),
                [customer.email, customer.phone].filter(Boolean).join(' · ') || t('states.unknown'),
              ],
              [t('customers.since'), dateTime(customer.created_at_ms)],
              [t('customers.verification'), word('verification', customer.verification)],
              [
                t('customers.status'),
                <Badge key="status" tone={customer.frozen ? 'bad' : 'good'}>
                  {t(customer.frozen ? 'customers.frozen' : 'customers.active')}
                </Badge>,
              ],
              [t('customers.total'), `${grouped(total)} USDT`],
            ]}
          />
        )}
      </Loaded>
      {may('ticket.read') ? <Tickets id={id} /> : null}
      <Orders id={id} />
      {may('deposit.read') ? <Deposits id={id} /> : null}
      {may('withdrawal.read') ? <Withdrawals id={id} /> : null}
      <Link to={`/customers/${id}`}>{t('chats.wholeCustomer')}</Link>
    </>
  );
}

function Orders({ id }: { readonly id: number }) {
  const query = useDesk('GET desk/customer_orders', { customer_id: id, view: 'open', limit: SHOWN });
  return (
    <Lines title={t('chats.orders')}>
      {query.data?.items.map(order => (
        <li key={order.order_id}>
          {order.symbol} {order.side} {grouped(order.quantity ?? '')}
        </li>
      ))}
    </Lines>
  );
}

/** The newest ones, in any state. */
function Tickets({ id }: { readonly id: number }) {
  const query = useDesk('GET desk/queue', { queue: 'ticket', state: 'all', customer_id: id, limit: SHOWN });
  return (
    <Lines title={t('chats.tickets')}>
      {query.data?.items.map(ticket => (
        <li key={ticket.id}>
          <Link to={`/queues/ticket/${ticket.id}`}>{ticket.title}</Link> · {word('states', ticket.state)}
        </li>
      ))}
    </Lines>
  );
}

function Deposits({ id }: { readonly id: number }) {
  const query = useDesk('GET desk/customer_deposits', { customer_id: id, limit: SHOWN });
  return (
    <Lines title={t('queues.deposit')}>
      {query.data?.items.map(deposit => (
        <li key={deposit.deposit_id}>
          <Link to={`/queues/deposit/${deposit.deposit_id}`}>
            {grouped(deposit.amount)} {deposit.currency}
          </Link>{' '}
          · {word('states', deposit.state)}
        </li>
      ))}
    </Lines>
  );
}

function Withdrawals({ id }: { readonly id: number }) {
  const query = useDesk('GET desk/customer_withdrawals', { customer_id: id, limit: SHOWN });
  return (
    <Lines title={t('queues.withdrawal')}>
      {query.data?.items.map(withdrawal => (
        <li key={withdrawal.withdrawal_id}>
          <Link to={`/queues/withdrawal/${withdrawal.withdrawal_id}`}>
            {grouped(withdrawal.amount)} {withdrawal.currency}
          </Link>{' '}
          · {word('states', withdrawal.state)}
        </li>
      ))}
    </Lines>
  );
}

function Lines({ title, children }: { readonly title: string; readonly children: ReactNode[] | undefined }) {
  return (
    <section className="chat-lines">
      <h3>{title}</h3>
      {children === undefined || children.length === 0 ? (
        <p className="quiet">{t('states.empty')}</p>
      ) : (
        <ul>{children}</ul>
      )}
    </section>
  );
}
