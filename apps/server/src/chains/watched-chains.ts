import { BNB, BTC, ETH, USDT, XRP } from '@tallystick/protocol/currency-ids';
import type pg from 'pg';
import { bitcoinKey, xrpAddress } from './address-sources.ts';
import { BITCOIN_NETWORKS, type BitcoinNetworkParameters } from './addresses/bitcoin-networks.ts';
import { decodeBitcoin } from './addresses/bitcoin.ts';
import { BitcoinPayouts } from './bitcoin/bitcoin-payouts.ts';
import { BitcoinRpc } from './bitcoin/bitcoin-rpc.ts';
import { BitcoinSource } from './bitcoin/bitcoin-source.ts';
import type { ChainSettings } from './chain-settings.ts';
import { BitcoinCustody } from './custody/bitcoin-custody.ts';
import type { CustodyChain, CustodyNode } from './custody/custody-chain.ts';
import { EvmCustody } from './custody/evm-custody.ts';
import { OutputStore } from './custody/output-store.ts';
import { XrpCustody } from './custody/xrp-custody.ts';
import type { EvmChain } from './evm/evm-chain.ts';
import { EvmPayouts } from './evm/evm-payouts.ts';
import { EvmRpc } from './evm/evm-rpc.ts';
import { EvmSource } from './evm/evm-source.ts';
import { assetOn, type Network } from './networks.ts';
import type { PayoutVerifier } from './payouts.ts';
import { TronPayouts } from './tron/tron-payouts.ts';
import { TronRpc } from './tron/tron-rpc.ts';
import { TRON_GENESIS, TronSource } from './tron/tron-source.ts';
import { addressKey, type ChainSource } from './watcher/chain-source.ts';
import { XrpPayouts } from './xrp/xrp-payouts.ts';
import { XrpRpc } from './xrp/xrp-rpc.ts';
import { XrpSource } from './xrp/xrp-source.ts';

/** A chain with a node: transfers are credited and payouts checked without people. */
export interface WatchedChain {
  readonly network: Network;
  /** Of the currencies that travel there, those whose transfers are seen. */
  readonly currencyIds: readonly number[];
  /** Address keys the operator sends from. */
  readonly ownSenders: ReadonlySet<string>;
  /** Blocks read at once. */
  readonly rangeBlocks: number;
  readonly source: ChainSource;
  readonly verifier: PayoutVerifier;
  /** Null: no hot address is named, and payouts are made by hand. */
  readonly custody: CustodyChain | null;
}

const USDT_ON_TRON = { currencyId: USDT, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const RANGE_BLOCKS = 20;
/** A block of Bitcoin has up to four megabytes. */
const BITCOIN_RANGE_BLOCKS = 4;

export interface WatchedChainsOptions {
  readonly pool: pg.Pool;
  /** Decimals of the ledger's amounts, by currency id. */
  readonly ledgerDecimals: (currencyId: number) => number;
}

/**
 * The chains whose nodes the settings name.
 *
 * @throws when one of the operator's own addresses is of another network.
 */
export function watchedChains(settings: ChainSettings, options: WatchedChainsOptions): WatchedChain[] {
  return [
    ethereum(settings, options),
    bnbSmartChain(settings, options),
    tron(settings, options),
    bitcoin(settings, options),
    xrp(settings, options),
  ].filter(chain => chain !== null);
}

function ethereum(settings: ChainSettings, options: WatchedChainsOptions): WatchedChain | null {
  return evm(options, {
    network: 'ERC20',
    chainId: settings.DEPOSIT_CHAIN_ETH,
    coin: ETH,
    tokens: [{ currencyId: USDT, contract: settings.DEPOSIT_USDT_ETH }],
    untilFinal: false,
    nodes: settings.DEPOSIT_RPC_ETH,
    confirmations: settings.DEPOSIT_CONFIRMATIONS_ETH,
    own: settings.DEPOSIT_OWN_ETH,
    hot: settings.CUSTODY_HOT_ETH,
    cold: settings.CUSTODY_COLD_ETH,
  });
}

/** Blocks are final by votes within a second or two; without votes one producer alone makes sixteen of them. */
function bnbSmartChain(settings: ChainSettings, options: WatchedChainsOptions): WatchedChain | null {
  return evm(options, {
    network: 'BEP20',
    chainId: settings.DEPOSIT_CHAIN_BSC,
    coin: BNB,
    tokens: [],
    untilFinal: true,
    nodes: settings.DEPOSIT_RPC_BSC,
    confirmations: settings.DEPOSIT_CONFIRMATIONS_BSC,
    own: settings.DEPOSIT_OWN_BSC,
    hot: settings.CUSTODY_HOT_BSC,
    cold: settings.CUSTODY_COLD_BSC,
  });
}

interface EvmSettings extends EvmChain {
  readonly nodes: readonly string[] | null;
  readonly confirmations: number;
  readonly own: readonly string[];
  readonly hot: string | null;
  readonly cold: readonly string[];
}

function evm(
  { ledgerDecimals }: WatchedChainsOptions,
  { nodes, confirmations, own, hot, cold, ...chain }: EvmSettings,
): WatchedChain | null {
  const [rpc, ...witnesses] = (nodes ?? []).map(url => new EvmRpc(url));
  if (rpc === undefined) return null;
  const { network, coin, tokens } = chain;
  const ours = [...own, ...(hot === null ? [] : [hot]), ...cold];
  const decimals = (currencyId: number) =>
    assetOn(network, currencyId)?.chainDecimals ?? ledgerDecimals(currencyId);
  const custodyBy = (node: EvmRpc, others: readonly CustodyNode[]): EvmCustody | null =>
    hot === null
      ? null
      : new EvmCustody({ ...chain, rpc: node, witnesses: others, decimals, hot, cold, confirmations });
  return {
    network,
    currencyIds: [coin, ...tokens.map(token => token.currencyId)],
    ownSenders: new Set(ours.map(address => addressKey(network, address))),
    rangeBlocks: RANGE_BLOCKS,
    source: new EvmSource({ ...chain, rpc, witnesses }),
    verifier: new EvmPayouts({ ...chain, rpc, confirmations, ledgerDecimals }),
    custody: byAll(custodyBy, rpc, witnesses),
  };
}

function tron(settings: ChainSettings, { ledgerDecimals }: WatchedChainsOptions): WatchedChain | null {
  const [rpc, ...witnesses] = (settings.DEPOSIT_RPC_TRON ?? []).map(
    (url, at) => new TronRpc(url, settings.DEPOSIT_KEY_TRON[at] || null),
  );
  if (rpc === undefined) return null;
  const chain = { genesis: TRON_GENESIS, tokens: [USDT_ON_TRON] };
  const confirmations = settings.DEPOSIT_CONFIRMATIONS_TRON;
  return {
    network: 'TRC20',
    currencyIds: [USDT],
    ownSenders: new Set(),
    rangeBlocks: RANGE_BLOCKS,
    source: new TronSource({ ...chain, rpc, witnesses }),
    verifier: new TronPayouts({ ...chain, rpc, confirmations, ledgerDecimals }),
    custody: null,
  };
}

/** Of BTC alone: tokens of the Omni layer are not in the outputs. */
function bitcoin(
  settings: ChainSettings,
  { pool, ledgerDecimals }: WatchedChainsOptions,
): WatchedChain | null {
  const parameters = BITCOIN_NETWORKS[settings.DEPOSIT_NETWORK_BTC];
  const { CUSTODY_HOT_BTC: hot, CUSTODY_COLD_BTC: cold } = settings;
  refuseForeign('DEPOSIT_OWN_BTC', settings.DEPOSIT_OWN_BTC, parameters);
  refuseForeign('CUSTODY_HOT_BTC', hot === null ? [] : [hot], parameters);
  refuseForeign('CUSTODY_COLD_BTC', cold, parameters);
  const [rpc, ...witnesses] = (settings.DEPOSIT_RPC_BTC ?? []).map(url => new BitcoinRpc(url));
  if (rpc === undefined) return null;
  const ownSenders = new Set([...settings.DEPOSIT_OWN_BTC, ...(hot === null ? [] : [hot]), ...cold]);
  const confirmations = settings.DEPOSIT_CONFIRMATIONS_BTC;
  const custodyBy = (node: BitcoinRpc, others: readonly CustodyNode[]): BitcoinCustody | null =>
    hot === null
      ? null
      : new BitcoinCustody({
          rpc: node,
          source: new BitcoinSource({ rpc: node, witnesses: [], parameters, ownSenders, tellsSpent: true }),
          witnesses: others,
          outputs: new OutputStore(pool, 'OMNI'),
          parameters,
          confirmations,
          depositKey: bitcoinKey(settings),
          hot,
          cold,
        });
  return {
    network: 'OMNI',
    currencyIds: [BTC],
    ownSenders,
    rangeBlocks: BITCOIN_RANGE_BLOCKS,
    source: new BitcoinSource({ rpc, witnesses, parameters, ownSenders }),
    verifier: new BitcoinPayouts({ rpc, parameters, confirmations, ledgerDecimals }),
    custody: byAll(custodyBy, rpc, witnesses),
  };
}

/** The shared deposit address is the hot one: what comes in is where payouts leave from. */
function xrp(settings: ChainSettings, { ledgerDecimals }: WatchedChainsOptions): WatchedChain | null {
  const [rpc, ...witnesses] = (settings.DEPOSIT_RPC_XRP ?? []).map(url => new XrpRpc(url));
  if (rpc === undefined) return null;
  const hot = xrpAddress(settings);
  if (hot === null) throw new Error('DEPOSIT_RPC_XRP needs DEPOSIT_ADDRESS_XRP');
  const cold = settings.CUSTODY_COLD_XRP;
  const custodyBy = (node: XrpRpc, others: readonly CustodyNode[]) =>
    new XrpCustody({ rpc: node, witnesses: others, hot, cold });
  return {
    network: 'XRP',
    currencyIds: [XRP],
    ownSenders: new Set([hot, ...cold]),
    rangeBlocks: RANGE_BLOCKS,
    source: new XrpSource({ rpc, witnesses }),
    verifier: new XrpPayouts({ rpc, ledgerDecimals }),
    custody: byAll(custodyBy, rpc, witnesses),
  };
}

/** Custody by the first node, each further one being its witness. */
function byAll<Rpc>(
  custodyBy: (node: Rpc, witnesses: readonly CustodyNode[]) => CustodyChain | null,
  first: Rpc,
  others: readonly Rpc[],
): CustodyChain | null {
  return custodyBy(
    first,
    others.map(one => custodyBy(one, [])).filter(one => one !== null),
  );
}

function refuseForeign(name: string, addresses: readonly string[], network: BitcoinNetworkParameters): void {
  const foreign = addresses.find(address => decodeBitcoin(address, network)?.state !== 'address');
  if (foreign !== undefined) throw new Error(`${name}: ${foreign} is of another network`);
}
