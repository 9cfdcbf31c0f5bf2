import type { DayOfCloses } from '../model/day-shape.ts';
import { useLiveBalances } from '../api/use-wallet.ts';
import { FundButtons } from './actions.tsx';
import { WalletSummary } from './wallet-summary.tsx';

/** What home shows a customer: the total and the three ways funds move. */
export function HomeFunds({ days }: { readonly days: readonly DayOfCloses[] | undefined }) {
  useLiveBalances();
  return (
    <div className="stack-4 cols-1">
      <WalletSummary days={days} />
      <FundButtons />
    </div>
  );
}
