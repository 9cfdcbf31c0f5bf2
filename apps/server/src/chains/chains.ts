import type pg from 'pg';
import type { Registry } from 'prom-client';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import type { DatabaseLog } from '../database/log.ts';
import {
  BITCOIN_NETWORKS,
  type BitcoinNetwork,
  type BitcoinNetworkParameters,
} from './addresses/bitcoin-networks.ts';
import { decodeBitcoin } from './addresses/bitcoin.ts';
import { checkAddress, type AddressCheck } from './addresses/check-address.ts';
import { DEMO_DEPOSIT_KEYS } from './addresses/demo-keys.ts';
import { onBitcoinNetwork, parseDepositKey, type DepositKey } from './addresses/extended-key.ts';
import { BitcoinPayouts } from './bitcoin/bitcoin-payouts.ts';
import { BitcoinRpc } from './bitcoin/bitcoin-rpc.ts';
import { BitcoinSource } from './bitcoin/bitcoin-source.ts';
import type { CustodyChain } from './custody/custody-chain.ts';
import { BitcoinCustody } from './custody/bitcoin-custody.ts';
import { EvmCustody } from './custody/evm-custody.ts';
import { OutputStore } from './custody/output-store.ts';
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
  readonly CUSTODY_HOT_BTC: string | null;
  readonly CUSTODY_COLD_BTC: readonly string[];
  readonly DEPOSIT_RPC_BTC: readonly string[] | null;
  readonly DEPOSIT_NETWORK_BTC: BitcoinNetwork;
  readonly DEPOSIT_CONFIRMATIONS_BTC: number;
  readonly DEPOSIT_OWN_BTC: readonly string[];
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
  readonly #bitcoinNodes: readonly BitcoinRpc[];
  readonly #bitcoin: BitcoinNetworkParameters;
  readonly #verifiers: Readonly<Partial<Record<Network, PayoutVerifier>>>;

  /** @throws in live when an extended public key is missing, and when an own address is of another network. */
  constructor(options: ChainsOptions) {
    const { settings, pool, now, ledgerDecimals } = options;
    this.#options = options;
    const keys = depositKeys(settings);
    this.addresses = new DepositAddresses(pool, keys, now);
    this.#tokens = [{ currencyId: USDT, contract: settings.DEPOSIT_USDT_ETH }];
    this.#nodes = (settings.DEPOSIT_RPC_ETH ?? []).map(url => new EvmRpc(url));
    this.#bitcoinNodes = (settings.DEPOSIT_RPC_BTC ?? []).map(url => new BitcoinRpc(url));
    this.#bitcoin = BITCOIN_NETWORKS[settings.DEPOSIT_NETWORK_BTC];
    refuseForeign('DEPOSIT_OWN_BTC', settings.DEPOSIT_OWN_BTC, this.#bitcoin);
    refuseForeign('CUSTODY_HOT_BTC', ownOf(settings.CUSTODY_HOT_BTC), this.#bitcoin);
    refuseForeign('CUSTODY_COLD_BTC', settings.CUSTODY_COLD_BTC, this.#bitcoin);
    const [rpc] = this.#nodes;
    const [bitcoinRpc] = this.#bitcoinNodes;
    const evm = { chainId: settings.DEPOSIT_CHAIN_ETH, tokens: this.#tokens, ledgerDecimals };
    const bitcoin = { parameters: this.#bitcoin, ledgerDecimals, confirmations: this.confirmations('OMNI') };
    this.#verifiers = {
      ...(rpc && { ERC20: new EvmPayouts({ ...evm, rpc, confirmations: this.confirmations('ERC20') }) }),
      ...(bitcoinRpc && { OMNI: new BitcoinPayouts({ ...bitcoin, rpc: bitcoinRpc }) }),
    };
    this.custody = this.#custodyChains(keys);
  }

  /** Whether a currency can be sent to the address someone typed. */
  checkAddress(network: Network, written: string, currencyId: number): AddressCheck {
    const contracts = network === 'ERC20' ? this.#tokens.map(token => token.contract) : [];
    return checkAddress(network, written, { currencyId, contracts, bitcoin: this.#bitcoin });
  }

  /** Whether an operator's transaction pays what it should. Throws when the node cannot be asked. */
  verifyPayout(network: Network, payout: Payout): Promise<PayoutCheck> {
    return verifyPayout(this.#verifiers, network, payout);
  }

  /** Confirmations a deposit or payout needs. */
  confirmations(network: Network): number {
    const { settings } = this.#options;
    if (network === 'ERC20') return settings.DEPOSIT_CONFIRMATIONS_ETH;
    if (network === 'OMNI') return settings.DEPOSIT_CONFIRMATIONS_BTC;
    return NETWORKS[network].confirmations;
  }

  /** Whether deposits of the currency on this network are credited automatically. Omni tokens are not. */
  isWatched(network: Network, currencyId: number): boolean {
    if (network === 'ERC20') return this.#nodes.length > 0;
    return network === 'OMNI' && currencyId === BTC && this.#bitcoinNodes.length > 0;
  }

  /** Creates watchers for the networks that have a node. Call it once. */
  watch(options: WatchOptions): Watching {
    const { settings, pool, registry } = this.#options;
    const metrics = chainMetrics(registry);
    const watchers = this.#sources().map(
      ({ source, ownSenders, rangeBlocks }) =>
        new BlockWatcher({
          ...this.#options,
          ...options,
          source,
          metrics,
          store: new PostgresWatchStore(pool, source.network),
          confirmations: this.confirmations(source.network),
          ownSenders,
          rangeBlocks,
        }),
    );
    return new Watching(watchers, settings.DEPOSIT_POLL_MS);
  }

  #ownBitcoin(): ReadonlySet<string> {
    const { DEPOSIT_OWN_BTC, CUSTODY_HOT_BTC, CUSTODY_COLD_BTC } = this.#options.settings;
    return new Set([...DEPOSIT_OWN_BTC, ...ownOf(CUSTODY_HOT_BTC), ...CUSTODY_COLD_BTC]);
  }

  #custodyChains(keys: Readonly<Record<Network, DepositKey>>): CustodyChain[] {
    const { settings, pool, ledgerDecimals } = this.#options;
    const chains: CustodyChain[] = [];
    const [rpc] = this.#nodes;
    if (rpc !== undefined && settings.CUSTODY_HOT_ETH !== null) {
      chains.push(
        new EvmCustody({
          network: 'ERC20',
          rpc,
          chainId: settings.DEPOSIT_CHAIN_ETH,
          coin: ETH,
          tokens: this.#tokens,
          decimals: currencyId => assetOn('ERC20', currencyId)?.chainDecimals ?? ledgerDecimals(currencyId),
          hot: settings.CUSTODY_HOT_ETH,
          cold: settings.CUSTODY_COLD_ETH,
          confirmations: this.confirmations('ERC20'),
        }),
      );
    }
    const [bitcoinRpc] = this.#bitcoinNodes;
    if (bitcoinRpc !== undefined && settings.CUSTODY_HOT_BTC !== null) {
      const parameters = this.#bitcoin;
      const ownSenders = this.#ownBitcoin();
      chains.push(
        new BitcoinCustody({
          rpc: bitcoinRpc,
          source: new BitcoinSource({ rpc: bitcoinRpc, witnesses: [], parameters, ownSenders }),
          outputs: new OutputStore(pool, 'OMNI'),
          parameters,
          depositKey: keys.OMNI,
          hot: settings.CUSTODY_HOT_BTC,
          cold: settings.CUSTODY_COLD_BTC,
          confirmations: this.confirmations('OMNI'),
        }),
      );
    }
    return chains;
  }

  #sources(): Source[] {
    const { settings } = this.#options;
    const sources: Source[] = [];
    const [rpc, ...witnesses] = this.#nodes;
    if (rpc !== undefined) {
      const chainId = settings.DEPOSIT_CHAIN_ETH;
      sources.push({
        source: new EvmSource({ rpc, witnesses, chainId, tokens: this.#tokens }),
        ownSenders: new Set(
          [...settings.DEPOSIT_OWN_ETH, ...ownOf(settings.CUSTODY_HOT_ETH), ...settings.CUSTODY_COLD_ETH].map(
            address => address.toLowerCase(),
          ),
        ),
        rangeBlocks: ETHEREUM_BLOCKS,
      });
    }
    const [bitcoinRpc, ...bitcoinWitnesses] = this.#bitcoinNodes;
    if (bitcoinRpc !== undefined) {
      const ownSenders = this.#ownBitcoin();
      const nodes = { rpc: bitcoinRpc, witnesses: bitcoinWitnesses };
      sources.push({
        source: new BitcoinSource({ ...nodes, parameters: this.#bitcoin, ownSenders }),
        ownSenders,
        rangeBlocks: BITCOIN_BLOCKS,
      });
    }
    return sources;
  }
}

/** What a watcher needs of one chain. */
interface Source {
  readonly source: ChainSource;
  readonly ownSenders: ReadonlySet<string>;
  readonly rangeBlocks: number;
}

/** Read at once. A block of Bitcoin has up to four megabytes. */
const ETHEREUM_BLOCKS = 20;
const BITCOIN_BLOCKS = 4;

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
  const bitcoin = onBitcoinNetwork(key('OMNI'), settings.DEPOSIT_NETWORK_BTC);
  return { OMNI: bitcoin, ERC20: key('ERC20'), TRC20: key('TRC20') };
}

function ownOf(address: string | null): string[] {
  return address === null ? [] : [address];
}

function refuseForeign(name: string, addresses: readonly string[], network: BitcoinNetworkParameters): void {
  const foreign = addresses.find(address => decodeBitcoin(address, network)?.state !== 'address');
  if (foreign !== undefined) throw new Error(`${name}: ${foreign} is of another network`);
}
