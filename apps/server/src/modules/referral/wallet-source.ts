import type pg from 'pg';
import type { WalletSource } from '../wallet/source.ts';
import { pendingSince } from './store.ts';

const PENDING = 'pending_rebates';

/** Rebates on their way, as one: they are paid as one, too. */
export function referralWalletSource(pool: pg.Pool): WalletSource {
  return {
    escrows: [
      {
        name: PENDING,
        account: 'spot',
        platform: 'referral',
        sql: `select currency_id, null::bigint as about, amount_minor as minor from referral_pending
               where promoter_id between $1 and $2 and amount_minor <> 0`,
      },
    ],

    async holds({ customerId, currency, holding }) {
      const amountMinor = holding.inEscrow[PENDING] ?? 0n;
      if (amountMinor === 0n) return [];
      return [
        {
          kind: 'rebate',
          reference: `rebate:${currency.id}`,
          label: currency.code,
          amountMinor,
          atMs: await pendingSince(pool, customerId, currency.id),
        },
      ];
    },
  };
}
