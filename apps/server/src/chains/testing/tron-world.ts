import { Registry } from 'prom-client';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { TronRpc } from '../tron/tron-rpc.ts';
import { TRON_GENESIS, TronSource } from '../tron/tron-source.ts';
import { BlockWatcher, type BlockWatcherOptions } from '../watcher/block-watcher.ts';
import { chainMetrics } from '../watcher/metrics.ts';
import { PostgresWatchStore } from '../watcher/postgres-store.ts';
import { RecordedTronNode, USDT_CONTRACT } from './recorded-tron-node.ts';
import { RecordingSink } from './recording-sink.ts';

export const CONFIRMATIONS = 3;
export const TOKENS = [{ currencyId: USDT, contract: USDT_CONTRACT }];

/** A recorded TRON node, a database, and customers who have addresses of the recorded chain. */
export class TronWorld {
  readonly database: Database;
  readonly node: RecordedTronNode;
  readonly clock = { nowMs: 0 };
  readonly sink = new RecordingSink();
  readonly #metrics = chainMetrics(new Registry());

  private constructor(database: Database, node: RecordedTronNode) {
    this.database = database;
    this.node = node;
  }

  static async start(): Promise<TronWorld> {
    return new TronWorld(await createTestDatabase(), await RecordedTronNode.start());
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.database.close();
  }

  /** A new customer whose deposit address is this one; gives their id. */
  async customer(address: string): Promise<number> {
    const { rows } = await this.database.pool.query<{ customer_id: number }>(
      `with customer as (
         insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
         values ('test', md5(random()::text), 0, 0) returning id
       )
       insert into chain_addresses
         (network, address_key, address, kind, key_id, address_index, customer_id, created_at_ms)
       select 'TRC20', $1, $1, 'tron', 'recorded', id, id, 0 from customer returning customer_id`,
      [address],
    );
    return rows[0]!.customer_id;
  }

  source(witnesses: readonly string[] = []): TronSource {
    return new TronSource({
      rpc: new TronRpc(this.node.url),
      witnesses: witnesses.map(url => new TronRpc(url)),
      genesis: TRON_GENESIS,
      tokens: TOKENS,
    });
  }

  /** A watcher after a server start: it knows only what is in the database. */
  watcher(
    options: Partial<BlockWatcherOptions> & { readonly witnesses?: readonly string[] } = {},
  ): BlockWatcher {
    return new BlockWatcher({
      source: this.source(options.witnesses),
      store: new PostgresWatchStore(this.database.pool, 'TRC20'),
      sink: this.sink,
      confirmations: CONFIRMATIONS,
      ledgerDecimals: () => 6,
      minimumMinor: () => 1_000_000n,
      ownSenders: new Set(),
      log: SILENT_LOG,
      metrics: this.#metrics,
      now: () => this.clock.nowMs,
      ...options,
    });
  }

  /** What the watchers recorded about a transaction, in order. */
  async rows(transactionHash: string): Promise<Record<string, unknown>[]> {
    const { rows } = await this.database.pool.query<Record<string, unknown>>(
      `select log_index, customer_id, sender, amount, state, reason, inclusion, block_number
       from chain_transfers where transaction_hash = $1 order by log_index`,
      [transactionHash],
    );
    return rows;
  }
}
