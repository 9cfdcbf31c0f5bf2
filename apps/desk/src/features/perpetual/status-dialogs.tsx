import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';

export type ContractRow = DeskOutput<'GET desk/perpetuals'>['items'][number];

export interface ContractStop {
  readonly status: 'cancelOnly' | 'halted';
  /** Null: all of them. */
  readonly row: ContractRow | null;
}

/** Stops one contract or all, at once. */
export function StopContractDialog({
  stop: { row, status },
  onClose,
}: {
  readonly stop: ContractStop;
  readonly onClose: () => void;
}) {
  const symbol = row?.contract.symbol ?? t('perpetuals.all');
  return (
    <ReasonDialog
      title={t('markets.stopTitle', { status: word('marketStates', status), symbol })}
      text={t('markets.stopText')}
      label={t('propose.why')}
      submit={t(status === 'halted' ? 'markets.halt' : 'markets.cancelOnly')}
      danger
      onClose={onClose}
      run={async reason => {
        const contract = row === null ? {} : { market_id: row.contract.market_id };
        await callDesk('POST desk/perpetual_stop', { ...contract, status, reason });
        toast(t('approvals.done'));
      }}
    />
  );
}

/** Proposes that stopped contracts go on. */
export function ResumeContractsDialog({
  rows,
  onClose,
}: {
  readonly rows: readonly ContractRow[];
  readonly onClose: () => void;
}) {
  const [first] = rows;
  const one = rows.length === 1 && first !== undefined ? first.contract.market_id : null;
  const statuses = (of: (row: ContractRow) => ContractRow['contract']['status']) =>
    Object.fromEntries(rows.map(row => [row.contract.symbol, word('marketStates', of(row))]));
  return (
    <ProposeDialog
      kind="perpetual_status"
      change={{ market_id: one, status: 'open' }}
      before={statuses(({ contract }) => contract.status)}
      after={statuses(() => 'open')}
      onClose={onClose}
    />
  );
}
