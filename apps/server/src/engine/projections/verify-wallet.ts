import { isDeepStrictEqual } from 'node:util';
import type { Debt, Exchange, Withdrawal } from '@tallystick/core';
import type { ClientBase, Pool } from 'pg';

export type Queryable = Pick<Pool | ClientBase, 'query'>;

/** Compares withdrawals, debts and frozen customers with the exchange; words of disagreement, or nothing. */
export async function verifyWallet(database: Queryable, exchange: Exchange): Promise<string[]> {
  const problems: string[] = [];
  const compare = (what: string, table: unknown, core: unknown): void => {
    if (!isDeepStrictEqual(table, core)) problems.push(`${what} differ from the exchange’s`);
  };
  compare('pending withdrawals', await pendingWithdrawals(database), [...exchange.openWithdrawals()]);
  compare('debts', await debts(database), [...exchange.debts()]);
  compare('frozen customers', await frozenCustomers(database), [...exchange.frozenCustomers()]);
  return problems;
}

async function pendingWithdrawals(database: Queryable): Promise<Withdrawal[]> {
  const { rows } = await database.query<{
    withdrawal_id: string;
    customer_id: number;
    currency_id: number;
    amount_minor: string;
    fee_minor: string;
    via: Withdrawal['via'];
    state: Withdrawal['state'];
  }>(`select * from withdrawal_states where state = 'pending' order by withdrawal_id`);
  return rows.map(row => ({
    withdrawalId: Number(row.withdrawal_id),
    customerId: row.customer_id,
    currencyId: row.currency_id,
    amountMinor: BigInt(row.amount_minor),
    feeMinor: BigInt(row.fee_minor),
    via: row.via,
    state: row.state,
  }));
}

async function debts(database: Queryable): Promise<Debt[]> {
  const { rows } = await database.query<{ customer_id: number; currency_id: number; owed_minor: string }>(
    'select * from customer_debts where owed_minor > 0 order by customer_id, currency_id',
  );
  return rows.map(row => ({
    customerId: row.customer_id,
    currencyId: row.currency_id,
    owedMinor: BigInt(row.owed_minor),
  }));
}

async function frozenCustomers(database: Queryable): Promise<number[]> {
  const { rows } = await database.query<{ customer_id: number }>(
    'select customer_id from customer_states where frozen order by customer_id',
  );
  return rows.map(row => row.customer_id);
}
