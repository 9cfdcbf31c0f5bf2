import { BITCOIN_NETWORKS, type BitcoinNetwork } from '../chains/addresses/bitcoin-networks.ts';
import { NETWORKS } from '../chains/networks.ts';
import type { Definition } from './definition.ts';
import {
  addressFile,
  addressesOn,
  addressOn,
  apiKeys,
  bitcoinAddresses,
  bitcoinKeyAddress,
  choice,
  depositKey,
  evmAddress,
  evmAddresses,
  urls,
  whole,
} from './kinds.ts';

/** Deposits and custody: the chains, their nodes, and whose addresses are ours. */
export const CHAIN_DEFINITIONS = {
  DEPOSIT_XPUB_BTC: {
    group: 'Deposits',
    kind: depositKey('OMNI'),
    fallback: null,
    // Someone may put a private key here by mistake.
    secret: true,
    help: 'Extended public key (`xpub…`, `zpub…`) of the Bitcoin account that deposit addresses are derived from: BTC at P2WPKH addresses, USDT (Omni) at P2PKH addresses of the same keys, so the wallet must watch `wpkh(KEY/0/*)` and `pkh(KEY/0/*)`. Unset in demo: a well-known test key.',
  },
  DEPOSIT_XPUB_ETH: {
    group: 'Deposits',
    kind: depositKey('ERC20'),
    fallback: null,
    // Someone may put a private key here by mistake.
    secret: true,
    help: "Extended public key (`xpub…`) of the Ethereum account (`m/44'/60'/0'`) that deposit addresses are derived from, on the BNB Smart Chain the same ones. Unset in demo: a well-known test key.",
  },
  DEPOSIT_XPUB_TRON: {
    group: 'Deposits',
    kind: depositKey('TRC20'),
    fallback: null,
    // Someone may put a private key here by mistake.
    secret: true,
    help: "Extended public key (`xpub…`) of the TRON account (`m/44'/195'/0'`) that deposit addresses are derived from. Unset in demo: a well-known test key.",
  },
  DEPOSIT_XPUB_DOGE: {
    group: 'Deposits',
    kind: depositKey('DOGE'),
    fallback: null,
    // Someone may put a private key here by mistake.
    secret: true,
    help: "Extended public key (`xpub…`, not `dgub…`) of the Dogecoin account (`m/44'/3'/0'`) that deposit addresses are derived from. Unset in demo: a well-known test key; in live: DOGE cannot be paid in.",
  },
  DEPOSIT_ADDRESS_XRP: {
    group: 'Deposits',
    kind: addressOn('XRP'),
    fallback: null,
    help: 'The classic address (`r…`) of the XRP Ledger that all customers pay to, each with a destination tag of their own. It should require one (`RequireDest`). Unset in demo: a well-known test address; in live: XRP cannot be paid in.',
  },
  DEPOSIT_ADDRESSES_SOL: {
    group: 'Deposits',
    kind: addressFile('SOL'),
    fallback: null,
    help: 'A file with Solana addresses of yours, one on each line, made beforehand: the chain has none that can be derived from a public key. They are given out in their order; lines may be added at the end, never moved. Unset in demo: well-known test addresses; in live: SOL cannot be paid in.',
  },
  DEPOSIT_ADDRESSES_ADA: {
    group: 'Deposits',
    kind: addressFile('ADA'),
    fallback: null,
    help: 'The same with Cardano addresses (`addr1…`).',
  },
  DEPOSIT_RPC_ETH: {
    group: 'Deposits',
    kind: urls(['http', 'https'], 'https://node.example'),
    fallback: null,
    // Provider addresses may contain keys.
    secret: true,
    help: 'Ethereum nodes, separated by commas: the first one is read, and every other one must agree before a deposit is credited, or a payout given back that did not happen. Unset: nothing is credited by itself, operators approve deposits by their vouchers.',
  },
  DEPOSIT_CHAIN_ETH: {
    group: 'Deposits',
    kind: whole(1, 999_999_999_999_999),
    fallback: '1',
    help: 'Chain id those nodes must be on: 1 is Ethereum.',
  },
  DEPOSIT_CONFIRMATIONS_ETH: {
    group: 'Deposits',
    kind: whole(1, 10_000),
    fallback: String(NETWORKS.ERC20.confirmations),
    help: 'Blocks, the one with the transfer included, before an Ethereum deposit is credited and a payout counts as final.',
  },
  DEPOSIT_USDT_ETH: {
    group: 'Deposits',
    kind: evmAddress,
    fallback: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    help: 'Contract of USDT there. It must count in 6 decimals.',
  },
  DEPOSIT_OWN_ETH: {
    group: 'Deposits',
    kind: evmAddresses,
    fallback: '',
    help: "The operator's own Ethereum addresses, separated by commas: what they send to a deposit address (gas for moving tokens on) is no deposit.",
  },
  DEPOSIT_RPC_BSC: {
    group: 'Deposits',
    kind: urls(['http', 'https'], 'https://node.example'),
    fallback: null,
    // Provider addresses may contain keys.
    secret: true,
    help: 'Nodes of the BNB Smart Chain, separated by commas: the first one is read, and every other one must agree before a deposit of BNB is credited, or a payout given back that did not happen. Unset: operators approve deposits by their vouchers.',
  },
  DEPOSIT_CHAIN_BSC: {
    group: 'Deposits',
    kind: whole(1, 999_999_999_999_999),
    fallback: '56',
    help: 'Chain id those nodes must be on: 56 is the BNB Smart Chain.',
  },
  DEPOSIT_CONFIRMATIONS_BSC: {
    group: 'Deposits',
    kind: whole(1, 10_000),
    fallback: String(NETWORKS.BEP20.confirmations),
    help: 'Blocks, the one with the transfer included, before a deposit of BNB is credited and a payout counts as final: 15 are 7 seconds. By itself the number does not suffice: votes make a block final two blocks later (BEP-126), and while they are missing it would take 240 blocks (BEP-619). So every node must also call the block `finalized`.',
  },
  DEPOSIT_OWN_BSC: {
    group: 'Deposits',
    kind: evmAddresses,
    fallback: '',
    help: "The operator's own addresses on the BNB Smart Chain, separated by commas: what they send to a deposit address is no deposit. Those of DEPOSIT_OWN_ETH do not count here.",
  },
  DEPOSIT_RPC_TRON: {
    group: 'Deposits',
    kind: urls(['http', 'https'], 'https://api.trongrid.io'),
    fallback: null,
    // Provider addresses may contain keys.
    secret: true,
    help: 'TRON nodes (HTTP API), separated by commas: the first one is read, and every other one must agree before a USDT deposit is credited. A path that ends in `/walletsolidity` asks only for blocks that are final. Unset: operators approve deposits by their vouchers.',
  },
  DEPOSIT_KEY_TRON: {
    group: 'Deposits',
    kind: apiKeys,
    fallback: '',
    secret: true,
    help: 'API keys of those nodes in the same order, separated by commas (`TRON-PRO-API-KEY`, as TronGrid wants it). A node without one has nothing between its commas.',
  },
  DEPOSIT_CONFIRMATIONS_TRON: {
    group: 'Deposits',
    kind: whole(1, 10_000),
    fallback: String(NETWORKS.TRC20.confirmations),
    help: 'Blocks, the one with the transfer included, before a TRON deposit is credited and a payout counts as final.',
  },
  CUSTODY_HOT_ETH: {
    group: 'Custody',
    kind: evmAddress,
    fallback: null,
    help: 'Ethereum address that payouts leave from and deposit addresses are swept to; its key stays with your signer. Here and not at the desk, so that nobody there can turn sweeps aside. Unset: payouts are made by hand, and nothing is swept.',
  },
  CUSTODY_HOT_BSC: {
    group: 'Custody',
    kind: evmAddress,
    fallback: null,
    help: 'Address on the BNB Smart Chain that payouts leave from and deposit addresses are swept to, as above. It may be the same one as on Ethereum: balances and nonces of the two chains are kept apart.',
  },
  CUSTODY_HOT_BTC: {
    group: 'Custody',
    kind: bitcoinKeyAddress,
    fallback: null,
    help: 'Bitcoin address (`bc1q…` of one key) that payouts leave from and deposit addresses are swept to. Use one of its own: what lay there before the first start with it is not counted. It needs a node (DEPOSIT_RPC_BTC).',
  },
  CUSTODY_COLD_BTC: {
    group: 'Custody',
    kind: bitcoinAddresses,
    fallback: '',
    help: 'Your cold Bitcoin addresses, as above.',
  },
  CUSTODY_COLD_ETH: {
    group: 'Custody',
    kind: evmAddresses,
    fallback: '',
    help: 'Your cold Ethereum addresses, separated by commas: they are watched, and what the hot address has too much goes to the first.',
  },
  CUSTODY_COLD_BSC: {
    group: 'Custody',
    kind: evmAddresses,
    fallback: '',
    help: 'Your cold addresses on the BNB Smart Chain, as above.',
  },
  CUSTODY_COLD_XRP: {
    group: 'Custody',
    kind: addressesOn('XRP'),
    fallback: '',
    help: 'Your cold addresses on the XRP Ledger, as above. There is no hot one to name: payouts leave from DEPOSIT_ADDRESS_XRP, where deposits come in.',
  },
  DEPOSIT_RPC_XRP: {
    group: 'Deposits',
    kind: urls(['http', 'https'], 'http://127.0.0.1:5005'),
    fallback: null,
    // Provider addresses may contain keys.
    secret: true,
    help: 'Nodes of the XRP Ledger (rippled 2.0 or newer, or Clio; JSON-RPC), separated by commas: the first one is read, payouts are drafted and sent with it, and every other one must agree before a deposit is credited, or a payout given back that did not happen. Unset: operators approve deposits by their vouchers, and payouts are made by hand.',
  },
  DEPOSIT_RPC_BTC: {
    group: 'Deposits',
    kind: urls(['http', 'https'], 'http://user:password@127.0.0.1:8332'),
    fallback: null,
    // They hold passwords.
    secret: true,
    help: 'Bitcoin nodes (Bitcoin Core 0.21 or newer, not pruned; with `txindex=1`, which payouts are looked up by), separated by commas: the first one is read, and every other one must agree before a deposit is credited, or a payout given back that did not happen. Unset: operators approve deposits of BTC by their vouchers. USDT (Omni) always takes a voucher.',
  },
  DEPOSIT_NETWORK_BTC: {
    group: 'Deposits',
    kind: choice(Object.keys(BITCOIN_NETWORKS) as [BitcoinNetwork, ...BitcoinNetwork[]]),
    fallback: 'main',
    help: 'Chain those nodes must be on, whose addresses are handed out: `main` is Bitcoin, the others are for trying; live refuses them.',
  },
  DEPOSIT_CONFIRMATIONS_BTC: {
    group: 'Deposits',
    kind: whole(1, 1000),
    fallback: String(NETWORKS.OMNI.confirmations),
    help: 'Blocks, the one with the transfer included, before a deposit of BTC is credited and a payout counts as final.',
  },
  DEPOSIT_OWN_BTC: {
    group: 'Deposits',
    kind: bitcoinAddresses,
    fallback: '',
    help: "The operator's own Bitcoin addresses, separated by commas: what a transaction that spends from one of them pays to a deposit address is no deposit. Deposit addresses need not be named. No taproot addresses: their spending does not show them.",
  },
  DEPOSIT_POLL_MS: {
    group: 'Deposits',
    kind: whole(100, 600_000),
    fallback: '5000',
    help: 'Time between two looks at the chain.',
  },
} as const satisfies Record<string, Definition>;
