import type { TableRule } from '../../projections/broken-rows.ts';
import { byOwner, compareRows } from '../../projections/compare.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { CUSTOMER_DEBTS, CUSTOMER_STATES } from './tables.ts';

/** Each must return no rows. */
const SUMS: readonly TableRule[] = [
  {
    what: 'debts do not add up to the receivable of currency',
    sql: `select coalesce(b.currency_id, owed.currency_id) as name
      from (select currency_id, available_minor from balances where account = 'receivable') as b
      full join (select currency_id, sum(owed_minor) as total from customer_debts group by currency_id) as owed
        using (currency_id)
      where coalesce(b.available_minor, 0) + coalesce(owed.total, 0) <> 0`,
  },
];

export const CUSTOMER_VERIFIED: VerifiedProduct = {
  rules: SUMS,
  compared: [
    compareRows('debts', CUSTOMER_DEBTS, 'owed_minor > 0', exchange => byOwner(exchange.debts())),
    compareRows(
      'the freeze',
      CUSTOMER_STATES,
      'frozen',
      exchange => owner => (exchange.isFrozen(owner) ? [{ customerId: owner, frozen: true }] : []),
    ),
  ],
};
