import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { Network } from '../networks.ts';
import type { BlockRef, ScannedBlock } from '../watcher/chain-source.ts';
import type { HeldAddress } from './custody-chain.ts';

export interface StoredOutput {
  readonly transactionId: string;
  readonly index: number;
  readonly address: string;
  readonly holder: HeldAddress['holder'];
  readonly amount: bigint;
  readonly blockNumber: number;
}

interface OutputRow {
  readonly transaction_id: string;
  readonly output_index: string;
  readonly address: string;
  readonly holder: HeldAddress['holder'];
  readonly amount: string;
  readonly block_number: string;
}

/** Outputs of ours on one network (1035-custody-outputs.sql). */
export class OutputStore {
  readonly #pool: pg.Pool;
  readonly #network: Network;

  constructor(pool: pg.Pool, network: Network) {
    this.#pool = pool;
    this.#network = network;
  }

  /** Where the search for payments to our own addresses goes on; null: it has not begun. */
  async scanned(): Promise<BlockRef | null> {
    const { rows } = await this.#pool.query<{ block_number: string; block_hash: string }>(
      'select block_number, block_hash from custody_scans where network = $1',
      [this.#network],
    );
    const [row] = rows;
    return row === undefined ? null : { number: Number(row.block_number), hash: row.block_hash };
  }

  /** Writes what these blocks pay to our own addresses, and how far the search is. */
  async advance(
    blocks: readonly ScannedBlock[],
    holderOf: ReadonlyMap<string, 'hot' | 'cold'>,
  ): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    await inTransaction(this.#pool, async client => {
      for (const { number, transfers } of blocks) {
        for (const one of transfers) {
          const holder = holderOf.get(one.recipientKey);
          if (holder === undefined) continue;
          await client.query(
            `insert into custody_outputs
               (network, transaction_id, output_index, address, holder, amount, block_number)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (network, transaction_id, output_index) do update
               set holder = excluded.holder, block_number = excluded.block_number`,
            [
              this.#network,
              one.transactionHash,
              one.logIndex,
              one.recipientKey,
              holder,
              String(one.amount),
              number,
            ],
          );
        }
      }
      await this.#moveTo(client, last);
    });
  }

  /**
   * Forgets what was found after that block, whose successors have left the chain. What was spent there counts as spent
   * no earlier than in the newest block, until somebody asks.
   */
  async rewind(to: BlockRef, newest: number): Promise<void> {
    await inTransaction(this.#pool, async client => {
      await client.query(
        'update custody_outputs set spent_at_block = $3 where network = $1 and spent_at_block > $2',
        [this.#network, to.number, newest],
      );
      await client.query(
        `delete from custody_outputs where network = $1 and holder <> 'deposit' and block_number > $2`,
        [this.#network, to.number],
      );
      await this.#moveTo(client, to);
    });
  }

  async #moveTo(client: pg.ClientBase, { number, hash }: BlockRef): Promise<void> {
    await client.query(
      `insert into custody_scans (network, block_number, block_hash) values ($1, $2, $3)
       on conflict (network) do update set block_number = excluded.block_number, block_hash = excluded.block_hash`,
      [this.#network, number, hash],
    );
  }

  /** Takes over what the watcher has found at deposit addresses, and drops what has left the chain. */
  async takeDeposits(currencyId: number): Promise<void> {
    await this.#pool.query(
      `insert into custody_outputs (network, transaction_id, output_index, address, holder, amount, block_number)
       select network, transaction_hash, log_index, address, 'deposit', amount, block_number from chain_transfers
        where network = $1 and currency_id = $2 and state <> 'reorganised' and log_index >= 0
       on conflict (network, transaction_id, output_index) do update set block_number = excluded.block_number
         where custody_outputs.block_number <> excluded.block_number`,
      [this.#network, currencyId],
    );
    await this.#pool.query(
      `delete from custody_outputs o using chain_transfers t
        where o.network = $1 and o.holder = 'deposit' and t.network = o.network
          and t.transaction_hash = o.transaction_id and t.log_index = o.output_index and t.state = 'reorganised'`,
      [this.#network],
    );
  }

  /** Not known to be spent, or found to be within the newest blocks, which may leave the chain. */
  async toAsk(fromBlock: number): Promise<StoredOutput[]> {
    return this.#find('(spent_at_block is null or spent_at_block >= $2)', [fromBlock]);
  }

  async unspent(holder: HeldAddress['holder'], addresses: readonly string[] | null): Promise<StoredOutput[]> {
    return this.#find(
      'spent_at_block is null and holder = $2 and ($3::text[] is null or address = any($3))',
      [holder, addresses],
    );
  }

  async find(transactionId: string, index: number): Promise<StoredOutput | null> {
    const [found] = await this.#find('transaction_id = $2 and output_index = $3', [transactionId, index]);
    return found ?? null;
  }

  async spentAt(transactionId: string, index: number): Promise<number | null> {
    const { rows } = await this.#pool.query<{ spent_at_block: string | null }>(
      `select spent_at_block from custody_outputs
        where network = $1 and transaction_id = $2 and output_index = $3`,
      [this.#network, transactionId, index],
    );
    const spentAt = rows[0]?.spent_at_block ?? null;
    return spentAt === null ? null : Number(spentAt);
  }

  /** One that was spent keeps the block at which that was first seen. */
  async mark({ transactionId, index }: StoredOutput, spentAtBlock: number | null): Promise<void> {
    await this.#pool.query(
      `update custody_outputs
          set spent_at_block = case when $4::bigint is null then null else coalesce(spent_at_block, $4) end
        where network = $1 and transaction_id = $2 and output_index = $3`,
      [this.#network, transactionId, index, spentAtBlock],
    );
  }

  async #find(where: string, values: readonly unknown[]): Promise<StoredOutput[]> {
    const { rows } = await this.#pool.query<OutputRow>(
      `select transaction_id, output_index, address, holder, amount, block_number from custody_outputs
        where network = $1 and ${where} order by block_number, transaction_id, output_index`,
      [this.#network, ...values],
    );
    return rows.map(row => ({
      transactionId: row.transaction_id,
      index: Number(row.output_index),
      address: row.address,
      holder: row.holder,
      amount: BigInt(row.amount),
      blockNumber: Number(row.block_number),
    }));
  }
}
