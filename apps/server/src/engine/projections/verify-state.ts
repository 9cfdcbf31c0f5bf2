import { isDeepStrictEqual } from 'node:util';
import {
  PLATFORM_ACCOUNTS,
  PLATFORM_OWNER,
  type AccountKey,
  type Exchange,
  type Withdrawal,
} from '@tallystick/core';
import { launchOrderOf, type LaunchOrderRow } from './launch-rows.ts';
import { optionOf, type OptionRow } from './option-rows.ts';
import { orderOf, type OrderRow } from './order-rows.ts';
import { positionOf, type PositionRow } from './position-rows.ts';
import type { Queryable } from './queryable.ts';
import { trustOrderOf, type TrustOrderRow } from './trust-rows.ts';

/** Owners of accounts from one id to another, both included. */
export interface Owners {
  readonly from: number;
  readonly to: number;
  /** Those between whom the exchange knows, ascending. */
  readonly ids: readonly number[];
}

type Compare = (database: Queryable, exchange: Exchange, owners: Owners) => Promise<string[]>;

/**
 * Compares what the database says these owners have now with the exchange, both as of the same command: balances, what
 * is frozen for what, positions, options, hosting, commitments, debts. Words of disagreement, or nothing.
 */
export async function verifyState(
  database: Queryable,
  exchange: Exchange,
  owners: Owners,
): Promise<string[]> {
  const problems: string[] = [];
  for (const compare of COMPARISONS) problems.push(...(await compare(database, exchange, owners)));
  return problems;
}

const LAST_POSSIBLE = 2 ** 31 - 1;

/** The platform and all customers of the exchange from an id on, at most `limit`; the last slice has all ids there can be. */
export function ownersFrom(exchange: Exchange, from: number, limit: number): Owners {
  const all = [PLATFORM_OWNER, ...exchange.customerIds()].filter(id => id >= from);
  const ids = all.slice(0, limit);
  return { from, to: all.length > limit ? ids.at(-1)! : LAST_POSSIBLE, ids };
}

/** Whether these are the last. */
export function areLast({ to }: Owners): boolean {
  return to === LAST_POSSIBLE;
}

/** Every currency's accounts sum to zero: an account left out, or an owner nobody knows, would show. */
export async function verifyZero(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ currency_id: number; sum: string }>(
    `select currency_id, sum(available_minor + frozen_minor) as sum from balances group by currency_id
     having sum(available_minor + frozen_minor) <> 0`,
  );
  return rows.map(({ currency_id, sum }) => `balances of currency ${currency_id} sum to ${sum}`);
}

/** The newest tick is the one the exchange goes on from. */
export async function verifyNewestTick(database: Queryable, exchange: Exchange): Promise<string[]> {
  const head = exchange.priceLogHead();
  const { rows } = await database.query<{ number: string; hash: string }>(
    // Where all ticks are old, the newest is in an archive.
    `select number, encode(hash, 'hex') as hash from (
       (select number, hash from price_ticks order by number desc limit 1)
       union all (select last, last_hash from price_log_archives order by first desc limit 1)
     ) as newest order by number desc limit 1`,
  );
  const number = Number(rows[0]?.number ?? 0);
  if (number === head.number && (number === 0 || rows[0]?.hash === head.hash)) return [];
  return [`the price log ends with tick ${number}, the exchange is at ${head.number}`];
}

const COMPARISONS: readonly Compare[] = [
  verifyBalances,
  compareEach(
    'waiting orders',
    `select * from orders where status = 'waiting' and customer_id between $1 and $2 order by order_id`,
    (row: OrderRow) => [row.customer_id, orderOf(row)],
    exchange => owner => exchange.openOrders(owner),
  ),
  compareEach(
    'pending withdrawals',
    `select * from withdrawal_states where state = 'pending' and customer_id between $1 and $2
     order by withdrawal_id`,
    (row: WithdrawalRow) => [row.customer_id, withdrawalOf(row)],
    exchange => byOwner(exchange.openWithdrawals()),
  ),
  compareEach(
    'debts',
    `select * from customer_debts where owed_minor > 0 and customer_id between $1 and $2
     order by customer_id, currency_id`,
    (row: DebtRow) => [
      row.customer_id,
      { customerId: row.customer_id, currencyId: row.currency_id, owedMinor: BigInt(row.owed_minor) },
    ],
    exchange => byOwner(exchange.debts()),
  ),
  compareEach(
    'the freeze',
    'select customer_id from customer_states where frozen and customer_id between $1 and $2',
    (row: { customer_id: number }) => [row.customer_id, 'frozen'],
    exchange => owner => (exchange.isFrozen(owner) ? ['frozen'] : []),
  ),
  compareEach(
    'open positions',
    `select * from positions where status in ('pending', 'holding') and customer_id between $1 and $2
     order by position_id`,
    (row: PositionRow) => [row.customer_id, positionOf(row)],
    exchange => owner =>
      exchange.perpetual.positionsOf(owner).toSorted((a, b) => a.positionId - b.positionId),
  ),
  compareEach(
    'open options',
    `select * from options where state <> 'settled' and customer_id between $1 and $2 order by option_id`,
    (row: OptionRow) => [row.customer_id, optionOf(row)],
    exchange => byOwner(exchange.option.open()),
  ),
  compareEach(
    'hosted trust orders',
    `select * from trust_orders where state = 'hosting' and customer_id between $1 and $2 order by order_id`,
    (row: TrustOrderRow) => [row.customer_id, trustOrderOf(row)],
    exchange => byOwner(exchange.trust.openOrders()),
  ),
  verifyCommitments,
];

/** A comparison of lists, owner by owner. */
function compareEach<Row extends object>(
  what: string,
  sql: string,
  read: (row: Row) => readonly [owner: number, value: unknown],
  core: (exchange: Exchange) => (owner: number) => readonly unknown[],
): Compare {
  return async (database, exchange, owners) => {
    const { rows } = await database.query<Row>(sql, [owners.from, owners.to]);
    return compareLists(what, owners, rows.map(read), core(exchange));
  };
}

function compareLists(
  what: string,
  { ids }: Owners,
  told: readonly (readonly [owner: number, value: unknown])[],
  core: (owner: number) => readonly unknown[],
): string[] {
  const listed = Map.groupBy(told, ([owner]) => owner);
  const problems: string[] = [];
  for (const owner of ids) {
    const values = listed.get(owner)?.map(([, value]) => value) ?? [];
    listed.delete(owner);
    if (!isDeepStrictEqual(values, [...core(owner)]))
      problems.push(`${what} of customer ${owner} differ from the exchange’s`);
  }
  for (const owner of listed.keys())
    problems.push(`${what} of customer ${owner}, whom the exchange does not know`);
  return problems;
}

function byOwner<T extends { readonly customerId: number }>(all: readonly T[]): (owner: number) => T[] {
  const grouped = Map.groupBy(all, one => one.customerId);
  return owner => grouped.get(owner) ?? [];
}

interface BalanceRow {
  readonly owner_id: number;
  readonly account: AccountKey['account'];
  readonly currency_id: number;
  readonly available_minor: string;
  readonly frozen_minor: string;
}

async function verifyBalances(database: Queryable, exchange: Exchange, owners: Owners): Promise<string[]> {
  const problems: string[] = [];
  const { rows } = await database.query<BalanceRow>(
    'select * from balances where owner_id between $1 and $2',
    [owners.from, owners.to],
  );
  const told = new Set<string>();
  for (const row of rows) {
    const key = { ownerId: row.owner_id, account: row.account, currencyId: row.currency_id };
    told.add(nameOf(key));
    const held = exchange.balance(key);
    if (
      held.availableMinor !== BigInt(row.available_minor) ||
      held.frozenMinor !== BigInt(row.frozen_minor)
    ) {
      problems.push(
        `balance ${nameOf(key)}: ${row.available_minor} + ${row.frozen_minor} in the table, ` +
          `${held.availableMinor} + ${held.frozenMinor} in the exchange`,
      );
    }
  }
  for (const owner of owners.ids) {
    for (const held of heldBy(owner, exchange)) {
      if (!told.has(nameOf(held))) problems.push(`balance ${nameOf(held)} is not in the table`);
    }
  }
  return problems;
}

function heldBy(owner: number, exchange: Exchange): readonly AccountKey[] {
  if (owner !== PLATFORM_OWNER) return exchange.balancesOf(owner);
  return PLATFORM_ACCOUNTS.flatMap(account =>
    exchange.currencies().map(({ id }) => ({ ownerId: owner, account, currencyId: id })),
  ).filter(key => exchange.balance(key).availableMinor !== 0n);
}

async function verifyCommitments(database: Queryable, exchange: Exchange, owners: Owners): Promise<string[]> {
  const problems: string[] = [];
  for (const { terms, status } of exchange.launch.offers()) {
    // Orders of one that has ended are kept by the table alone.
    if (status === 'released' || status === 'cancelled') continue;
    const { rows } = await database.query<LaunchOrderRow>(
      'select * from launch_orders where offer_id = $1 and customer_id between $2 and $3 order by order_id',
      [terms.offerId, owners.from, owners.to],
    );
    const told = rows.map(row => [row.customer_id, launchOrderOf(row)] as const);
    const core = byOwner(exchange.launch.orders(terms.offerId));
    problems.push(...compareLists(`orders of launch offer ${terms.offerId}`, owners, told, core));
  }
  return problems;
}

interface WithdrawalRow {
  readonly withdrawal_id: string;
  readonly customer_id: number;
  readonly currency_id: number;
  readonly amount_minor: string;
  readonly fee_minor: string;
  readonly via: Withdrawal['via'];
  readonly state: Withdrawal['state'];
}

function withdrawalOf(row: WithdrawalRow): Withdrawal {
  return {
    withdrawalId: Number(row.withdrawal_id),
    customerId: row.customer_id,
    currencyId: row.currency_id,
    amountMinor: BigInt(row.amount_minor),
    feeMinor: BigInt(row.fee_minor),
    via: row.via,
    state: row.state,
  };
}

interface DebtRow {
  readonly customer_id: number;
  readonly currency_id: number;
  readonly owed_minor: string;
}

function nameOf(key: AccountKey): string {
  return `${key.ownerId}/${key.account}/${key.currencyId}`;
}
