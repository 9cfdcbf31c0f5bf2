import { PLATFORM_ACCOUNTS, PLATFORM_OWNER, type AccountKey, type Exchange } from '@tallystick/core';
import type pg from 'pg';

/**
 * Writes the tables of an exchange that has accounts, waiting orders, withdrawals, debts and freezes but no journal, as
 * the previous version left them beside its snapshot.
 */
export async function writeTables(pool: pg.Pool, exchange: Exchange): Promise<void> {
  const platform = PLATFORM_ACCOUNTS.flatMap(account =>
    exchange.currencies().map(({ id }): AccountKey => ({ ownerId: PLATFORM_OWNER, account, currencyId: id })),
  );
  const accounts = exchange.customerIds().flatMap((id): readonly AccountKey[] => exchange.balancesOf(id));
  for (const key of [...platform, ...accounts]) {
    const { availableMinor, frozenMinor } = exchange.balance(key);
    await insert(pool, 'balances', {
      owner_id: key.ownerId,
      account: key.account,
      currency_id: key.currencyId,
      available_minor: availableMinor,
      frozen_minor: frozenMinor,
    });
  }
  for (const order of exchange.customerIds().flatMap(id => exchange.openOrders(id)))
    await insert(pool, 'orders', columnsOf(order));
  const changed = { changed_at_ms: 0, sequence: 0 };
  for (const withdrawal of exchange.openWithdrawals())
    await insert(pool, 'withdrawal_states', { ...columnsOf(withdrawal), ...changed });
  for (const debt of exchange.debts())
    await insert(pool, 'customer_debts', { ...columnsOf(debt), ...changed });
  for (const customerId of exchange.frozenCustomers())
    await insert(pool, 'customer_states', { customer_id: customerId, frozen: true, ...changed });
  const { number, hash } = exchange.priceLogHead();
  const bytes = Buffer.from(hash, 'hex');
  const tick = { market_id: 1, price_e8: 1, sources: '[]', at_ms: 0, previous_hash: bytes, hash: bytes };
  await insert(pool, 'price_ticks', { number, ...tick });
}

/** `customerId` as `customer_id`. */
function columnsOf(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  );
}

async function insert(pool: pg.Pool, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, i) => `$${i + 1}`);
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}
