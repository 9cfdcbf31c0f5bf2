import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { DatabaseLog } from '../database/log.ts';
import { addressSources } from './address-sources.ts';
import { BITCOIN_NETWORKS, type BitcoinNetworkParameters } from './addresses/bitcoin-networks.ts';
import { checkAddress, type AddressCheck } from './addresses/check-address.ts';
import { Assets, type ListedToken } from './assets.ts';
import type { ChainSettings } from './chain-settings.ts';
import type { CustodyChain } from './custody/custody-chain.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { NETWORKS, type Network } from './networks.ts';
import type { Payout, PayoutCheck } from './payouts.ts';
import { watchedChains, type WatchedChain } from './watched-chains.ts';
import { BlockWatcher } from './watcher/block-watcher.ts';
import type { ChainWatcher, TransferSink, WatcherHealth } from './watcher/chain-watcher.ts';
import { chainMetrics } from './watcher/metrics.ts';
import { PostgresWatchStore } from './watcher/postgres-store.ts';
import { WatchLoop } from './watcher/watch-loop.ts';

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

/** Everything the rest of the server uses of the chains. */
export class Chains {
  readonly assets: Assets;
  readonly addresses: DepositAddresses;
  /** Networks that have a node and a hot address. */
  readonly custody: readonly CustodyChain[];
  readonly #options: ChainsOptions;
  readonly #bitcoin: BitcoinNetworkParameters;
  readonly #watched: readonly WatchedChain[];

  /** @throws in live when an extended public key is missing, and when an own address is of another network. */
  constructor(options: ChainsOptions) {
    const { settings, pool, now, ledgerDecimals, listedTokens } = options;
    this.#options = options;
    this.#bitcoin = BITCOIN_NETWORKS[settings.DEPOSIT_NETWORK_BTC];
    this.assets = new Assets(listedTokens);
    this.addresses = new DepositAddresses(pool, addressSources(settings), this.assets, now, this.#bitcoin);
    this.#watched = watchedChains(settings, { pool, ledgerDecimals });
    this.custody = this.#watched.flatMap(chain => chain.custody ?? []);
  }

  /**
   * What is wrong with the operator's own addresses, a sentence for each: one that is a customer's deposit address would
   * be counted twice, and swept to itself. The hot one on the XRP Ledger is the customers' by design.
   */
  async mistakenAddresses(): Promise<string[]> {
    const mistaken: string[] = [];
    for (const { network, hot, cold } of this.custody) {
      for (const address of network === 'XRP' ? cold : [hot, ...cold]) {
        if (!(await this.addresses.isOurs(network, address))) continue;
        const kind = address === hot ? 'hot' : 'cold';
        mistaken.push(`The ${kind} address ${address} on ${network} is a deposit address of a customer`);
      }
    }
    return mistaken;
  }

  /** Whether a currency can be sent to the address someone typed. */
  checkAddress(network: Network, written: string, currencyId: number): AddressCheck {
    const listed = this.assets.contracts(network).map(token => token.contract);
    const contracts = network === 'ERC20' ? [this.#options.settings.DEPOSIT_USDT_ETH, ...listed] : listed;
    return checkAddress(network, written, { currencyId, contracts, bitcoin: this.#bitcoin });
  }

  /** Whether an operator's transaction pays what it should. Throws when the node cannot be asked. */
  async verifyPayout(network: Network, payout: Payout): Promise<PayoutCheck> {
    // What no node shows is paid and looked at by people.
    return (
      (await this.#watching(network, payout.currencyId)?.verifier.verify(payout)) ?? { state: 'unverifiable' }
    );
  }

  /** Confirmations a deposit or payout needs. */
  confirmations(network: Network): number {
    const { settings } = this.#options;
    if (network === 'ERC20') return settings.DEPOSIT_CONFIRMATIONS_ETH;
    if (network === 'BEP20') return settings.DEPOSIT_CONFIRMATIONS_BSC;
    if (network === 'TRC20') return settings.DEPOSIT_CONFIRMATIONS_TRON;
    if (network === 'OMNI') return settings.DEPOSIT_CONFIRMATIONS_BTC;
    return NETWORKS[network].confirmations;
  }

  /** Whether deposits of the currency on this network are credited automatically. */
  isWatched(network: Network, currencyId: number): boolean {
    return this.#watching(network, currencyId) !== undefined;
  }

  /** Creates watchers for the networks that have a node. Call it once. */
  watch(options: WatchOptions): Watching {
    const { settings, pool, registry } = this.#options;
    const metrics = chainMetrics(registry);
    const watchers = this.#watched.map(
      ({ network, source, ownSenders, rangeBlocks }) =>
        new BlockWatcher({
          ...this.#options,
          ...options,
          source,
          ownSenders,
          rangeBlocks,
          metrics,
          store: new PostgresWatchStore(pool, network),
          confirmations: this.confirmations(network),
        }),
    );
    return new Watching(watchers, settings.DEPOSIT_POLL_MS);
  }

  #watching(network: Network, currencyId: number): WatchedChain | undefined {
    return this.#watched.find(one => one.network === network && one.currencyIds.includes(currencyId));
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
