import { CHANNELS, CUSTOMER_ACCOUNTS, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { toWire } from '../../http/words.ts';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { readHoldings, type Escrow, type Holding } from '../wallet/holdings.ts';

/** Accounts that mirror the outside world: they owe what came in. */
const OUTSIDE: ReadonlySet<string> = new Set<string>([
  ...CHANNELS,
  'faucet',
  'receivable',
  'perpetualClearing',
  'issuance',
]);

const MOST_ID = 2_147_483_647;

interface TotalRow {
  readonly currency_id: number;
  readonly account: string;
  readonly total: string;
}

interface Part {
  readonly account: string;
  readonly minor: bigint;
}

interface HeadRow {
  readonly last_sequence: string;
  readonly hash: Buffer;
}

/** Per currency, customers' money against the money outside, all read at one journal position. */
export async function readSolvency(
  pool: pg.Pool,
  exchange: Pick<ReadonlyExchange, 'currencies'>,
  escrows: readonly Escrow[],
  nowMs: number,
): Promise<DeskOutput<'GET desk/solvency'>> {
  const { platform, holders, head, people, makers } = await inTransaction(pool, async client => {
    await client.query('set transaction isolation level repeatable read, read only');
    const platformRows = await client.query<TotalRow>(
      `select currency_id, account, (available_minor + frozen_minor)::text as total
         from balances where owner_id = 0 order by 1, 2`,
    );
    const holderRows = await client.query<{ currency_id: number; n: number }>(
      `select currency_id, count(distinct owner_id)::int as n from balances
        where owner_id > $1 and (available_minor <> 0 or frozen_minor <> 0) group by 1`,
      [LAST_HOUSE_ID],
    );
    const headRows = await client.query<HeadRow>(
      `select last_sequence, hash from journal
        where first_sequence <= (select sequence from projection_position) order by first_sequence desc limit 1`,
    );
    return {
      platform: platformRows.rows,
      holders: holderRows.rows,
      head: headRows.rows[0],
      people: await readHoldings(client, escrows, LAST_HOUSE_ID + 1, MOST_ID),
      makers: await readHoldings(client, escrows, 1, LAST_HOUSE_ID),
    };
  });
  const items = exchange.currencies().map(({ id, code, decimals }) => {
    const format = (minor: bigint) => formatMinor(minor, decimals);
    const shown = (parts: readonly Part[]) => ({
      total: format(sumOf(parts)),
      accounts: parts.map(({ account, minor }) => ({ account: toWire(account), total: format(minor) })),
    });
    const owned = partsOf(
      people.filter(one => one.currencyId === id),
      escrows,
    );
    const made = partsOf(
      makers.filter(one => one.currencyId === id),
      escrows,
    );
    const own = platform
      .filter(row => row.currency_id === id)
      .map(row => ({ account: row.account, minor: BigInt(row.total) }));
    const house = withoutOwed(
      own.filter(one => !OUTSIDE.has(one.account)),
      [...owned, ...made],
      escrows,
    );
    const mirror = own.filter(one => OUTSIDE.has(one.account));
    const [customers, theirMakers, ours, outside] = [owned, made, house, mirror].map(shown);
    return {
      currency: code,
      decimals,
      customers: customers!.total,
      customer_accounts: customers!.accounts,
      customers_with_balance: holders.find(row => row.currency_id === id)?.n ?? 0,
      makers: theirMakers!.total,
      maker_accounts: theirMakers!.accounts,
      platform: ours!.total,
      platform_accounts: ours!.accounts,
      outside: outside!.total,
      outside_accounts: outside!.accounts,
      sum: format(sumOf([...owned, ...made, ...house, ...mirror])),
    };
  });
  return {
    items,
    journal_sequence: Number(head?.last_sequence ?? 0),
    journal_hash: head?.hash.toString('hex') ?? '',
    at_ms: nowMs,
  };
}

function sumOf(parts: readonly Part[]): bigint {
  return parts.reduce((sum, { minor }) => sum + minor, 0n);
}

/** By account in the usual order, then what is in escrow for them. */
function partsOf(holdings: readonly Holding[], escrows: readonly Escrow[]): Part[] {
  const booked = CUSTOMER_ACCOUNTS.flatMap(account => {
    const own = holdings.filter(holding => holding.account === account);
    const minor = own.reduce(
      (sum, { availableMinor, frozenMinor }) => sum + availableMinor + frozenMinor,
      0n,
    );
    return own.length === 0 ? [] : [{ account, minor }];
  });
  const inEscrow = escrows.flatMap(({ name }) => {
    const minor = holdings.reduce((sum, holding) => sum + (holding.inEscrow[name] ?? 0n), 0n);
    return minor === 0n ? [] : [{ account: name, minor }];
  });
  return [...booked, ...inEscrow];
}

/** Escrow for customers is listed with customers only, not with the house as well. */
function withoutOwed(house: readonly Part[], theirs: readonly Part[], escrows: readonly Escrow[]): Part[] {
  return house.map(({ account, minor }) => {
    const owed = theirs.filter(one =>
      escrows.some(({ platform, name }) => platform === account && name === one.account),
    );
    return { account, minor: minor - sumOf(owed) };
  });
}
