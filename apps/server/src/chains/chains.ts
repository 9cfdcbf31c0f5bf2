import type pg from 'pg';
import type { Registry } from 'prom-client';
import { ETH, USDT } from '@tallystick/protocol/currency-ids';
import type { DatabaseLog } from '../database/log.ts';
import { checkAddress, type AddressCheck } from './addresses/check-address.ts';
import { DEMO_DEPOSIT_KEYS } from './addresses/demo-keys.ts';
import { parseDepositKey, type DepositKey } from './addresses/extended-key.ts';
import type { CustodyChain } from './custody/custody-chain.ts';
import { EvmCustody } from './custody/evm-custody.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { EvmPayouts } from './evm/evm-payouts.ts';
import { EvmRpc } from './evm/evm-rpc.ts';
import { EvmSource, type EvmToken } from './evm/evm-source.ts';
import { assetOn, NETWORKS, type Network } from './networks.ts';
import { verifyPayout, type Payout, type PayoutCheck, type PayoutVerifier } from './payouts.ts';
import { BlockWatcher } from './watcher/block-watcher.ts';
import type { ChainSource } from './watcher/chain-source.ts';
import type { ChainWatcher, TransferSink, WatcherHealth } from './watcher/chain-watcher.ts';
import { chainMetrics } from './watcher/metrics.ts';
import { PostgresWatchStore } from './watcher/postgres-store.ts';
import { WatchLoop } from './watcher/watch-loop.ts';

/** As docs/settings.md describes them. */
export interface ChainSettings {
  readonly MODE: 'demo' | 'live';
  readonly DEPOSIT_XPUB_BTC: DepositKey | null;
  readonly DEPOSIT_XPUB_ETH: DepositKey | null;
  readonly DEPOSIT_XPUB_TRON: DepositKey | null;
  readonly DEPOSIT_RPC_ETH: readonly string[] | null;
  readonly DEPOSIT_CHAIN_ETH: number;
  readonly DEPOSIT_CONFIRMATIONS_ETH: number;
  readonly DEPOSIT_USDT_ETH: string;
  readonly DEPOSIT_OWN_ETH: readonly string[];
  readonly CUSTODY_HOT_ETH: string | null;
  readonly CUSTODY_COLD_ETH: readonly string[];
  readonly DEPOSIT_POLL_MS: number;
}

export interface ChainsOptions {
  readonly settings: ChainSettings;
  readonly pool: pg.Pool;
  readonly registry: Registry;
  readonly log: DatabaseLog;
  readonly now: () => number;
  /** Decimals of the ledger's amounts, by currency id. */
  readonly ledgerDecimals: (currencyId: number) => number;
}

export interface WatchOptions {
  readonly sink: TransferSink;
  /** Smallest deposit that is credited, in minor units, by currency id. May change at any time. */
  readonly minimumMinor: (currencyId: number) => bigint;
}

/** Everything the rest of the server uses of the chains. */
export class Chains {
  readonly addresses: DepositAddresses;
  /** Networks that have a node and a hot address. */
  readonly custody: readonly CustodyChain[];
  readonly #options: ChainsOptions;
  readonly #tokens: readonly EvmToken[];
  readonly #nodes: readonly EvmRpc[];
  readonly #verifiers: Readonly<Partial<Record<Network, PayoutVerifier>>>;

  /** @throws in live when an extended public key is missing. */
  constructor(options: ChainsOptions) {
    const { settings, pool, now, ledgerDecimals } = options;
    this.#options = options;
    this.addresses = new DepositAddresses(pool, depositKeys(settings), now);
    this.#tokens = [{ currencyId: USDT, contract: settings.DEPOSIT_USDT_ETH }];
    this.#nodes = (settings.DEPOSIT_RPC_ETH ?? []).map(url => new EvmRpc(url));
    const [rpc] = this.#nodes;
    const evm = { chainId: settings.DEPOSIT_CHAIN_ETH, tokens: this.#tokens, ledgerDecimals };
    const confirmations = settings.DEPOSIT_CONFIRMATIONS_ETH;
    const { CUSTODY_HOT_ETH: hot, CUSTODY_COLD_ETH: cold } = settings;
    const decimals = (currencyId: number): number => assetOn('ERC20', currencyId)?.chainDecimals ?? 0;
    this.custody =
      rpc === undefined || hot === null
        ? []
        : [new EvmCustody({ ...evm, network: 'ERC20', coin: ETH, rpc, confirmations, decimals, hot, cold })];
    this.#verifiers = rpc === undefined ? {} : { ERC20: new EvmPayouts({ ...evm, rpc, confirmations }) };
  }

  /** Whether a currency can be sent to the address someone typed. */
  checkAddress(network: Network, written: string, currencyId: number): AddressCheck {
    const contracts = network === 'ERC20' ? this.#tokens.map(token => token.contract) : [];
    return checkAddress(network, written, { currencyId, contracts });
  }

  /** Whether an operator's transaction pays what it should. Throws when the node cannot be asked. */
  verifyPayout(network: Network, payout: Payout): Promise<PayoutCheck> {
    return verifyPayout(this.#verifiers, network, payout);
  }

  /** Confirmations a deposit or payout needs. */
  confirmations(network: Network): number {
    return network === 'ERC20'
      ? this.#options.settings.DEPOSIT_CONFIRMATIONS_ETH
      : NETWORKS[network].confirmations;
  }

  /** Whether deposits on this network are credited automatically. */
  isWatched(network: Network): boolean {
    return network === 'ERC20' && this.#nodes.length > 0;
  }

  /** Creates watchers for the networks that have a node. Call it once. */
  watch(options: WatchOptions): Watching {
    const { settings, pool, registry } = this.#options;
    const [rpc, ...witnesses] = this.#nodes;
    const chainId = settings.DEPOSIT_CHAIN_ETH;
    const sources: ChainSource[] =
      rpc === undefined ? [] : [new EvmSource({ rpc, witnesses, chainId, tokens: this.#tokens })];
    const metrics = chainMetrics(registry);
    const watchers = sources.map(
      source =>
        new BlockWatcher({
          ...this.#options,
          ...options,
          source,
          metrics,
          store: new PostgresWatchStore(pool, source.network),
          confirmations: this.confirmations(source.network),
          ownSenders: new Set(
            [
              ...settings.DEPOSIT_OWN_ETH,
              ...(settings.CUSTODY_HOT_ETH === null ? [] : [settings.CUSTODY_HOT_ETH]),
              ...settings.CUSTODY_COLD_ETH,
            ].map(address => address.toLowerCase()),
          ),
        }),
    );
    return new Watching(watchers, settings.DEPOSIT_POLL_MS);
  }
}

/** The watchers at work. */
export class Watching {
  /** For tests, which run the turns themselves. */
  readonly watchers: readonly ChainWatcher[];
  readonly #loops: readonly WatchLoop[];

  constructor(watchers: readonly ChainWatcher[], pollMs: number) {
    this.watchers = watchers;
    this.#loops = watchers.map(watcher => new WatchLoop(watcher, pollMs));
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  /** Resolves when the running turns have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#loops.map(loop => loop.stop()));
  }

  health(): WatcherHealth[] {
    return this.watchers.map(watcher => watcher.health());
  }
}

function depositKeys(settings: ChainSettings): Readonly<Record<Network, DepositKey>> {
  const given: Readonly<Record<Network, DepositKey | null>> = {
    OMNI: settings.DEPOSIT_XPUB_BTC,
    ERC20: settings.DEPOSIT_XPUB_ETH,
    TRC20: settings.DEPOSIT_XPUB_TRON,
  };
  const key = (network: Network): DepositKey => {
    const own = given[network];
    if (own !== null) return own;
    if (settings.MODE !== 'demo') throw new Error(`live mode needs the operator's own key for ${network}`);
    return parseDepositKey(network, DEMO_DEPOSIT_KEYS[network]);
  };
  return { OMNI: key('OMNI'), ERC20: key('ERC20'), TRC20: key('TRC20') };
}
