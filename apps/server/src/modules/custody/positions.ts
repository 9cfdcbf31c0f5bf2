import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** What explains why there is more (above zero) or less at the chain than the ledger says. */
export const EXPLANATIONS = [
  /** Seen, and waiting for confirmations. */
  'confirming',
  /** Below the minimum that is credited. */
  'below_minimum',
  'implausible',
  /** Confirmed, but not credited, or taken back in the ledger alone. */
  'uncredited',
  /** Decimals of the chain that the ledger does not have. */
  'remainders',
  /** Has left, and is not settled in the ledger yet. */
  'leaving',
  /** What transactions of ours have cost, ever. */
  'network_fees',
  /** What two people have explained. */
  'resolved',
] as const;
export type Explanation = (typeof EXPLANATIONS)[number];
export type Explained = Readonly<Record<Explanation, bigint>>;

/** The newest comparison of chain and ledger in one currency; amounts in the chain's units. */
export interface Position {
  readonly network: Network;
  readonly currencyId: number;
  readonly blockNumber: number;
  readonly atMs: number;
  readonly ledger: bigint;
  readonly hot: bigint;
  readonly cold: bigint;
  readonly deposits: bigint;
  readonly explained: Explained;
  readonly unexplained: bigint;
}

const POSITIONS = new StoredTable('custody_positions', {
  network: as<Network>(),
  currencyId: Number,
  blockNumber: Number,
  atMs: Number,
  ledger: BigInt,
  hot: BigInt,
  cold: BigInt,
  deposits: BigInt,
  explained: readExplained,
  unexplained: BigInt,
});

export type DifferenceState = 'open' | 'resolved' | 'vanished';

const DIFFERENCES = new StoredTable('custody_differences', {
  id: Number,
  network: as<Network>(),
  currencyId: Number,
  amount: BigInt,
  facts: readFacts,
  state: as<DifferenceState>(),
  openedAtMs: Number,
  changedAtMs: Number,
  closedAtMs: orNull(Number),
});
export type Difference = Stored<typeof DIFFERENCES>;
/** The comparison it was found by. */
export type Facts = Omit<Position, 'network' | 'currencyId' | 'unexplained'>;

const APPROVALS = new StoredTable('custody_difference_approvals', {
  differenceId: Number,
  operatorId: Number,
  amount: BigInt,
  reason: as<string>(),
  atMs: Number,
});
export type DifferenceApproval = Stored<typeof APPROVALS>;

export function positions(db: Queries, network: Network): Promise<Position[]> {
  return POSITIONS.find(db, 'where network = $1 order by currency_id', [network]);
}

export async function writePosition(db: Queries, position: Position): Promise<void> {
  await db.query(
    `insert into custody_positions
       (network, currency_id, block_number, at_ms, ledger, hot, cold, deposits, explained, unexplained)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (network, currency_id) do update set
       block_number = excluded.block_number, at_ms = excluded.at_ms, ledger = excluded.ledger, hot = excluded.hot,
       cold = excluded.cold, deposits = excluded.deposits, explained = excluded.explained,
       unexplained = excluded.unexplained`,
    [
      position.network,
      position.currencyId,
      position.blockNumber,
      position.atMs,
      String(position.ledger),
      String(position.hot),
      String(position.cold),
      String(position.deposits),
      toJson(position.explained),
      String(position.unexplained),
    ],
  );
}

/** Locks the row until the transaction ends. */
export function openDifference(
  db: Queries,
  network: Network,
  currencyId: number,
): Promise<Difference | null> {
  const rest = `where network = $1 and currency_id = $2 and state = 'open' for update`;
  return DIFFERENCES.first(db, rest, [network, currencyId]);
}

export function findDifference(db: Queries, id: number, lock = false): Promise<Difference | null> {
  return DIFFERENCES.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
}

export function listDifferences(
  db: Queries,
  state: DifferenceState,
  after: number | null,
  limit: number,
): Promise<Difference[]> {
  const order = state === 'open' ? 'asc' : 'desc';
  const sign = state === 'open' ? '>' : '<';
  return DIFFERENCES.find(
    db,
    `where state = $1 and ($2::bigint is null or id ${sign} $2) order by id ${order} limit $3`,
    [state, after, limit],
  );
}

export async function countOpen(db: Queries): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from custody_differences where state = 'open'`,
  );
  return rows[0]?.count ?? 0;
}

export async function insertDifference(db: Queries, position: Position): Promise<void> {
  await db.query(
    `insert into custody_differences (network, currency_id, amount, facts, state, opened_at_ms, changed_at_ms)
     values ($1, $2, $3, $4, 'open', $5, $5)`,
    [position.network, position.currencyId, String(position.unexplained), factsJson(position), position.atMs],
  );
}

/** Another amount is another difference: what was agreed about the old one no longer counts. */
export async function changeDifference(db: Queries, id: number, position: Position): Promise<void> {
  await db.query('update custody_differences set amount = $2, facts = $3, changed_at_ms = $4 where id = $1', [
    id,
    String(position.unexplained),
    factsJson(position),
    position.atMs,
  ]);
  await db.query('delete from custody_difference_approvals where difference_id = $1', [id]);
}

export function closeDifference(
  db: Queries,
  id: number,
  state: 'resolved' | 'vanished',
  atMs: number,
): Promise<boolean> {
  return DIFFERENCES.change(db, { id, state: 'open' }, { state, closedAtMs: atMs });
}

export function approvalsOf(db: Queries, id: number): Promise<DifferenceApproval[]> {
  return APPROVALS.find(db, 'where difference_id = $1 order by at_ms, operator_id', [id]);
}

export function insertApproval(db: Queries, approval: DifferenceApproval): Promise<void> {
  return APPROVALS.insert(db, approval);
}

function factsJson(position: Position): string {
  const { blockNumber, atMs, ledger, hot, cold, deposits, explained } = position;
  return JSON.stringify({
    blockNumber,
    atMs,
    ...JSON.parse(toJson({ ledger, hot, cold, deposits })),
    explained: JSON.parse(toJson(explained)) as unknown,
  });
}

/** JSON has no bigint: amounts are texts. */
function toJson(amounts: Readonly<Record<string, bigint>>): string {
  return JSON.stringify(amounts, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

function readExplained(stored: Readonly<Record<string, string>>): Explained {
  return Object.fromEntries(
    EXPLANATIONS.map(name => [name, BigInt(stored[name] ?? 0)]),
  ) as unknown as Explained;
}

function readFacts(stored: Readonly<Record<string, unknown>>): Facts {
  const amount = (name: string): bigint => BigInt(String(stored[name] ?? 0));
  return {
    blockNumber: Number(stored['blockNumber']),
    atMs: Number(stored['atMs']),
    ledger: amount('ledger'),
    hot: amount('hot'),
    cold: amount('cold'),
    deposits: amount('deposits'),
    explained: readExplained(stored['explained'] as Readonly<Record<string, string>>),
  };
}
