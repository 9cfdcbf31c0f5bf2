import { ADA, BNB, BTC, DOGE, ETH, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';

/** How addresses are built and look. */
export type AddressKind =
  | 'evm'
  | 'tron'
  | 'p2pkh'
  | 'p2sh'
  | 'p2wpkh'
  | 'p2wsh'
  | 'p2tr'
  | 'dogecoin'
  | 'solana'
  | 'xrp'
  | 'cardano';

export interface ChainAsset {
  readonly currencyId: number;
  /** Decimals of amounts on the chain; the ledger may have fewer. */
  readonly chainDecimals: number;
  /** Kind of the deposit addresses we hand out; see `addresses/derive.ts` for the choice on Bitcoin. */
  readonly depositKind: AddressKind;
  /**
   * The least the chain carries or keeps alive, in the currency's units: a smaller payment is refused by nodes (dust),
   * or lost because the account it should open needs that much.
   */
  readonly least: string;
}

export interface NetworkFacts {
  /** The chain's own name, the same in every language. */
  readonly name: string;
  /** Blocks, including the transfer's own, before a deposit counts. Operators may set another number. */
  readonly confirmations: number;
  /** Block explorer page; `{}` stands for the transaction id or address. */
  readonly explorer: { readonly transaction: string; readonly address: string };
  /** How tokens of the chain are received, if it has any that operators may list. */
  readonly tokens?: AddressKind;
  readonly assets: readonly ChainAsset[];
}

/**
 * The networks as customers know them. `OMNI` is the Bitcoin chain: BTC itself, and USDT as an Omni token. `BEP20` is
 * the BNB Smart Chain. Other tokens, such as launched currencies, are listed by operators: see `assets.ts`.
 *
 * Confirmations: two Ethereum epochs are 64 blocks, after one (32) a block is normally justified; TRON calls a block
 * solid after 19 of its 27 producers built on it; three Bitcoin blocks are what most exchanges ask for. A BNB Smart
 * Chain block is final after two more when votes come in time (BEP-126), which its watcher asks for besides; Solana's
 * after 31 votes, a validated XRP ledger at once; Dogecoin's one-minute blocks and Cardano's slots are counted to about
 * an hour and ten minutes.
 *
 * Least amounts: dust limits of Bitcoin (P2WPKH 294, Omni output 546 satoshi) and Dogecoin (0.01), rent-exempt minimum
 * of a Solana account without data (890,880 lamports), base reserve of an XRP account (1), and about the least ADA an
 * output must hold (1).
 */
export const NETWORKS = {
  TRC20: {
    name: 'TRON',
    confirmations: 20,
    explorer: {
      transaction: 'https://tronscan.org/#/transaction/{}',
      address: 'https://tronscan.org/#/address/{}',
    },
    tokens: 'tron',
    assets: [{ currencyId: USDT, chainDecimals: 6, depositKind: 'tron', least: '0.000001' }],
  },
  ERC20: {
    name: 'Ethereum',
    confirmations: 32,
    explorer: {
      transaction: 'https://etherscan.io/tx/{}',
      address: 'https://etherscan.io/address/{}',
    },
    tokens: 'evm',
    assets: [
      { currencyId: ETH, chainDecimals: 18, depositKind: 'evm', least: '0.00000001' },
      { currencyId: USDT, chainDecimals: 6, depositKind: 'evm', least: '0.000001' },
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
      { currencyId: BTC, chainDecimals: 8, depositKind: 'p2wpkh', least: '0.00000294' },
      { currencyId: USDT, chainDecimals: 8, depositKind: 'p2pkh', least: '0.00000001' },
    ],
  },
  BEP20: {
    name: 'BNB Smart Chain',
    confirmations: 15,
    explorer: {
      transaction: 'https://bscscan.com/tx/{}',
      address: 'https://bscscan.com/address/{}',
    },
    tokens: 'evm',
    assets: [{ currencyId: BNB, chainDecimals: 18, depositKind: 'evm', least: '0.00000001' }],
  },
  SOL: {
    name: 'Solana',
    confirmations: 32,
    explorer: {
      transaction: 'https://explorer.solana.com/tx/{}',
      address: 'https://explorer.solana.com/address/{}',
    },
    tokens: 'solana',
    assets: [{ currencyId: SOL, chainDecimals: 9, depositKind: 'solana', least: '0.00089088' }],
  },
  XRP: {
    name: 'XRP Ledger',
    confirmations: 1,
    explorer: {
      transaction: 'https://livenet.xrpl.org/transactions/{}',
      address: 'https://livenet.xrpl.org/accounts/{}',
    },
    assets: [{ currencyId: XRP, chainDecimals: 6, depositKind: 'xrp', least: '1' }],
  },
  DOGE: {
    name: 'Dogecoin',
    confirmations: 60,
    explorer: {
      transaction: 'https://blockchair.com/dogecoin/transaction/{}',
      address: 'https://blockchair.com/dogecoin/address/{}',
    },
    assets: [{ currencyId: DOGE, chainDecimals: 8, depositKind: 'dogecoin', least: '0.01' }],
  },
  ADA: {
    name: 'Cardano',
    confirmations: 30,
    explorer: {
      transaction: 'https://cardanoscan.io/transaction/{}',
      address: 'https://cardanoscan.io/address/{}',
    },
    assets: [{ currencyId: ADA, chainDecimals: 6, depositKind: 'cardano', least: '1' }],
  },
} as const satisfies Record<string, NetworkFacts>;

export type Network = keyof typeof NETWORKS;

export function isNetwork(text: string): text is Network {
  return Object.hasOwn(NETWORKS, text);
}

/** How an operator's listed tokens are received there; null: the chain has none, or people cannot list any. */
export function tokensOn(network: Network): AddressKind | null {
  const { tokens }: NetworkFacts = NETWORKS[network];
  return tokens ?? null;
}

/** The network's figures for one of its own currencies; null for others, listed tokens included (see `Assets`). */
export function assetOn(network: Network, currencyId: number): ChainAsset | null {
  const assets: readonly ChainAsset[] = NETWORKS[network].assets;
  return assets.find(asset => asset.currencyId === currencyId) ?? null;
}

/** Block explorer link of a transaction or address. */
export function explorerUrl(network: Network, what: 'transaction' | 'address', id: string): string {
  return NETWORKS[network].explorer[what].replace('{}', encodeURIComponent(id));
}
