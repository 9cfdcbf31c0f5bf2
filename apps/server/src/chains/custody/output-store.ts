import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { Network } from '../networks.ts';
import type { BlockRef, OutputRef, ScannedBlock } from '../watcher/chain-source.ts';
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

  /** Writes what these blocks pay to our own addresses and what they spend of ours, and how far the search is. */
  async advance(
    blocks: readonly ScannedBlock[],
    holderOf: ReadonlyMap<string, 'hot' | 'cold'>,
  ): Promise<void> {
    const last = blocks.at(-1);
    if (last === undefined) return;
    await inTransaction(this.#pool, async client => {
      for (const { number, transfers, spent = [] } of blocks) {
        for (const one of transfers) {
          const holder = holderOf.get(one.recipientKey);
          if (holder === undefined) continue;
          await client.query(
            `insert into custody_outputs
               (network, transaction_id, output_index, address, holder, amount, block_number, asked_at_block)
             values ($1, $2, $3, $4, $5, $6, $7, $7)
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
        await this.#markSpent(client, spent, number);
      }
      await this.#moveTo(client, last);
    });
  }

  async #markSpent(client: pg.ClientBase, spent: readonly OutputRef[], number: number): Promise<void> {
    await client.query(
      `update custody_outputs o set spent_at_block = $4 from unnest($2::text[], $3::bigint[]) as s (id, at)
        where o.network = $1 and o.transaction_id = s.id and o.output_index = s.at`,
      [this.#network, spent.map(one => one.transactionId), spent.map(one => one.index), number],
    );
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

  /**
   * Takes over what the watcher has found at deposit addresses, and drops what has left the chain. What stands in blocks
   * that were read for what they spend has to be asked about once; of others the spending will be seen.
   * @param readTo the last of those blocks
   */
  async takeDeposits(currencyId: number, readTo: number): Promise<void> {
    await this.#pool.query(
      `insert into custody_outputs
         (network, transaction_id, output_index, address, holder, amount, block_number, asked_at_block)
       select network, transaction_hash, log_index, address, 'deposit', amount, block_number,
              case when block_number > $3 then block_number end from chain_transfers
        where network = $1 and currency_id = $2 and state <> 'reorganised' and log_index >= 0
       on conflict (network, transaction_id, output_index) do update set block_number = excluded.block_number
         where custody_outputs.block_number <> excluded.block_number`,
      [this.#network, currencyId, readTo],
    );
    await this.#pool.query(
      `delete from custody_outputs o using chain_transfers t
        where o.network = $1 and o.holder = 'deposit' and t.network = o.network
          and t.transaction_hash = o.transaction_id and t.log_index = o.output_index and t.state = 'reorganised'`,
      [this.#network],
    );
  }

  /**
   * What a node has to be asked about: what was never asked about, what was spent within the newest blocks, which may
   * leave the chain, and of all others the `portion` that was asked about longest ago: anybody may send us outputs, so
   * there may be any number.
   */
  async toAsk(fromBlock: number, portion: number): Promise<StoredOutput[]> {
    return this.#find(
      `(spent_at_block >= $2 or (spent_at_block is null and (asked_at_block is null or
         (transaction_id, output_index) in (
           select transaction_id, output_index from custody_outputs
            where network = $1 and spent_at_block is null and asked_at_block is not null
            order by asked_at_block, transaction_id, output_index limit $3))))`,
      [fromBlock, portion],
    );
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

  /** What a node says of it in that block. One that was spent keeps the block at which that was first seen. */
  async mark({ transactionId, index }: StoredOutput, isSpent: boolean, blockNumber: number): Promise<void> {
    await this.#pool.query(
      `update custody_outputs
          set spent_at_block = case when $4 then coalesce(spent_at_block, $5) end, asked_at_block = $5
        where network = $1 and transaction_id = $2 and output_index = $3`,
      [this.#network, transactionId, index, isSpent, blockNumber],
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
