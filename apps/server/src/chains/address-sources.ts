import { keySource, listSource, sharedSource } from './addresses/address-source.ts';
import { DEMO_DEPOSIT_KEYS, DEMO_XRP_ADDRESS, demoList } from './addresses/demo-keys.ts';
import { onBitcoinNetwork, parseDepositKey, type DepositKey } from './addresses/extended-key.ts';
import type { ChainSettings } from './chain-settings.ts';
import type { AddressSources } from './deposit-addresses.ts';

/**
 * Where the deposit addresses of each network come from.
 *
 * @throws in live without a key for the three chains that every exchange has; others are closed there without one.
 */
export function addressSources(settings: ChainSettings): AddressSources {
  const isDemo = settings.MODE === 'demo';
  const key = (network: keyof typeof DEMO_DEPOSIT_KEYS, given: DepositKey | null) =>
    depositKey(settings, network, given);
  const { DEPOSIT_XPUB_DOGE, DEPOSIT_ADDRESSES_SOL, DEPOSIT_ADDRESSES_ADA } = settings;
  const ethereum = key('ERC20', settings.DEPOSIT_XPUB_ETH);
  const xrp = xrpAddress(settings);
  return {
    TRC20: keySource(key('TRC20', settings.DEPOSIT_XPUB_TRON)),
    ERC20: keySource(ethereum),
    BEP20: keySource(ethereum, 'BEP20'),
    OMNI: keySource(bitcoinKey(settings)),
    ...(DEPOSIT_XPUB_DOGE === null && !isDemo ? {} : { DOGE: keySource(key('DOGE', DEPOSIT_XPUB_DOGE)) }),
    ...(xrp === null ? {} : { XRP: sharedSource('XRP', xrp) }),
    ...listOf('SOL', DEPOSIT_ADDRESSES_SOL, isDemo),
    ...listOf('ADA', DEPOSIT_ADDRESSES_ADA, isDemo),
  };
}

/** The address that all customers of the XRP Ledger share; null: XRP cannot be paid in. */
export function xrpAddress({ MODE, DEPOSIT_ADDRESS_XRP }: ChainSettings): string | null {
  return DEPOSIT_ADDRESS_XRP ?? (MODE === 'demo' ? DEMO_XRP_ADDRESS : null);
}

/** The key of the Bitcoin chain that the settings name. @throws in live without one. */
export function bitcoinKey(settings: ChainSettings): DepositKey {
  return onBitcoinNetwork(
    depositKey(settings, 'OMNI', settings.DEPOSIT_XPUB_BTC),
    settings.DEPOSIT_NETWORK_BTC,
  );
}

function depositKey(
  { MODE }: Pick<ChainSettings, 'MODE'>,
  network: keyof typeof DEMO_DEPOSIT_KEYS,
  given: DepositKey | null,
): DepositKey {
  if (given !== null) return given;
  if (MODE !== 'demo') throw new Error(`live mode needs the operator's own key for ${network}`);
  return parseDepositKey(network, DEMO_DEPOSIT_KEYS[network]);
}

function listOf(
  network: 'SOL' | 'ADA',
  given: readonly [string, ...string[]] | null,
  isDemo: boolean,
): AddressSources {
  if (given !== null) return { [network]: listSource(network, given) };
  return isDemo ? { [network]: demoList(network) } : {};
}
