import { Registry } from 'prom-client';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { keySource } from '../addresses/address-source.ts';
import { BITCOIN_NETWORKS, type BitcoinNetwork } from '../addresses/bitcoin-networks.ts';
import { Assets } from '../assets.ts';
import { DEMO_DEPOSIT_KEYS } from '../addresses/demo-keys.ts';
import { onBitcoinNetwork, parseDepositKey } from '../addresses/extended-key.ts';
import { DepositAddresses } from '../deposit-addresses.ts';
import type { Network } from '../networks.ts';
import { BlockWatcher, type BlockWatcherOptions } from '../watcher/block-watcher.ts';
import type { ChainSource } from '../watcher/chain-source.ts';
import { chainMetrics } from '../watcher/metrics.ts';
import { PostgresWatchStore } from '../watcher/postgres-store.ts';
import type { NodeProxy } from './node-proxy.ts';
import { RecordingSink } from './recording-sink.ts';

export const CONFIRMATIONS = 3;

/** What a world watches. */
interface Watched {
  readonly network: Network;
  readonly ledgerDecimals: Readonly<Record<number, number>>;
  readonly minimumMinor: Readonly<Record<number, bigint>>;
}

/** A database with customers who have deposit addresses, and a node behind a proxy. Watchers start and stop. */
export abstract class WatchedWorld {
  readonly database: Database;
  readonly node: NodeProxy;
  readonly addresses: DepositAddresses;
  readonly registry = new Registry();
  readonly clock = { nowMs: Date.UTC(2026, 6, 15, 12) };
  sink = new RecordingSink();
  readonly #watched: Watched;
  readonly #metrics = chainMetrics(this.registry);

  protected constructor(
    database: Database,
    node: NodeProxy,
    watched: Watched,
    bitcoinNetwork: BitcoinNetwork = 'main',
  ) {
    this.database = database;
    this.node = node;
    this.#watched = watched;
    const keys = {
      TRC20: keySource(parseDepositKey('TRC20', DEMO_DEPOSIT_KEYS.TRC20)),
      ERC20: keySource(parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20)),
      BEP20: keySource(parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20), 'BEP20'),
      OMNI: keySource(onBitcoinNetwork(parseDepositKey('OMNI', DEMO_DEPOSIT_KEYS.OMNI), bitcoinNetwork)),
    };
    const bitcoin = BITCOIN_NETWORKS[bitcoinNetwork];
    this.addresses = new DepositAddresses(database.pool, keys, new Assets(), this.now, bitcoin);
  }

  /** Processes the rest of an earlier test; the node works again. */
  async settle(): Promise<void> {
    this.node.down = false;
    this.node.lie = (_method, result) => result;
    this.clock.nowMs += 3_600_000;
    await this.mine(CONFIRMATIONS);
    await this.watcher().tick();
    this.sink = new RecordingSink();
  }

  now = (): number => this.clock.nowMs;

  async newCustomer(): Promise<number> {
    const { rows } = await this.database.pool.query<{ id: number }>(
      `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
       values ('test', md5(random()::text), 0, 0) returning id`,
    );
    return rows[0]!.id;
  }

  /** A watcher after a server start: it knows only what is in the database. */
  watcher(
    options: Partial<BlockWatcherOptions> & { readonly witnesses?: readonly string[] } = {},
  ): BlockWatcher {
    const { network, ledgerDecimals, minimumMinor } = this.#watched;
    return new BlockWatcher({
      source: this.source(options.witnesses),
      store: new PostgresWatchStore(this.database.pool, network),
      sink: this.sink,
      confirmations: CONFIRMATIONS,
      ledgerDecimals: currencyId => ledgerDecimals[currencyId]!,
      minimumMinor: (_network, currencyId) => minimumMinor[currencyId]!,
      ownSenders: new Set(),
      log: SILENT_LOG,
      metrics: this.#metrics,
      now: this.now,
      ...options,
    });
  }

  abstract source(witnesses?: readonly string[]): ChainSource;

  abstract mine(blocks?: number): Promise<number>;

  abstract close(): Promise<void>;

  /** What the watchers recorded about a transaction, in order. */
  async rows(transactionHash: string): Promise<Record<string, unknown>[]> {
    const { rows } = await this.database.pool.query<Record<string, unknown>>(
      `select log_index, customer_id, currency_id, amount, amount_minor, state, reason, inclusion
       from chain_transfers where transaction_hash = $1 order by log_index`,
      [transactionHash],
    );
    return rows;
  }
}
