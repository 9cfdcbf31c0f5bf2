import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { useDesk } from '#lib/use-desk.ts';
import { RightButton } from '#ui/button.tsx';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table } from '#ui/table.tsx';
import { ACCOUNT_COLUMNS, FREE_COLUMNS, WITHDRAWAL_COLUMNS } from '../features/profit/columns.tsx';
import { AccountDialog, WithdrawDialog } from '../features/profit/dialogs.tsx';

type Free = DeskOutput<'GET desk/profit'>['free'][number];

/** Whether there is anything that could leave, or is about to. */
function hasFunds({ fees, treasury, option_pool: pool, free, announced }: Free): boolean {
  return [fees, treasury, pool, free, announced].some(amount => amount !== '0');
}

/** What of the house's own money may leave, where to, and what has. */
export function ProfitPage() {
  const profit = useDesk('GET desk/profit', { limit: 1 });
  const [open, setOpen] = useState<'withdraw' | 'account' | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={t('nav.profit')}
      lead={t('profits.lead')}
      actions={
        <>
          <RightButton right="profit.propose" onClick={() => setOpen('account')}>
            {t('profits.addAccount')}
          </RightButton>
          <RightButton right="profit.propose" tone="main" onClick={() => setOpen('withdraw')}>
            {t('profits.withdraw')}
          </RightButton>
        </>
      }
    >
      <Loaded query={profit}>
        {data => (
          <>
            <Card title={t('profits.free')}>
              <Table
                label={t('profits.free')}
                columns={FREE_COLUMNS}
                rows={data.free.filter(hasFunds)}
                keyOf={row => row.currency_id}
                empty={t('profits.nothing')}
              />
            </Card>
            <Card title={t('profits.accounts')}>
              <Table
                label={t('profits.accounts')}
                columns={ACCOUNT_COLUMNS}
                rows={data.accounts}
                keyOf={row => row.id}
                empty={t('profits.noAccounts')}
              />
            </Card>
            {open === 'withdraw' ? <WithdrawDialog profit={data} onClose={close} /> : null}
            {open === 'account' ? <AccountDialog profit={data} onClose={close} /> : null}
          </>
        )}
      </Loaded>
      <Card title={t('profits.list')}>
        <PagedTable
          call="GET desk/profit"
          input={{ limit: 20 }}
          label={t('profits.list')}
          columns={WITHDRAWAL_COLUMNS}
          keyOf={row => row.id}
          empty={t('profits.none')}
        />
      </Card>
    </Page>
  );
}
