import type pg from 'pg';
import type {
  Deviation,
  Drafted,
  HeldAddress,
  ObservedBalance,
  Signed,
} from '../../chains/custody/custody-chain.ts';
import type { Network } from '../../chains/networks.ts';
import { addressKey } from '../../chains/watcher/chain-source.ts';
import { nextId } from '../../database/rows.ts';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { Conditions } from '../../http/page.ts';
import type { Vault } from '../../vault/vault.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type BatchKind = 'payout' | 'gas' | 'sweep' | 'to_cold';
export type BatchState =
  | 'draft'
  | 'exported'
  | 'signed'
  | 'broadcasting'
  | 'sent'
  | 'confirmed'
  | 'failed'
  | 'cancelled';
export const LIVE: readonly BatchState[] = ['draft', 'exported', 'signed', 'broadcasting', 'sent'];
export type ItemState = 'open' | 'done' | 'dropped' | 'failed';
export type TransactionState =
  | 'drafted'
  | 'signed'
  | 'broadcasting'
  | 'sent'
  | 'mined'
  | 'confirmed'
  | 'reverted'
  | 'replaced';

const BATCHES = new StoredTable('custody_batches', {
  id: Number,
  network: as<Network>(),
  kind: as<BatchKind>(),
  state: as<BatchState>(),
  version: Number,
  digest: as<string>(),
  deviations: as<readonly Deviation[]>(),
  doubt: as<string | null>(),
  createdBy: Number,
  createdAtMs: Number,
  exportedAtMs: orNull(Number),
  signedAtMs: orNull(Number),
  sentBy: orNull(Number),
  sentAtMs: orNull(Number),
  endedAtMs: orNull(Number),
});
export type Batch = Stored<typeof BATCHES>;

const ITEMS = new StoredTable('custody_items', {
  id: Number,
  batchId: Number,
  network: as<Network>(),
  withdrawalId: orNull(Number),
  depositKey: as<string | null>(),
  currencyId: Number,
  amount: BigInt,
  sender: as<string>(),
  sealed: as<Buffer>(),
  state: as<ItemState>(),
});
/** Where it goes, which is sealed. */
interface Destination {
  readonly recipient: string;
  /** What names the recipient at an address that many share; null: nothing. */
  readonly memo: string | null;
}
export type Item = Omit<Stored<typeof ITEMS>, 'sealed'> & Destination;

const numbers = (stored: readonly string[]): number[] => stored.map(Number);

const TRANSACTIONS = new StoredTable('custody_transactions', {
  id: Number,
  batchId: Number,
  network: as<Network>(),
  version: Number,
  place: Number,
  slot: as<string>(),
  itemIds: numbers,
  payoutPlaces: as<readonly (number | null)[]>(),
  sealed: as<Buffer>(),
  feeMost: BigInt,
  transactionId: as<string | null>(),
  sealedRaw: as<Buffer | null>(),
  state: as<TransactionState>(),
  sentAtMs: orNull(Number),
  blockNumber: orNull(Number),
  fee: orNull(BigInt),
});
export type Transaction = Omit<Stored<typeof TRANSACTIONS>, 'sealed' | 'sealedRaw'> & {
  readonly unsigned: Readonly<Record<string, unknown>>;
  readonly raw: string | null;
};

const LOCK = 7_146_381;

/** Serialises the building of a network's batches until the transaction ends. */
export async function lockNetwork(db: Queries, network: Network): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, network]);
}

export function insertBatch(
  db: Queries,
  batch: Pick<Batch, 'id' | 'network' | 'kind' | 'digest' | 'createdBy' | 'createdAtMs'>,
): Promise<void> {
  return BATCHES.insert(db, { ...batch, state: 'draft' });
}

export function insertItem(db: Queries, vault: Vault, item: Omit<Item, 'state'>): Promise<void> {
  const { recipient, memo, ...row } = item;
  const destination: Destination = { recipient, memo };
  const sealed = vault.seal(placeOf.item(item.id), JSON.stringify(destination));
  return ITEMS.insert(db, { ...row, sealed, state: 'open' });
}

/** A version's transactions, in the order of its file. */
export async function insertDrafted(
  db: Queries,
  vault: Vault,
  batch: Pick<Batch, 'id' | 'network' | 'version'>,
  drafted: readonly Drafted[],
): Promise<void> {
  const { id: batchId, network, version } = batch;
  for (const [place, { unsigned, ...one }] of drafted.entries()) {
    const id = await nextId(db, 'custody_transactions');
    const sealed = vault.seal(placeOf.unsigned(id), JSON.stringify(unsigned));
    const row = { ...one, id, batchId, network, version, place, sealed, state: 'drafted' } as const;
    await TRANSACTIONS.insert(db, { ...row, itemIds: [...one.itemIds] });
  }
}

/** Takes out where a withdrawal went, once nobody may know any more whose it was. */
export async function forgetRecipients(db: Queries, vault: Vault, withdrawalId: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>('select id from custody_items where withdrawal_id = $1', [
    withdrawalId,
  ]);
  const nowhere: Destination = { recipient: '', memo: null };
  for (const { id } of rows) {
    const sealed = vault.seal(placeOf.item(Number(id)), JSON.stringify(nowhere));
    await db.query('update custody_items set sealed = $2 where id = $1', [id, sealed]);
  }
}

/** What a sealed value belongs to: it opens nowhere else. */
export const placeOf = {
  item: (id: number): string => `custody_item:${id}:destination`,
  unsigned: (id: number): string => `custody_transaction:${id}:unsigned`,
  raw: (id: number): string => `custody_transaction:${id}:raw`,
};

/** Locks the row until the transaction ends, if asked. */
export function findBatch(db: Queries, id: number, lock = false): Promise<Batch | null> {
  return BATCHES.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
}

export function changeBatch(db: Queries, id: number, change: Partial<Batch>): Promise<boolean> {
  return BATCHES.change(db, { id }, change);
}

export async function setDeviations(
  db: Queries,
  id: number,
  deviations: readonly Deviation[],
): Promise<void> {
  await db.query('update custody_batches set deviations = $2 where id = $1', [
    id,
    JSON.stringify(deviations),
  ]);
}

/** Newest first. */
export function listBatches(
  db: Queries,
  filter: {
    readonly networks: readonly Network[];
    readonly beforeId: number | null;
    readonly limit: number;
  },
): Promise<Batch[]> {
  const where = new Conditions().add('network = any(?)', filter.networks).addIf('id < ?', filter.beforeId);
  const limit = where.parameter(filter.limit);
  return BATCHES.find(db, `where ${where.sql} order by id desc limit ${limit}`, where.values);
}

/** Under way, oldest first. */
export function liveBatches(db: Queries, network: Network): Promise<Batch[]> {
  return BATCHES.find(db, 'where network = $1 and state = any($2) order by id', [network, LIVE]);
}

export async function itemsOf(db: Queries, vault: Vault, batchId: number): Promise<Item[]> {
  const rows = await ITEMS.find(db, 'where batch_id = $1 order by id', [batchId]);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    ...(JSON.parse(vault.openText(placeOf.item(row.id), sealed)) as Destination),
  }));
}

/** Closes items that are open, and returns the withdrawals among them. */
export async function closeItems(
  db: Queries,
  ids: readonly number[],
  state: Exclude<ItemState, 'open'>,
): Promise<number[]> {
  const { rows } = await db.query<{ withdrawal_id: string | null }>(
    `update custody_items set state = $2 where id = any($1) and state = 'open' returning withdrawal_id`,
    [ids, state],
  );
  return rows.flatMap(row => (row.withdrawal_id === null ? [] : [Number(row.withdrawal_id)]));
}

/** All versions, oldest first. */
export async function transactionsOf(db: Queries, vault: Vault, batchId: number): Promise<Transaction[]> {
  const rows = await TRANSACTIONS.find(db, 'where batch_id = $1 order by version, place', [batchId]);
  return rows.map(({ sealed, sealedRaw, ...row }) => ({
    ...row,
    unsigned: JSON.parse(vault.openText(placeOf.unsigned(row.id), sealed)) as Transaction['unsigned'],
    raw: sealedRaw === null ? null : vault.openText(placeOf.raw(row.id), sealedRaw),
  }));
}

export function changeTransaction(
  db: Queries,
  id: number,
  change: Partial<Pick<Transaction, 'state' | 'blockNumber' | 'fee'>>,
): Promise<boolean> {
  return TRANSACTIONS.change(db, { id }, change);
}

/** The node has taken it. */
export function noteSent(db: Queries, id: number, atMs: number): Promise<boolean> {
  return TRANSACTIONS.change(db, { id, state: 'broadcasting' }, { state: 'sent', sentAtMs: atMs });
}

/** Its block has left the chain: it waits again. */
export function putBack(db: Queries, id: number): Promise<boolean> {
  return TRANSACTIONS.change(db, { id, state: 'mined' }, { state: 'sent', blockNumber: null, fee: null });
}

/** Keeps it as it was signed. */
export function keepSigned(
  db: Queries,
  vault: Vault,
  id: number,
  { transactionId, raw }: Signed,
): Promise<boolean> {
  const sealedRaw = vault.seal(placeOf.raw(id), raw);
  return TRANSACTIONS.change(db, { id }, { state: 'signed', transactionId, sealedRaw });
}

/** What transactions of ours that are in the chain up to that block have cost, ever. */
export async function feesPaid(db: Queries, network: Network, blockNumber: number): Promise<bigint> {
  const { rows } = await db.query<{ fees: string }>(
    `select coalesce(sum(fee), 0)::text as fees from custody_transactions
      where network = $1 and fee is not null and block_number <= $2`,
    [network, blockNumber],
  );
  return BigInt(rows[0]?.fees ?? 0);
}

/** Deposit addresses to look at: those something came to since, those that hold something, and some of all others. */
export async function addressesToObserve(
  db: Queries,
  network: Network,
  limit: number,
): Promise<HeldAddress[]> {
  const { rows } = await db.query<{ address: string }>(
    `select a.address from chain_addresses a
      left join lateral (
        select min(block_number) as seen, max(amount) as held from custody_balances b
         where b.network = a.network and b.address_key = a.address_key) b on true
      where a.network = $1
        and (b.held > 0 or exists (
          select from chain_transfers t
           where t.network = a.network and t.address = a.address and t.state <> 'reorganised'
             and t.block_number > coalesce(b.seen, -1)) or b.seen is not null)
      order by (coalesce(b.held, 1) > 0) desc, b.seen nulls first limit $2`,
    [network, limit],
  );
  return rows.map(({ address }) => ({ holder: 'deposit', address }));
}

/** Replaces what was known of these addresses; own addresses that are no longer configured are forgotten. */
export async function writeBalances(
  db: Queries,
  network: Network,
  balances: readonly ObservedBalance[],
  blockNumber: number,
): Promise<void> {
  await db.query(
    `delete from custody_balances where network = $1 and holder <> 'deposit' and not address_key = any($2)`,
    [network, balances.map(one => addressKey(network, one.address))],
  );
  await db.query(
    `insert into custody_balances (network, address_key, currency_id, holder, amount, block_number)
     select $1, k, c, h, a, $6 from unnest($2::text[], $3::integer[], $4::text[], $5::numeric[]) as u (k, c, h, a)
     on conflict (network, address_key, currency_id) do update
       set holder = excluded.holder, amount = excluded.amount, block_number = excluded.block_number`,
    [
      network,
      balances.map(one => addressKey(network, one.address)),
      balances.map(one => one.currencyId),
      balances.map(one => one.holder),
      balances.map(one => String(one.amount)),
      blockNumber,
    ],
  );
}

/** Newest observed sums, by holder and currency. */
export async function heldSums(
  db: Queries,
  network: Network,
): Promise<
  { readonly holder: HeldAddress['holder']; readonly currencyId: number; readonly amount: bigint }[]
> {
  const { rows } = await db.query<{ holder: HeldAddress['holder']; currency_id: number; amount: string }>(
    `select holder, currency_id, sum(amount)::text as amount from custody_balances
      where network = $1 group by 1, 2`,
    [network],
  );
  return rows.map(row => ({ holder: row.holder, currencyId: row.currency_id, amount: BigInt(row.amount) }));
}

/** What lies at a deposit address, with the key that signs for it. */
export interface Sweepable {
  readonly addressKey: string;
  readonly address: string;
  readonly customerId: number;
  /** First eight digits of the account key's hash and the child: `d34db33f/0/17`. */
  readonly path: string;
  readonly currencyId: number;
  readonly amount: bigint;
  /** In an open batch. */
  readonly isTaken: boolean;
}

/** Most first. */
export async function sweepable(
  db: Queries,
  network: Network,
  currencyId: number,
  minimum: bigint,
  limit: number,
): Promise<Sweepable[]> {
  const { rows } = await db.query<{
    address_key: string;
    address: string;
    customer_id: number;
    key_id: string;
    address_index: number;
    amount: string;
    taken: boolean;
  }>(
    `select b.address_key, a.address, a.customer_id, a.key_id, a.address_index, b.amount::text as amount,
            exists (select from custody_items i
                     where i.network = b.network and i.deposit_key = b.address_key and i.state = 'open') as taken
       from custody_balances b join chain_addresses a using (network, address_key)
      where b.network = $1 and b.currency_id = $2 and b.holder = 'deposit' and b.amount >= $3 and b.amount > 0
      order by b.amount desc, b.address_key limit $4`,
    [network, currencyId, String(minimum), limit],
  );
  return rows.map(row => ({
    addressKey: row.address_key,
    address: row.address,
    customerId: row.customer_id,
    // A test chain's key has its chain's name in front.
    path: `${row.key_id.split(':').at(-1)?.slice(0, 8)}/0/${row.address_index}`,
    currencyId,
    amount: BigInt(row.amount),
    isTaken: row.taken,
  }));
}

/** As last observed; 0 if never. */
export async function balanceAt(
  db: Queries,
  network: Network,
  key: string,
  currencyId: number,
): Promise<bigint> {
  const { rows } = await db.query<{ amount: string }>(
    'select amount::text as amount from custody_balances where network = $1 and address_key = $2 and currency_id = $3',
    [network, key, currencyId],
  );
  return BigInt(rows[0]?.amount ?? 0);
}
