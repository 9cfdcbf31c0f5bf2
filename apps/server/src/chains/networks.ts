import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';

/** How addresses are built and look. */
export type AddressKind = 'evm' | 'tron' | 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';

export interface ChainAsset {
  readonly currencyId: number;
  /** Decimals of amounts on the chain; the ledger may have fewer. */
  readonly chainDecimals: number;
  /** Kind of the deposit addresses we hand out; see `addresses/derive.ts` for the choice on Bitcoin. */
  readonly depositKind: AddressKind;
}

export interface NetworkFacts {
  /** The chain's own name, the same in every language. */
  readonly name: string;
  /** Blocks, including the transfer's own, before a deposit counts. Operators may set another number. */
  readonly confirmations: number;
  /** Block explorer page; `{}` stands for the transaction id or address. */
  readonly explorer: { readonly transaction: string; readonly address: string };
  readonly assets: readonly ChainAsset[];
}

/**
 * The networks as customers know them. `OMNI` is the Bitcoin chain: BTC itself, and USDT as an Omni token. BNB, SOL,
 * XRP, DOGE and ADA have no chain in this release.
 *
 * Confirmations: two Ethereum epochs are 64 blocks, after one (32) a block is normally justified; TRON calls a block
 * solid after 19 of its 27 producers built on it; three Bitcoin blocks are what most exchanges ask for.
 */
export const NETWORKS = {
  TRC20: {
    name: 'TRON',
    confirmations: 20,
    explorer: {
      transaction: 'https://tronscan.org/#/transaction/{}',
      address: 'https://tronscan.org/#/address/{}',
    },
    assets: [{ currencyId: USDT, chainDecimals: 6, depositKind: 'tron' }],
  },
  ERC20: {
    name: 'Ethereum',
    confirmations: 32,
    explorer: {
      transaction: 'https://etherscan.io/tx/{}',
      address: 'https://etherscan.io/address/{}',
    },
    assets: [
      { currencyId: ETH, chainDecimals: 18, depositKind: 'evm' },
      { currencyId: USDT, chainDecimals: 6, depositKind: 'evm' },
    ],
  },
  OMNI: {
    name: 'Bitcoin',
    confirmations: 3,
    explorer: {
      transaction: 'https://mempool.space/tx/{}',
      address: 'https://mempool.space/address/{}',
    },
    assets: [
      { currencyId: BTC, chainDecimals: 8, depositKind: 'p2wpkh' },
      { currencyId: USDT, chainDecimals: 8, depositKind: 'p2pkh' },
    ],
  },
} as const satisfies Record<string, NetworkFacts>;

export type Network = keyof typeof NETWORKS;

export function isNetwork(text: string): text is Network {
  return Object.hasOwn(NETWORKS, text);
}

/** The networks a currency travels on, in the order shown to customers; none for currencies without a chain. */
export function networksOf(currencyId: number): Network[] {
  return (Object.keys(NETWORKS) as Network[]).filter(network => assetOn(network, currencyId) !== null);
}

/** The network's figures for the currency; null: the currency does not travel there. */
export function assetOn(network: Network, currencyId: number): ChainAsset | null {
  const assets: readonly ChainAsset[] = NETWORKS[network].assets;
  return assets.find(asset => asset.currencyId === currencyId) ?? null;
}

/** Block explorer link of a transaction or address. */
export function explorerUrl(network: Network, what: 'transaction' | 'address', id: string): string {
  return NETWORKS[network].explorer[what].replace('{}', encodeURIComponent(id));
}
