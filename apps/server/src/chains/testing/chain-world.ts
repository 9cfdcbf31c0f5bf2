import { Registry } from 'prom-client';
import { parseEther, type Address, type Hex } from 'viem';
import { ETH, USDT } from '@tallystick/protocol/currency-ids';
import { keySource } from '../addresses/address-source.ts';
import { DEMO_DEPOSIT_KEYS } from '../addresses/demo-keys.ts';
import { parseDepositKey } from '../addresses/extended-key.ts';
import { Assets } from '../assets.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { DepositAddresses } from '../deposit-addresses.ts';
import { EvmRpc } from '../evm/evm-rpc.ts';
import { EvmSource } from '../evm/evm-source.ts';
import { BlockWatcher, type BlockWatcherOptions } from '../watcher/block-watcher.ts';
import { chainMetrics } from '../watcher/metrics.ts';
import { PostgresWatchStore } from '../watcher/postgres-store.ts';
import { mine, startAnvil, type Anvil, type AnvilClient } from './anvil.ts';
import { NodeProxy } from './node-proxy.ts';
import { RecordingSink } from './recording-sink.ts';
import { TOKEN_ABI, deployToken } from './token.ts';

export const CONFIRMATIONS = 3;
export const LEDGER_DECIMALS: Readonly<Record<number, number>> = { [ETH]: 8, [USDT]: 6 };
const MINIMUM_MINOR: Readonly<Record<number, bigint>> = { [ETH]: 1000n, [USDT]: 1_000_000n };

/** A chain, a database, and customers with deposit addresses. Watchers can be started and stopped. */
export class ChainWorld {
  readonly anvil: Anvil;
  readonly chain: AnvilClient;
  readonly database: Database;
  readonly node: NodeProxy;
  /** The token used as USDT, and one that is not configured. */
  readonly token: Address;
  readonly spam: Address;
  /** Sends the deposits. */
  readonly payer: Address;
  readonly addresses: DepositAddresses;
  readonly registry = new Registry();
  readonly clock = { nowMs: Date.UTC(2026, 6, 15, 12) };
  sink = new RecordingSink();
  readonly #metrics = chainMetrics(this.registry);

  private constructor(parts: Pick<ChainWorld, 'anvil' | 'database' | 'node' | 'token' | 'spam' | 'payer'>) {
    this.anvil = parts.anvil;
    this.chain = parts.anvil.chain;
    this.database = parts.database;
    this.node = parts.node;
    this.token = parts.token;
    this.spam = parts.spam;
    this.payer = parts.payer;
    const keys = {
      TRC20: keySource(parseDepositKey('TRC20', DEMO_DEPOSIT_KEYS.TRC20)),
      ERC20: keySource(parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20)),
      OMNI: keySource(parseDepositKey('OMNI', DEMO_DEPOSIT_KEYS.OMNI)),
    };
    this.addresses = new DepositAddresses(this.database.pool, keys, new Assets(), this.now);
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

  static async start(): Promise<ChainWorld> {
    const database = await createTestDatabase();
    const anvil = await startAnvil();
    const node = await NodeProxy.start(anvil.url);
    const payer = anvil.accounts[0]!;
    const token = await deployToken(anvil.chain, payer);
    const spam = await deployToken(anvil.chain, payer);
    return new ChainWorld({ anvil, database, node, token, spam, payer });
  }

  async close(): Promise<void> {
    await this.node.close();
    await this.anvil.stop();
    await this.database.close();
  }

  now = (): number => this.clock.nowMs;

  /** A new customer, with their Ethereum deposit address. */
  async customer(): Promise<{ id: number; address: Address }> {
    const id = await this.newCustomer();
    const { address } = await this.addresses.addressFor(id, 'ERC20', ETH);
    return { id, address: address as Address };
  }

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
    return new BlockWatcher({
      source: this.source(options.witnesses),
      store: new PostgresWatchStore(this.database.pool, 'ERC20'),
      sink: this.sink,
      confirmations: CONFIRMATIONS,
      ledgerDecimals: currencyId => LEDGER_DECIMALS[currencyId]!,
      minimumMinor: (_network, currencyId) => MINIMUM_MINOR[currencyId]!,
      ownSenders: new Set(),
      log: SILENT_LOG,
      metrics: this.#metrics,
      now: this.now,
      ...options,
    });
  }

  source(witnesses: readonly string[] = [], chainId = 31_337, token: string = this.token): EvmSource {
    return new EvmSource({
      rpc: new EvmRpc(this.node.url),
      witnesses: witnesses.map(url => new EvmRpc(url)),
      chainId,
      tokens: [{ currencyId: USDT, contract: token }],
    });
  }

  /** Sent, not mined. */
  sendEth(to: Address, ether: string, from = this.payer): Promise<Hex> {
    return this.chain.sendTransaction({ account: from, to, value: parseEther(ether), gas: 100_000n });
  }

  /** Sent, not mined. @param units of 6 decimals. */
  sendToken(to: Address, units: bigint, token = this.token): Promise<Hex> {
    return this.callToken('transfer', [to, units], token);
  }

  callToken(
    functionName: 'transfer' | 'payMany' | 'failAfterPaying' | 'payCoin' | 'shout',
    args: readonly unknown[],
    token = this.token,
    value = 0n,
  ): Promise<Hex> {
    const call = { abi: TOKEN_ABI, address: token, functionName, args, account: this.payer, value };
    // A fixed amount of gas: estimating it would throw for calls that are meant to fail.
    return this.chain.writeContract({ ...call, gas: 500_000n, chain: null } as never);
  }

  /** The raw transaction, to send again after a reorganisation. */
  async rawTransaction(hash: Hex): Promise<Hex> {
    const request = this.chain.request as (args: {
      method: string;
      params: readonly unknown[];
    }) => Promise<Hex>;
    return request({ method: 'eth_getRawTransactionByHash', params: [hash] });
  }

  mine(blocks = 1): Promise<number> {
    return mine(this.chain, blocks);
  }

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
