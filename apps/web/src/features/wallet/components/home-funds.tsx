import type { DayOfCloses } from '../model/day-shape.ts';
import { useLiveBalances } from '../api/wallet.ts';
import { FundButtons } from './actions.tsx';
import styles from './home-funds.module.css';
import { WalletSummary } from './wallet-summary.tsx';

/** What home shows a customer: the total and the three ways funds move. */
export function HomeFunds({ days }: { readonly days: readonly DayOfCloses[] | undefined }) {
  useLiveBalances();
  return (
    <div className={styles['funds']}>
      <WalletSummary days={days} />
      <FundButtons />
    </div>
  );
}
