import { PLATFORM_ACCOUNTS, PLATFORM_OWNER, type AccountKey, type ReadonlyExchange } from '@tallystick/core';
import { VERIFIED_PRODUCTS } from '../products/verified.ts';
import { BALANCES } from './balances.ts';
import type { ByOwner, Compare, Compared, Owners } from './compare.ts';
import type { Queryable } from './queryable.ts';
import { problemsOf, select } from './select.ts';

const LAST_POSSIBLE = 2 ** 31 - 1;

/**
 * What an exchange knows of owners, to compare with the database after the same command. Valid only while no command is
 * applied, because each list is made once for all slices.
 */
export class ComparedState implements Compared {
  readonly exchange: ReadonlyExchange;
  /** The platform and all customers, ascending. */
  readonly #ids: readonly number[];
  readonly #lists = new Map<ByOwner, (owner: number) => readonly unknown[]>();

  constructor(exchange: ReadonlyExchange) {
    this.exchange = exchange;
    this.#ids = [PLATFORM_OWNER, ...exchange.customerIds()];
  }

  /** How many owners there are. */
  get size(): number {
    return this.#ids.length;
  }

  /** Owners from an id on, at most `limit`; the last slice has all remaining ids. */
  ownersFrom(from: number, limit: number): Owners {
    const start = firstFrom(this.#ids, from);
    const ids = this.#ids.slice(start, start + limit);
    return { from, to: start + limit < this.#ids.length ? ids.at(-1)! : LAST_POSSIBLE, ids };
  }

  /** A list's entries by owner. The list is grouped only once. */
  of(list: ByOwner): (owner: number) => readonly unknown[] {
    const known = this.#lists.get(list);
    if (known !== undefined) return known;
    const made = list(this.exchange);
    this.#lists.set(list, made);
    return made;
  }

  /** Compares balances, frozen amounts, positions, options, hosting, commitments and debts: differences in words. */
  async compare(database: Queryable, owners: Owners): Promise<string[]> {
    const problems: string[] = [];
    for (const compare of COMPARISONS) problems.push(...(await problemsOf(compare(database, this, owners))));
    return problems;
  }

  /** For all owners, in slices. */
  async compareAll(database: Queryable): Promise<string[]> {
    const problems: string[] = [];
    for (let from = PLATFORM_OWNER; ;) {
      const slice = this.ownersFrom(from, AT_ONCE);
      problems.push(...(await this.compare(database, slice)));
      if (areLast(slice)) return problems;
      from = slice.to + 1;
    }
  }
}

/** Owners whose rows are in memory at the same time. */
const AT_ONCE = 5_000;

/** Index of the first id that is not below `from`. */
export function firstFrom(ids: readonly number[], from: number): number {
  let low = 0;
  for (let high = ids.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether this slice is the last. */
export function areLast({ to }: Owners): boolean {
  return to === LAST_POSSIBLE;
}

/** Every currency's accounts sum to zero: this would show a missing account or an unknown owner. */
export async function verifyZero(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ currency_id: number; sum: string }>(
    `select currency_id, sum(available_minor + frozen_minor) as sum from balances group by currency_id
     having sum(available_minor + frozen_minor) <> 0`,
  );
  return rows.map(({ currency_id, sum }) => `balances of currency ${currency_id} sum to ${sum}`);
}

/** The newest tick must be the one from which the exchange continues. */
export async function verifyNewestTick(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const head = exchange.priceLogHead();
  const { rows } = await database.query<{ number: string; hash: string }>(
    // If all ticks are old, the newest is in an archive.
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
  ...VERIFIED_PRODUCTS.flatMap(({ compared = [] }) => compared),
];

async function verifyBalances(
  database: Queryable,
  { exchange }: Compared,
  owners: Owners,
): Promise<string[]> {
  const problems: string[] = [];
  const rows = await select(database, BALANCES, 'where owner_id between $1 and $2', [owners.from, owners.to]);
  const told = new Set<string>();
  for (const row of rows) {
    told.add(nameOf(row));
    const held = exchange.balance(row);
    if (held.availableMinor !== row.availableMinor || held.frozenMinor !== row.frozenMinor) {
      problems.push(
        `balance ${nameOf(row)}: ${row.availableMinor} + ${row.frozenMinor} in the table, ` +
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

function heldBy(owner: number, exchange: ReadonlyExchange): readonly AccountKey[] {
  if (owner !== PLATFORM_OWNER) return exchange.balancesOf(owner);
  return PLATFORM_ACCOUNTS.flatMap(account =>
    exchange.currencies().map(({ id }) => ({ ownerId: owner, account, currencyId: id })),
  ).filter(key => exchange.balance(key).availableMinor !== 0n);
}

function nameOf(key: AccountKey): string {
  return `${key.ownerId}/${key.account}/${key.currencyId}`;
}
