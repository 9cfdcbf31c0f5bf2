import type { BitcoinNetwork } from './addresses/bitcoin-networks.ts';
import type { DepositKey } from './addresses/extended-key.ts';

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
  readonly DEPOSIT_RPC_BSC: readonly string[] | null;
  readonly DEPOSIT_CHAIN_BSC: number;
  readonly DEPOSIT_CONFIRMATIONS_BSC: number;
  readonly DEPOSIT_OWN_BSC: readonly string[];
  readonly DEPOSIT_RPC_TRON: readonly string[] | null;
  /** In the order of the nodes; an empty one for none. */
  readonly DEPOSIT_KEY_TRON: readonly string[];
  readonly DEPOSIT_CONFIRMATIONS_TRON: number;
  readonly DEPOSIT_RPC_BTC: readonly string[] | null;
  readonly DEPOSIT_NETWORK_BTC: BitcoinNetwork;
  readonly DEPOSIT_CONFIRMATIONS_BTC: number;
  readonly DEPOSIT_OWN_BTC: readonly string[];
  readonly CUSTODY_HOT_ETH: string | null;
  readonly CUSTODY_COLD_ETH: readonly string[];
  readonly CUSTODY_HOT_BSC: string | null;
  readonly CUSTODY_COLD_BSC: readonly string[];
  readonly CUSTODY_HOT_BTC: string | null;
  readonly CUSTODY_COLD_BTC: readonly string[];
  readonly DEPOSIT_RPC_XRP: readonly string[] | null;
  readonly CUSTODY_COLD_XRP: readonly string[];
  readonly DEPOSIT_POLL_MS: number;
}
