/** What differs between Bitcoin, its test chains, and chains that share its addresses. */
export interface BitcoinNetworkParameters {
  /** Human-readable part of segwit addresses (BIP-173). */
  readonly bech32: string;
  /** Version bytes of base58check addresses. */
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  /** With which letters such addresses begin. */
  readonly legacyInitials: string;
  /** Hash of block 0: names the chain. */
  readonly genesis: string;
}

/** The values of DEPOSIT_NETWORK_BTC. Only `main` is money. */
export const BITCOIN_NETWORKS = {
  main: {
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    legacyInitials: '13',
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  },
  regtest: {
    bech32: 'bcrt',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    legacyInitials: 'mn2',
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  'litecoin-regtest': {
    bech32: 'rltc',
    pubKeyHash: 0x6f,
    scriptHash: 0x3a,
    legacyInitials: 'mnQ',
    genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
} as const satisfies Record<string, BitcoinNetworkParameters>;

export type BitcoinNetwork = keyof typeof BITCOIN_NETWORKS;

export const BITCOIN_MAIN: BitcoinNetworkParameters = BITCOIN_NETWORKS.main;
