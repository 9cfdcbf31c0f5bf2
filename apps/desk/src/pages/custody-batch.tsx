import { Link, useParams } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { dateTime, wholeOf } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Card, Facts, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table } from '#ui/table.tsx';
import { BatchActions } from '../features/custody/batch-actions.tsx';
import {
  BatchState,
  DEVIATION_COLUMNS,
  ITEM_COLUMNS,
  totalsOf,
  TRANSACTION_COLUMNS,
  type Batch,
} from '../features/custody/batch-columns.tsx';

/** A batch with everything in it, and what can be done with it now. */
export function CustodyBatchPage() {
  const { id = '' } = useParams();
  const batch = useDesk('GET desk/custody_batch', { batch_id: Math.max(wholeOf(id) ?? 1, 1) });
  return <Loaded query={batch}>{data => <Whole batch={data} />}</Loaded>;
}

function Whole({ batch }: { readonly batch: Batch }) {
  const { id, kind, network, version, coin } = batch;
  return (
    <Page
      title={`${t('custody.batch', { id })} · ${word('custodyKinds', kind)}`}
      lead={<Link to="/custody">{t('actions.back')}</Link>}
    >
      <Card
        title={`${network} · ${t('custody.version', { version })}`}
        actions={<BatchState state={batch.state} />}
      >
        <p className="figure-large">{totalsOf(batch)}</p>
        <Facts
          facts={[
            [t('custody.fee'), t('custody.feeMost', { amount: batch.fee_most, coin })],
            ...(batch.fee_paid === '0'
              ? []
              : [[t('custody.fee'), t('custody.feePaid', { amount: batch.fee_paid, coin })] as const]),
            [t('custody.by'), `${batch.created_by} · ${dateTime(batch.created_at_ms)}`],
            ...(batch.sent_at_ms === null
              ? []
              : [[t('custody.sent'), `${batch.sent_by ?? ''} · ${dateTime(batch.sent_at_ms)}`] as const]),
            [
              t('custody.digest'),
              <span key="digest" className="mono breaks">
                {batch.digest}
              </span>,
            ],
          ]}
        />
        {batch.doubt === null ? null : <p className="bad">{t('custody.doubt', { why: batch.doubt })}</p>}
        <BatchActions batch={batch} />
      </Card>
      {batch.deviations.length === 0 ? null : (
        <Card title={t('custody.deviations')}>
          <p className="bad">{t('custody.deviationsText')}</p>
          <Table
            label={t('custody.deviations')}
            columns={DEVIATION_COLUMNS}
            rows={batch.deviations}
            keyOf={row => `${row.place} ${row.code} ${row.found}`}
          />
        </Card>
      )}
      <Card title={t('custody.contents')}>
        <Table
          label={t('custody.contents')}
          columns={ITEM_COLUMNS}
          rows={batch.contents}
          keyOf={row => row.id}
        />
      </Card>
      <Card title={t('custody.transactions')}>
        <Table
          label={t('custody.transactions')}
          columns={TRANSACTION_COLUMNS}
          rows={batch.transactions}
          keyOf={row => `${row.version} ${row.item_ids.join()} ${row.transaction_id}`}
        />
      </Card>
    </Page>
  );
}
