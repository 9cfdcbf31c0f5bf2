import { useQueryClient } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { DepositRecords } from '#features/deposit/components/deposit-records.tsx';
import { OwnPicture } from '#features/pictures/components/own-picture.tsx';
import { fetchLedger } from '#features/wallet/api/ledger-pages.ts';
import { refreshWallet, useLiveBalances } from '#features/wallet/api/use-wallet.ts';
import { ExportButton } from '#features/wallet/components/export-button.tsx';
import { Records } from '#features/wallet/components/records.tsx';
import { ledgerCsv } from '#features/wallet/model/ledger-csv.ts';
import { filterFromQuery, queryFromFilter } from '#features/wallet/model/ledger.ts';
import { WithdrawalRecords } from '#features/withdrawal/components/withdrawal-records.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { Tabs } from '#ui/segmented.tsx';
import styles from './record.module.css';

const KINDS = ['all', 'deposits', 'withdrawals'] as const;
const PANEL = 'records';

/**
 * Every balance change, filtered and page by page, or as a file; deposits and withdrawals with their states. The filter
 * is stored in the address.
 */
export function Page() {
  const { t } = useTranslation(['wallet', 'deposit', 'withdrawal', 'common']);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const filter = filterFromQuery(query);
  const kind = KINDS.find(one => one === query.get('kind')) ?? 'all';
  useLiveBalances();
  const labels = {
    all: t('record.everything'),
    deposits: t('deposit:records.tab'),
    withdrawals: t('withdrawal:records.tab'),
  };
  const refresh = async () => {
    await Promise.all([
      refreshWallet(client),
      client.invalidateQueries({ queryKey: ['charge_mention/log2'] }),
      client.invalidateQueries({ queryKey: ['charge_mention/log3'] }),
    ]);
  };
  return (
    <Frame
      title={t('record.title')}
      right={
        kind === 'all' ? (
          <>
            <IconButton
              label={t('common:menu.statement')}
              onClick={() => void navigate(paths.statement.getHref())}
            >
              <FileText size={20} />
            </IconButton>
            <ExportButton
              name="records"
              label={t('record.export')}
              rows={() => fetchLedger(filter)}
              write={ledgerCsv}
            />
          </>
        ) : undefined
      }
    >
      <PullToRefresh onRefresh={refresh}>
        <Tabs
          label={t('record.title')}
          panelId={PANEL}
          className={styles['tabs']!}
          value={kind}
          choices={KINDS.map(value => ({ value, label: labels[value] }))}
          onChange={next => setQuery(next === 'all' ? {} : { kind: next }, { replace: true })}
        />
        <div id={PANEL} role="tabpanel" aria-label={labels[kind]}>
          {kind === 'all' ? (
            <Records filter={filter} onFilter={next => setQuery(queryFromFilter(next), { replace: true })} />
          ) : null}
          {kind === 'deposits' ? (
            <DepositRecords
              renderPicture={id => <OwnPicture pictureId={id} label={t('deposit:charge.voucher')} />}
            />
          ) : null}
          {kind === 'withdrawals' ? <WithdrawalRecords /> : null}
        </div>
      </PullToRefresh>
    </Frame>
  );
}
