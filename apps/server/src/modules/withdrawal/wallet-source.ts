import type pg from 'pg';
import type { WalletSource } from '../wallet/source.ts';
import { pendingWithdrawals } from './store.ts';

/** Amounts held by open withdrawals. */
export function withdrawalWalletSource(pool: pg.Pool): WalletSource {
  return {
    async holds({ customerId, account, currency }) {
      const pending = account === 'spot' ? await pendingWithdrawals(pool, customerId, currency.id) : [];
      return pending.map(({ withdrawalId, network, amountMinor, createdAtMs }) => ({
        kind: 'withdrawal',
        reference: `withdrawal:${withdrawalId}`,
        label: network ?? '',
        amountMinor,
        atMs: createdAtMs,
      }));
    },
  };
}
