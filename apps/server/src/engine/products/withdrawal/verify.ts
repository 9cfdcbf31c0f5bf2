import type { TableRule } from '../../projections/broken-rows.ts';
import { byOwner, compareRows } from '../../projections/compare.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { WITHDRAWAL_STATES } from './tables.ts';

/** Each must return no rows. */
const SUMS: readonly TableRule[] = [
  {
    what: 'the ledger and the state disagree on whether money has left with withdrawal',
    sql: `select substr(reference, 12) as name from (
        select owner_id, currency_id, reference, -amount_minor as minor from ledger_entries
        where owner_id > 0 and reason = 'withdrawal'
        union all
        select customer_id, currency_id, 'withdrawal:' || withdrawal_id,
          case state when 'settled' then -amount_minor else 0 end
        from withdrawal_states
      ) as both_sides group by owner_id, currency_id, reference having sum(minor) <> 0`,
  },
];

export const WITHDRAWAL_VERIFIED: VerifiedProduct = {
  rules: SUMS,
  compared: [
    compareRows('pending withdrawals', WITHDRAWAL_STATES, `state = 'pending'`, exchange =>
      byOwner(exchange.openWithdrawals()),
    ),
  ],
  frozenInSpot: `select customer_id, currency_id, -amount_minor from withdrawal_states where state = 'pending'`,
};
