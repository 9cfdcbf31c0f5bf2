import { t } from '#i18n/texts.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Card, Page } from '#ui/page.tsx';
import { PagedTable } from '#ui/pager.tsx';
import { Loaded } from '#ui/states.tsx';
import { BATCH_COLUMNS } from '../features/custody/batch-columns.tsx';
import { NetworkCard } from '../features/custody/network-card.tsx';
import { PlanCard } from '../features/custody/plan-card.tsx';

/** Hot, cold and deposit addresses beside the ledger, what can be moved, and the batches that move it. */
export function CustodyPage() {
  const custody = useDesk('GET desk/custody', {});
  return (
    <Page title={t('nav.custody')} lead={t('custody.lead')}>
      <Loaded query={custody}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="empty">{t('custody.off')}</p>
          ) : (
            items.map(network => (
              <div key={network.network} className="stack">
                <NetworkCard network={network} />
                <PlanCard network={network} />
              </div>
            ))
          )
        }
      </Loaded>
      <Card title={t('custody.batches')}>
        <PagedTable
          call="GET desk/custody_batches"
          input={{ limit: 20 }}
          label={t('custody.batches')}
          columns={BATCH_COLUMNS}
          keyOf={row => row.id}
          empty={t('custody.noBatches')}
        />
      </Card>
    </Page>
  );
}
