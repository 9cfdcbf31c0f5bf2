import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime, wholeOf } from '#lib/format.ts';
import { CustomerLink } from '#ui/customer-link.tsx';
import { Field } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import type { Column } from '#ui/table.tsx';

type Logged = DeskOutput<'GET desk/errors'>['items'][number];

const COLUMNS: readonly Column<Logged>[] = [
  { head: t('audit.time'), render: logged => dateTime(logged.at_ms) },
  { head: t('errorLog.id'), render: logged => <span className="mono">{logged.id}</span> },
  {
    head: t('errorLog.what'),
    render: logged => (
      <div>
        <strong>{logged.route}</strong>
        <div className="quiet">
          {[logged.status, logged.code, logged.error_class].filter(Boolean).join(' · ')}
        </div>
        {logged.message === '' ? null : <div className="bad">{logged.message}</div>}
        {logged.trace === '' ? null : (
          <details>
            <summary>{t('errorLog.trace')}</summary>
            <pre className="mono">{logged.trace}</pre>
          </details>
        )}
        {logged.left_out === 0 ? null : (
          <div className="quiet">{t('errorLog.leftOut', { count: logged.left_out })}</div>
        )}
      </div>
    ),
  },
  {
    head: t('errorLog.who'),
    render: logged =>
      logged.customer_id === null ? (logged.operator_id ?? '—') : <CustomerLink id={logged.customer_id} />,
  },
];

/** Failures of the server, found by the id that a customer reads out. */
export function ErrorsPage() {
  const [id, setId] = useState('');
  const [route, setRoute] = useState('');
  const [customer, setCustomer] = useState('');
  const customerId = wholeOf(customer);
  const input = {
    ...(/^[0-9A-Za-z]{10}$/.test(id.trim()) ? { id: id.trim() } : {}),
    ...(/^[\w/ -]{1,60}$/.test(route) ? { route } : {}),
    ...(customerId === null ? {} : { customer_id: customerId }),
  };
  return (
    <Page title={t('nav.errors')} lead={t('errorLog.lead')}>
      <Card>
        <div className="grid-fields">
          <Field label={t('errorLog.id')} value={id} onChange={setId} />
          <Field label={t('errorLog.route')} value={route} onChange={setRoute} />
          <Field
            label={t('queues.customerFilter')}
            inputMode="numeric"
            value={customer}
            onChange={setCustomer}
          />
        </div>
        <PagedTable
          call="GET desk/errors"
          input={input}
          label={t('nav.errors')}
          columns={COLUMNS}
          keyOf={logged => logged.id}
        />
      </Card>
    </Page>
  );
}
