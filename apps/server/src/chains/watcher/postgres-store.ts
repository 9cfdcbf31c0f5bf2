import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { Network } from '../networks.ts';
import type { BlockRef } from './chain-source.ts';
import type { Transfer } from './chain-watcher.ts';
import { readTransfer, transferFromJson, transferToJson, type TransferRow } from './transfer-row.ts';
import {
  CONFIRM_AT_ONCE,
  CursorMoved,
  type Cursor,
  type NewTransfer,
  type Owner,
  type Report,
  type WatchStore,
} from './watch-store.ts';

const REPORT_AT_ONCE = 200;
const LONGEST_ERROR = 500;

/** The state of one network's watcher, in PostgreSQL (0340-chains.sql). */
export class PostgresWatchStore implements WatchStore {
  readonly #pool: pg.Pool;
  readonly #network: Network;

  constructor(pool: pg.Pool, network: Network) {
    this.#pool = pool;
    this.#network = network;
  }

  async cursor(): Promise<Cursor | null> {
    const { rows } = await this.#pool.query<{ chain: string; block_number: string; block_hash: string }>(
      'select chain, block_number, block_hash from chain_cursors where network = $1',
      [this.#network],
    );
    const [row] = rows;
    return row ? { chain: row.chain, number: Number(row.block_number), hash: row.block_hash } : null;
  }

  async begin({ chain, number, hash }: Cursor): Promise<void> {
    await this.#pool.query(
      `with begun as (
         insert into chain_cursors (network, chain, block_number, block_hash) values ($1, $2, $3, $4)
         on conflict do nothing returning network, block_number, block_hash
       )
       insert into chain_blocks (network, block_number, block_hash) select * from begun`,
      [this.#network, chain, number, hash],
    );
  }

  async hashAt(blockNumber: number): Promise<string | null> {
    const { rows } = await this.#pool.query<{ block_hash: string }>(
      'select block_hash from chain_blocks where network = $1 and block_number = $2',
      [this.#network, blockNumber],
    );
    return rows[0]?.block_hash ?? null;
  }

  async oldestKept(): Promise<number | null> {
    const { rows } = await this.#pool.query<{ oldest: string | null }>(
      'select min(block_number) as oldest from chain_blocks where network = $1',
      [this.#network],
    );
    const oldest = rows[0]?.oldest ?? null;
    return oldest === null ? null : Number(oldest);
  }

  async owners(addressKeys: readonly string[]): Promise<ReadonlyMap<string, Owner>> {
    if (addressKeys.length === 0) return new Map();
    const { rows } = await this.#pool.query<{ address_key: string; address: string; customer_id: number }>(
      // With the memo, where an address is shared: the address alone would name nobody.
      `select address_key, case when memo is null then address else address_key end as address, customer_id
         from chain_addresses
       where network = $1 and address_key = any($2::text[])`,
      [this.#network, addressKeys],
    );
    return new Map(rows.map(row => [row.address_key, { customerId: row.customer_id, address: row.address }]));
  }

  async advance(
    cursor: BlockRef,
    blocks: readonly BlockRef[],
    transfers: readonly NewTransfer[],
    keepFrom: number,
    nowMs: number,
  ): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    await inTransaction(this.#pool, async client => {
      await this.#moveCursor(client, cursor, last);
      await client.query(
        `insert into chain_blocks (network, block_number, block_hash)
         select $1, * from unnest($2::bigint[], $3::text[])`,
        [this.#network, blocks.map(block => block.number), blocks.map(block => block.hash)],
      );
      for (const transfer of transfers) await this.#insertTransfer(client, transfer, nowMs);
      await client.query('delete from chain_blocks where network = $1 and block_number < $2', [
        this.#network,
        keepFrom,
      ]);
    });
  }

  /** A transfer that left the chain may return in another block; one that is there is never inserted twice. */
  async #insertTransfer(client: pg.ClientBase, transfer: NewTransfer, nowMs: number): Promise<void> {
    await client.query(
      `insert into chain_transfers as old
         (network, transaction_hash, log_index, customer_id, address, sender, currency_id, amount, amount_minor,
          block_number, block_hash, state, reason, seen_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $12::text is null then 'seen' else 'ignored' end,
               $12, $13)
       on conflict (network, transaction_hash, log_index) do update set
         customer_id = excluded.customer_id, address = excluded.address, sender = excluded.sender,
         currency_id = excluded.currency_id, amount = excluded.amount, amount_minor = excluded.amount_minor,
         block_number = excluded.block_number, block_hash = excluded.block_hash, state = excluded.state,
         reason = excluded.reason, seen_at_ms = excluded.seen_at_ms, confirmed_at_ms = null,
         inclusion = old.inclusion + (exists (
           select 1 from chain_reports r where r.network = old.network and r.transaction_hash = old.transaction_hash
             and r.log_index = old.log_index and r.inclusion = old.inclusion
         ))::int
       where old.state = 'reorganised'`,
      [
        this.#network,
        transfer.transactionHash,
        transfer.logIndex,
        transfer.owner.customerId,
        transfer.owner.address,
        transfer.senderKey,
        transfer.currencyId,
        String(transfer.amount),
        String(transfer.amountMinor),
        transfer.block.number,
        transfer.block.hash,
        transfer.ignored,
        nowMs,
      ],
    );
  }

  async hasConfirmedAfter(blockNumber: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `select from chain_transfers where network = $1 and block_number > $2 and state = 'confirmed' limit 1`,
      [this.#network, blockNumber],
    );
    return rowCount === 1;
  }

  async rewind(cursor: BlockRef, ancestor: BlockRef): Promise<number> {
    return inTransaction(this.#pool, async client => {
      await this.#moveCursor(client, cursor, ancestor);
      const after = [this.#network, ancestor.number];
      await client.query('delete from chain_blocks where network = $1 and block_number > $2', after);
      // Its confirmation was not delivered: there is nothing to reverse.
      await client.query(
        `delete from chain_reports r using chain_transfers t
         where t.network = $1 and t.block_number > $2 and t.state = 'confirmed'
           and r.network = t.network and r.transaction_hash = t.transaction_hash and r.log_index = t.log_index
           and r.inclusion = t.inclusion and r.kind = 'confirmed' and r.attempts = 0`,
        after,
      );
      await client.query(
        `insert into chain_reports (network, transaction_hash, log_index, inclusion, kind, transfer)
         select r.network, r.transaction_hash, r.log_index, r.inclusion, 'reorganised', r.transfer
         from chain_reports r join chain_transfers t using (network, transaction_hash, log_index, inclusion)
         where t.network = $1 and t.block_number > $2 and t.state = 'confirmed' and r.kind = 'confirmed'
         order by r.id`,
        after,
      );
      const { rowCount } = await client.query(
        `update chain_transfers set state = 'reorganised', reason = null
         where network = $1 and block_number > $2 and state <> 'reorganised'`,
        after,
      );
      return rowCount ?? 0;
    });
  }

  async confirmable(blockNumber: number, after: Transfer | null): Promise<Transfer[]> {
    const { rows } = await this.#pool.query<TransferRow>(
      `select * from chain_transfers where network = $1 and state = 'seen' and block_number <= $2
         and (block_number, transaction_hash, log_index) > ($4, $5, $6)
       order by block_number, transaction_hash, log_index limit $3`,
      [
        this.#network,
        blockNumber,
        CONFIRM_AT_ONCE,
        after?.blockNumber ?? -1,
        after?.transactionHash ?? '',
        after?.logIndex ?? -1,
      ],
    );
    return rows.map(readTransfer);
  }

  async confirm(cursor: BlockRef, transfer: Transfer, nowMs: number): Promise<void> {
    await inTransaction(this.#pool, async client => {
      await this.#moveCursor(client, cursor, cursor);
      const id = [this.#network, transfer.transactionHash, transfer.logIndex];
      const { rowCount } = await client.query(
        `update chain_transfers set state = 'confirmed', confirmed_at_ms = $4
         where network = $1 and transaction_hash = $2 and log_index = $3 and state = 'seen'`,
        [...id, nowMs],
      );
      if (rowCount !== 1) throw new CursorMoved(this.#network);
      await client.query(
        `insert into chain_reports (network, transaction_hash, log_index, inclusion, kind, transfer)
         values ($1, $2, $3, $4, 'confirmed', $5)`,
        [...id, transfer.inclusion, transferToJson(transfer)],
      );
    });
  }

  async dueReports(nowMs: number): Promise<Report[]> {
    const { rows } = await this.#pool.query<{
      id: string;
      kind: 'confirmed' | 'reorganised';
      transfer: Record<string, unknown>;
      attempts: number;
    }>(
      `select id, kind, transfer, attempts from chain_reports r
       where network = $1 and delivered_at_ms is null and next_try_at_ms <= $2 and not exists (
         select 1 from chain_reports earlier where earlier.network = r.network and earlier.delivered_at_ms is null
           and earlier.transaction_hash = r.transaction_hash and earlier.log_index = r.log_index and earlier.id < r.id
       )
       order by id limit $3`,
      [this.#network, nowMs, REPORT_AT_ONCE],
    );
    return rows.map(({ id, kind, transfer, attempts }) => ({
      id: Number(id),
      kind,
      transfer: transferFromJson(transfer),
      attempts,
    }));
  }

  async tryReport(id: number, nextTryAtMs: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update chain_reports set attempts = attempts + 1, next_try_at_ms = $2
       where id = $1 and delivered_at_ms is null`,
      [id, nextTryAtMs],
    );
    return rowCount === 1;
  }

  async reportDelivered(id: number, nowMs: number): Promise<void> {
    await this.#pool.query('update chain_reports set delivered_at_ms = $2, error = null where id = $1', [
      id,
      nowMs,
    ]);
  }

  async reportFailed(id: number, error: string): Promise<void> {
    await this.#pool.query('update chain_reports set error = $2 where id = $1', [
      id,
      error.slice(0, LONGEST_ERROR),
    ]);
  }

  async waitingReports(): Promise<number> {
    const { rows } = await this.#pool.query<{ waiting: string }>(
      'select count(*) as waiting from chain_reports where network = $1 and delivered_at_ms is null',
      [this.#network],
    );
    return Number(rows[0]?.waiting);
  }

  /** Also locks the cursor until the transaction ends. */
  async #moveCursor(client: pg.ClientBase, from: BlockRef, to: BlockRef): Promise<void> {
    const { rowCount } = await client.query(
      `update chain_cursors set block_number = $4, block_hash = $5, moved_at = now()
       where network = $1 and block_number = $2 and block_hash = $3`,
      [this.#network, from.number, from.hash, to.number, to.hash],
    );
    if (rowCount !== 1) throw new CursorMoved(this.#network);
  }
}
