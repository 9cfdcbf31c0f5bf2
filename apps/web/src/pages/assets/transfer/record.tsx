import { useQueryClient } from '@tanstack/react-query';
import { Page as Frame } from '#ui/page.tsx';
import { fetchTransfers } from '#features/wallet/api/ledger-pages.ts';
import { refreshWallet } from '#features/wallet/api/use-wallet.ts';
import { ExportButton } from '#features/wallet/components/export-button.tsx';
import { TransferRecords } from '#features/wallet/components/transfer-records.tsx';
import { transfersCsv } from '#features/wallet/model/ledger-csv.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';

/** The history of transfers between the customer's accounts. */
export function Page() {
  const { t } = useTranslation('wallet');
  const client = useQueryClient();
  return (
    <Frame
      title={t('transfer.records')}
      right={
        <ExportButton
          name="transfers"
          label={t('record.export')}
          rows={fetchTransfers}
          write={transfersCsv}
        />
      }
    >
      <PullToRefresh onRefresh={() => refreshWallet(client)}>
        <TransferRecords />
      </PullToRefresh>
    </Frame>
  );
}
