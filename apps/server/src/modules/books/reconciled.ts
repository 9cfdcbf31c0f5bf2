import { CHANNELS, PLATFORM_OWNER, type Channel, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import { custodyOf } from '../../chains/custody.ts';
import type { Reads } from '../../database/reads.ts';
import { toWire } from '../../http/words.ts';
import { positions } from '../custody/positions.ts';
import { bankAssets } from './bank-assets.ts';

type Compared = DeskOutput<'GET desk/books_reconciliation'>['items'][number];

export interface ReconciledOptions {
  readonly exchange: Pick<ReadonlyExchange, 'balance' | 'currencies'>;
  readonly chains: readonly CustodyChain[];
  readonly now: () => number;
}

interface Found {
  readonly ledger: string;
  readonly found: string;
  readonly unexplained: string;
  readonly asOfMs: number;
  readonly case: string | null;
}

/**
 * Each place outside where the ledger says that money lies, with what was found there: at chains by custody's comparison
 * (of one block), at the bank by statements. Where nobody looks it says so.
 */
export async function reconciled(
  db: Reads,
  { exchange, chains, now }: ReconciledOptions,
): Promise<Compared[]> {
  const found = new Map([...(await foundAtChains(db, chains)), ...(await foundAtBank(db, exchange, now()))]);
  return CHANNELS.flatMap(channel =>
    exchange.currencies().flatMap(({ id, code, decimals }): Compared[] => {
      const held = -exchange.balance({ ownerId: PLATFORM_OWNER, account: channel, currencyId: id })
        .availableMinor;
      const one = found.get(keyOf(channel, id));
      if (held === 0n && one === undefined) return [];
      return [
        {
          channel: toWire(channel) as Compared['channel'],
          currency: code,
          ledger: one?.ledger ?? formatMinor(held, decimals),
          found: one?.found ?? null,
          unexplained: one?.unexplained ?? null,
          as_of_ms: one?.asOfMs ?? null,
          case: one?.case ?? null,
        },
      ];
    }),
  );
}

async function foundAtChains(db: Reads, chains: readonly CustodyChain[]): Promise<[string, Found][]> {
  const all: [string, Found][] = [];
  for (const chain of chains) {
    const cases = await openCases(db, 'custody_differences', 'network', chain.network);
    for (const one of await positions(db as Parameters<typeof positions>[0], chain.network)) {
      const decimals = chain.decimals(one.currencyId);
      const id = cases.get(one.currencyId);
      all.push([
        keyOf(custodyOf(chain.network), one.currencyId),
        {
          ledger: formatMinor(one.ledger, decimals),
          found: formatMinor(one.hot + one.cold + one.deposits, decimals),
          unexplained: formatMinor(one.unexplained, decimals),
          asOfMs: one.atMs,
          case: id === undefined ? null : `custody/${id}`,
        },
      ]);
    }
  }
  return all;
}

async function foundAtBank(
  db: Reads,
  exchange: ReconciledOptions['exchange'],
  nowMs: number,
): Promise<[string, Found][]> {
  const cases = await openCases(db, 'company_differences', 'channel', 'bank');
  const explained = await explainedAtBank(db);
  const decimalsOf = new Map(exchange.currencies().map(({ id, decimals }) => [id, decimals]));
  return (await bankAssets(db, nowMs)).map(({ currencyId, assetsMinor, ledgerMinor, asOfMs }) => {
    const decimals = decimalsOf.get(currencyId) ?? 0;
    const id = cases.get(currencyId);
    const unexplained = assetsMinor - ledgerMinor - (explained.get(currencyId) ?? 0n);
    return [
      keyOf('bank', currencyId),
      {
        ledger: formatMinor(ledgerMinor, decimals),
        found: formatMinor(assetsMinor, decimals),
        unexplained: formatMinor(unexplained, decimals),
        asOfMs,
        case: id === undefined ? null : `reconciliation/${id}`,
      },
    ];
  });
}

/** By currency. */
async function openCases(
  db: Reads,
  table: 'custody_differences' | 'company_differences',
  column: 'network' | 'channel',
  value: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ id: string; currency_id: number }>(
    `select id, currency_id from ${table} where ${column} = $1 and state = 'open'`,
    [value],
  );
  return new Map(rows.map(row => [row.currency_id, Number(row.id)]));
}

/** What two people have explained of the bank, by currency. */
export async function explainedAtBank(db: Reads): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await db.query<{ currency_id: number; minor: string }>(
    `select currency_id, sum(amount)::text as minor from company_differences
      where channel = 'bank' and state = 'resolved' group by 1`,
  );
  return new Map(rows.map(row => [row.currency_id, BigInt(row.minor)]));
}

function keyOf(channel: Channel, currencyId: number): string {
  return `${channel}:${currencyId}`;
}
