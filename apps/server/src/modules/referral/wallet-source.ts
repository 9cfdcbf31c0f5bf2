import type pg from 'pg';
import type { WalletSource } from '../wallet/source.ts';
import { pendingSince } from './store.ts';

/** Rebates on their way, as one: they are paid as one, too. */
export function referralWalletSource(pool: pg.Pool): WalletSource {
  return {
    async holds({ customerId, currency, holding: { rebateMinor } }) {
      if (rebateMinor === 0n) return [];
      return [
        {
          kind: 'rebate',
          reference: `rebate:${currency.id}`,
          label: currency.code,
          amountMinor: rebateMinor,
          atMs: await pendingSince(pool, customerId, currency.id),
        },
      ];
    },
  };
}
