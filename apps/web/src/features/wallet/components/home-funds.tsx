import type { DayOfCloses } from '../model/day-shape.ts';
import { useLiveBalances } from '../api/use-wallet.ts';
import { FundButtons } from './actions.tsx';
import { WalletSummary } from './wallet-summary.tsx';

/** The home page's funds: the total, and the actions to move funds. */
export function HomeFunds({ days }: { readonly days: readonly DayOfCloses[] | undefined }) {
  useLiveBalances();
  return (
    <div className="stack-4 cols-1">
      <WalletSummary days={days} />
      <FundButtons />
    </div>
  );
}
