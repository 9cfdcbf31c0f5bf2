import { useState } from 'react';
import { CUSTOMERS } from '#features/customer/list-columns.tsx';
import { t } from '#i18n/texts.ts';
import { Button } from '#ui/button.tsx';
import { Field, Tick } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';

export function CustomersPage() {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [makers, setMakers] = useState(false);
  return (
    <Page title={t('nav.customers')}>
      <Card>
        <search>
          <Form className="row row-bottom" onSend={() => setQuery(typed.trim())}>
            <div className="grow">
              <Field label={t('customers.find')} type="search" value={typed} onChange={setTyped} />
            </div>
            <Button type="submit" tone="main">
              {t('actions.search')}
            </Button>
          </Form>
        </search>
        <Tick label={t('customers.withMakers')} checked={makers} onChange={setMakers} />
        <PagedTable
          call="GET desk/customers"
          input={query !== '' ? { query } : makers ? { makers } : {}}
          label={t('nav.customers')}
          columns={CUSTOMERS}
          keyOf={row => row.id}
          empty={t('customers.none')}
        />
      </Card>
    </Page>
  );
}
