import type pg from 'pg';
import type { Registry } from 'prom-client';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { DatabaseLog } from '../database/log.ts';
import { checkAddress, type AddressCheck } from './addresses/check-address.ts';
import { keySource, listSource, sharedSource } from './addresses/address-source.ts';
import { DEMO_DEPOSIT_KEYS, DEMO_XRP_ADDRESS, demoList } from './addresses/demo-keys.ts';
import { parseDepositKey, type DepositKey } from './addresses/extended-key.ts';
import { Assets, type ListedToken } from './assets.ts';
import { DepositAddresses, type AddressSources } from './deposit-addresses.ts';
import { EvmPayouts } from './evm/evm-payouts.ts';
import { EvmRpc } from './evm/evm-rpc.ts';
import { EvmSource, type EvmToken } from './evm/evm-source.ts';
import { NETWORKS, assetOn, type Network } from './networks.ts';
import { verifyPayout, type Payout, type PayoutCheck, type PayoutVerifier } from './payouts.ts';
import { TronPayouts } from './tron/tron-payouts.ts';
import { TronRpc } from './tron/tron-rpc.ts';
import { TRON_GENESIS, TronSource } from './tron/tron-source.ts';
import type { TronToken } from './tron/tron-transfers.ts';
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
  readonly DEPOSIT_XPUB_DOGE: DepositKey | null;
  readonly DEPOSIT_ADDRESS_XRP: string | null;
  readonly DEPOSIT_ADDRESSES_SOL: readonly [string, ...string[]] | null;
  readonly DEPOSIT_ADDRESSES_ADA: readonly [string, ...string[]] | null;
  readonly DEPOSIT_RPC_ETH: readonly string[] | null;
  readonly DEPOSIT_CHAIN_ETH: number;
  readonly DEPOSIT_CONFIRMATIONS_ETH: number;
  readonly DEPOSIT_USDT_ETH: string;
  readonly DEPOSIT_OWN_ETH: readonly string[];
  readonly DEPOSIT_RPC_TRON: readonly string[] | null;
  /** In the order of the nodes; an empty one for none. */
  readonly DEPOSIT_KEY_TRON: readonly string[];
  readonly DEPOSIT_CONFIRMATIONS_TRON: number;
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
  /** Tokens that operators have listed. May change at any time; none by default. */
  readonly listedTokens?: () => readonly ListedToken[];
}

export interface WatchOptions {
  readonly sink: TransferSink;
  /** Smallest deposit that is credited, in minor units. May change at any time. */
  readonly minimumMinor: (network: Network, currencyId: number) => bigint;
}

const TRON = {
  genesis: TRON_GENESIS,
  tokens: [{ currencyId: USDT, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }] satisfies TronToken[],
};

/** Everything the rest of the server uses of the chains. */
export class Chains {
  readonly assets: Assets;
  readonly addresses: DepositAddresses;
  readonly #options: ChainsOptions;
  readonly #tokens: readonly EvmToken[];
  readonly #nodes: readonly EvmRpc[];
  readonly #tronNodes: readonly TronRpc[];
  readonly #verifiers: Readonly<Partial<Record<Network, PayoutVerifier>>>;

  /** @throws in live when an extended public key is missing. */
  constructor(options: ChainsOptions) {
    const { settings, pool, now, ledgerDecimals } = options;
    this.#options = options;
    this.assets = new Assets(options.listedTokens);
    this.addresses = new DepositAddresses(pool, addressSources(settings), this.assets, now);
    this.#tokens = [{ currencyId: USDT, contract: settings.DEPOSIT_USDT_ETH }];
    this.#nodes = (settings.DEPOSIT_RPC_ETH ?? []).map(url => new EvmRpc(url));
    const [rpc] = this.#nodes;
    const evm = { chainId: settings.DEPOSIT_CHAIN_ETH, tokens: this.#tokens, ledgerDecimals };
    const confirmations = settings.DEPOSIT_CONFIRMATIONS_ETH;
    this.#tronNodes = (settings.DEPOSIT_RPC_TRON ?? []).map(
      (url, at) => new TronRpc(url, settings.DEPOSIT_KEY_TRON[at] || null),
    );
    const [tronRpc] = this.#tronNodes;
    const tron = { ...TRON, ledgerDecimals, confirmations: settings.DEPOSIT_CONFIRMATIONS_TRON };
    this.#verifiers = {
      ...(rpc === undefined ? {} : { ERC20: new EvmPayouts({ ...evm, rpc, confirmations }) }),
      ...(tronRpc === undefined ? {} : { TRC20: new TronPayouts({ ...tron, rpc: tronRpc }) }),
    };
  }

  /** Whether a currency can be sent to the address someone typed. */
  checkAddress(network: Network, written: string, currencyId: number): AddressCheck {
    const watched = network === 'ERC20' ? this.#tokens.map(token => token.contract) : [];
    const contracts = [...watched, ...this.assets.contracts(network).map(token => token.contract)];
    return checkAddress(network, written, { currencyId, contracts });
  }

  /** Whether an operator's transaction pays what it should. Throws when the node cannot be asked. */
  async verifyPayout(network: Network, payout: Payout): Promise<PayoutCheck> {
    // What operators have listed is paid and looked at by people.
    if (assetOn(network, payout.currencyId) === null) return { state: 'unverifiable' };
    return verifyPayout(this.#verifiers, network, payout);
  }

  /** Confirmations a deposit or payout needs. */
  confirmations(network: Network): number {
    const { DEPOSIT_CONFIRMATIONS_ETH: ethereum, DEPOSIT_CONFIRMATIONS_TRON: tron } = this.#options.settings;
    if (network === 'ERC20') return ethereum;
    return network === 'TRC20' ? tron : NETWORKS[network].confirmations;
  }

  /** Whether deposits of the currency on this network are credited automatically. */
  isWatched(network: Network, currencyId: number): boolean {
    return this.#verifiers[network] !== undefined && assetOn(network, currencyId) !== null;
  }

  /** Creates watchers for the networks that have a node. Call it once. */
  watch(options: WatchOptions): Watching {
    const { settings, pool, registry } = this.#options;
    const [rpc, ...witnesses] = this.#nodes;
    const chainId = settings.DEPOSIT_CHAIN_ETH;
    const [tronRpc, ...tronWitnesses] = this.#tronNodes;
    const sources: ChainSource[] = [
      ...(rpc === undefined ? [] : [new EvmSource({ rpc, witnesses, chainId, tokens: this.#tokens })]),
      ...(tronRpc === undefined ? [] : [new TronSource({ ...TRON, rpc: tronRpc, witnesses: tronWitnesses })]),
    ];
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
          ownSenders: new Set(settings.DEPOSIT_OWN_ETH.map(address => address.toLowerCase())),
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

/** @throws in live without a key for the three chains that every exchange has; others are closed there without one. */
function addressSources(settings: ChainSettings): AddressSources {
  const isDemo = settings.MODE === 'demo';
  const key = (network: keyof typeof DEMO_DEPOSIT_KEYS, given: DepositKey | null): DepositKey => {
    if (given !== null) return given;
    if (!isDemo) throw new Error(`live mode needs the operator's own key for ${network}`);
    return parseDepositKey(network, DEMO_DEPOSIT_KEYS[network]);
  };
  const ethereum = key('ERC20', settings.DEPOSIT_XPUB_ETH);
  const always: AddressSources = {
    TRC20: keySource(key('TRC20', settings.DEPOSIT_XPUB_TRON)),
    ERC20: keySource(ethereum),
    BEP20: keySource(ethereum, 'BEP20'),
    OMNI: keySource(key('OMNI', settings.DEPOSIT_XPUB_BTC)),
  };
  const { DEPOSIT_XPUB_DOGE, DEPOSIT_ADDRESS_XRP, DEPOSIT_ADDRESSES_SOL, DEPOSIT_ADDRESSES_ADA } = settings;
  const xrp = DEPOSIT_ADDRESS_XRP ?? (isDemo ? DEMO_XRP_ADDRESS : null);
  return {
    ...always,
    ...(DEPOSIT_XPUB_DOGE === null && !isDemo ? {} : { DOGE: keySource(key('DOGE', DEPOSIT_XPUB_DOGE)) }),
    ...(xrp === null ? {} : { XRP: sharedSource('XRP', xrp) }),
    ...listOf('SOL', DEPOSIT_ADDRESSES_SOL, isDemo),
    ...listOf('ADA', DEPOSIT_ADDRESSES_ADA, isDemo),
  };
}

function listOf(
  network: 'SOL' | 'ADA',
  given: readonly [string, ...string[]] | null,
  isDemo: boolean,
): AddressSources {
  if (given !== null) return { [network]: listSource(network, given) };
  return isDemo ? { [network]: demoList(network) } : {};
}
