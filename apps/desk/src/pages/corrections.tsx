import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button, RightButton } from '#ui/button.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { AccountDialog } from '../features/correction/account-dialog.tsx';
import {
  ACCOUNT_COLUMNS,
  CEILING_COLUMNS,
  GOODWILL_COLUMNS,
  REVERSAL_COLUMNS,
  type Reversal,
} from '../features/correction/columns.tsx';
import { GoodwillDialog } from '../features/correction/goodwill-dialog.tsx';
import { ReversalDialog } from '../features/correction/reversal-dialog.tsx';
import { ReviewActions } from '../features/correction/review-actions.tsx';

const DECIDED: Column<Reversal> = {
  head: t('corrections.decide'),
  render: row => <ReviewActions reversal={row} />,
};

/** Corrections: goodwill, reversed deposits, and accounts excluded from goodwill. */
export function CorrectionsPage() {
  const { may } = useMe();
  const goodwill = useDesk('GET desk/goodwill', { limit: 1 });
  const links = useDesk('GET desk/account_links', {});
  const [asked, setAsked] = useState<'goodwill' | 'reversal' | 'account' | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title={t('nav.corrections')}
      lead={t('corrections.lead')}
      actions={
        <>
          <RightButton right="goodwill.propose" tone="main" onClick={() => setAsked('goodwill')}>
            {t('corrections.pay')}
          </RightButton>
          <RightButton right="reversal.propose" onClick={() => setAsked('reversal')}>
            {t('corrections.takeBack')}
          </RightButton>
        </>
      }
    >
      <Card title={t('corrections.goodwill')}>
        <Loaded query={goodwill}>
          {({ ceilings }) => (
            <>
              <Table
                label={t('corrections.ceilings')}
                columns={CEILING_COLUMNS}
                rows={ceilings}
                keyOf={row => row.currency_id}
              />
              {asked === 'goodwill' ? <GoodwillDialog ceilings={ceilings} onClose={close} /> : null}
            </>
          )}
        </Loaded>
        <PagedTable
          call="GET desk/goodwill"
          input={{ limit: 20 }}
          label={t('corrections.goodwill')}
          columns={GOODWILL_COLUMNS}
          keyOf={row => row.id}
          empty={t('corrections.none')}
        />
      </Card>
      <Card title={t('corrections.reversals')}>
        <PagedTable
          call="GET desk/reversals"
          input={{ limit: 20 }}
          label={t('corrections.reversals')}
          columns={may('reversal.propose') ? [...REVERSAL_COLUMNS, DECIDED] : REVERSAL_COLUMNS}
          keyOf={row => row.id}
          empty={t('corrections.noReversal')}
        />
      </Card>
      <Card
        title={t('corrections.accounts')}
        actions={<Button onClick={() => setAsked('account')}>{t('corrections.declare')}</Button>}
      >
        <p className="quiet">{t('corrections.accountsText')}</p>
        <Loaded query={links}>
          {({ items }) => (
            <Table
              label={t('corrections.accounts')}
              columns={ACCOUNT_COLUMNS}
              rows={items}
              keyOf={row => `${row.operator_id} ${row.customer_id}`}
              empty={t('corrections.noAccount')}
            />
          )}
        </Loaded>
      </Card>
      {asked === 'reversal' ? <ReversalDialog onClose={close} /> : null}
      {asked === 'account' ? <AccountDialog onClose={close} /> : null}
    </Page>
  );
}
