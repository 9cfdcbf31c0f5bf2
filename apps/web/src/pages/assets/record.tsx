import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Page as Frame } from '#app/shell/page.tsx';
import { fetchLedger } from '#features/wallet/api/ledger.ts';
import { refreshWallet, useLiveBalances } from '#features/wallet/api/wallet.ts';
import { ExportButton } from '#features/wallet/components/export-button.tsx';
import { Records } from '#features/wallet/components/records.tsx';
import { ledgerCsv } from '#features/wallet/model/ledger-csv.ts';
import { filterFromQuery, queryFromFilter } from '#features/wallet/model/ledger.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

/** Every change of every balance, filtered, page by page, and as a file. The filter lives in the address. */
export function Page() {
  const { t } = useTranslation('wallet');
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const filter = filterFromQuery(query);
  useLiveBalances();
  return (
    <Frame
      title={t('record.title')}
      right={
        <ExportButton
          name="records"
          label={t('record.export')}
          rows={() => fetchLedger(filter)}
          write={ledgerCsv}
        />
      }
    >
      <PullToRefresh onRefresh={() => refreshWallet(client)}>
        <Records filter={filter} onFilter={next => setQuery(queryFromFilter(next), { replace: true })} />
      </PullToRefresh>
    </Frame>
  );
}
