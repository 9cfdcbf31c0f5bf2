import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { BITCOIN_NETWORKS, type BitcoinNetworkParameters } from './addresses/bitcoin-networks.ts';
import { decodeBitcoin } from './addresses/bitcoin.ts';
import { BitcoinPayouts } from './bitcoin/bitcoin-payouts.ts';
import { BitcoinRpc } from './bitcoin/bitcoin-rpc.ts';
import { BitcoinSource } from './bitcoin/bitcoin-source.ts';
import type { ChainSettings } from './chain-settings.ts';
import { EvmPayouts } from './evm/evm-payouts.ts';
import { EvmRpc } from './evm/evm-rpc.ts';
import { EvmSource } from './evm/evm-source.ts';
import type { Network } from './networks.ts';
import type { PayoutVerifier } from './payouts.ts';
import { TronPayouts } from './tron/tron-payouts.ts';
import { TronRpc } from './tron/tron-rpc.ts';
import { TRON_GENESIS, TronSource } from './tron/tron-source.ts';
import type { ChainSource } from './watcher/chain-source.ts';

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
}

const USDT_ON_TRON = { currencyId: USDT, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
const RANGE_BLOCKS = 20;
/** A block of Bitcoin has up to four megabytes. */
const BITCOIN_RANGE_BLOCKS = 4;

type LedgerDecimals = (currencyId: number) => number;

/**
 * The chains whose nodes the settings name.
 *
 * @throws when one of the operator's own addresses is of another network.
 */
export function watchedChains(settings: ChainSettings, ledgerDecimals: LedgerDecimals): WatchedChain[] {
  return [
    ethereum(settings, ledgerDecimals),
    tron(settings, ledgerDecimals),
    bitcoin(settings, ledgerDecimals),
  ].filter(chain => chain !== null);
}

function ethereum(settings: ChainSettings, ledgerDecimals: LedgerDecimals): WatchedChain | null {
  const [rpc, ...witnesses] = (settings.DEPOSIT_RPC_ETH ?? []).map(url => new EvmRpc(url));
  if (rpc === undefined) return null;
  const chainId = settings.DEPOSIT_CHAIN_ETH;
  const tokens = [{ currencyId: USDT, contract: settings.DEPOSIT_USDT_ETH }];
  const confirmations = settings.DEPOSIT_CONFIRMATIONS_ETH;
  return {
    network: 'ERC20',
    currencyIds: [ETH, USDT],
    ownSenders: new Set(settings.DEPOSIT_OWN_ETH.map(address => address.toLowerCase())),
    rangeBlocks: RANGE_BLOCKS,
    source: new EvmSource({ rpc, witnesses, chainId, tokens }),
    verifier: new EvmPayouts({ rpc, chainId, tokens, confirmations, ledgerDecimals }),
  };
}

function tron(settings: ChainSettings, ledgerDecimals: LedgerDecimals): WatchedChain | null {
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
  };
}

/** Of BTC alone: tokens of the Omni layer are not in the outputs. */
function bitcoin(settings: ChainSettings, ledgerDecimals: LedgerDecimals): WatchedChain | null {
  const parameters = BITCOIN_NETWORKS[settings.DEPOSIT_NETWORK_BTC];
  refuseForeign(settings.DEPOSIT_OWN_BTC, parameters);
  const [rpc, ...witnesses] = (settings.DEPOSIT_RPC_BTC ?? []).map(url => new BitcoinRpc(url));
  if (rpc === undefined) return null;
  const ownSenders = new Set(settings.DEPOSIT_OWN_BTC);
  const confirmations = settings.DEPOSIT_CONFIRMATIONS_BTC;
  return {
    network: 'OMNI',
    currencyIds: [BTC],
    ownSenders,
    rangeBlocks: BITCOIN_RANGE_BLOCKS,
    source: new BitcoinSource({ rpc, witnesses, parameters, ownSenders }),
    verifier: new BitcoinPayouts({ rpc, parameters, confirmations, ledgerDecimals }),
  };
}

function refuseForeign(addresses: readonly string[], network: BitcoinNetworkParameters): void {
  const foreign = addresses.find(address => decodeBitcoin(address, network)?.state !== 'address');
  if (foreign !== undefined) throw new Error(`DEPOSIT_OWN_BTC: ${foreign} is of another network`);
}
