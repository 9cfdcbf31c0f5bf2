import { expect } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';

/** Checks that every currency sums to zero, and that frozen amounts equal the pending withdrawals. */
export async function sumsToZero(server: TestServer): Promise<void> {
  server.engine.exchange.checkInvariants('all');
  const { rows } = await server.database.pool.query(
    `select currency_id, sum(available_minor + frozen_minor) as sum from balances
      group by currency_id having sum(available_minor + frozen_minor) <> 0`,
  );
  expect(rows).toEqual([]);
  const frozen = await server.database.pool.query(
    `with pending as (
       select customer_id as owner_id, currency_id, sum(amount_minor) as minor from withdrawal_states
        where state = 'pending' group by 1, 2)
     select b.owner_id, b.currency_id, b.frozen_minor, coalesce(p.minor, 0) as pending
       from balances b left join pending p using (owner_id, currency_id)
      where b.account = 'spot' and b.owner_id > 0 and b.frozen_minor <> coalesce(p.minor, 0)`,
  );
  expect(frozen.rows).toEqual([]);
}

/** Available and frozen in the spot account. */
export async function spotBalance(
  server: TestServer,
  customer: { readonly token: string },
  currencyId = 3,
): Promise<[available: string, frozen: string]> {
  const input = { account: 'spot', currency_id: currencyId } as const;
  const { balance } = await server.call('POST wallet/detail', input, { token: customer.token });
  return [balance.available, balance.frozen];
}
