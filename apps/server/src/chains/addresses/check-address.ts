import { USDT } from '@tallystick/protocol/currency-ids';
import { NETWORKS, type AddressKind, type Network } from '../networks.ts';
import { decodeBitcoin } from './bitcoin.ts';
import type { BitcoinNetworkParameters } from './bitcoin-networks.ts';
import type { Decoded } from './decoded.ts';
import { decodeEvm } from './evm.ts';
import { recogniseOtherChain } from './other-chains.ts';
import { decodeTron } from './tron.ts';

/** Stable codes; each has advice for the customer. */
export type AddressProblem =
  /** Not an address at all. */
  | 'address_invalid'
  /** An address with a typing mistake. */
  | 'address_checksum'
  /** An address of another chain; `looksLike` names it. */
  | 'address_wrong_network'
  | 'address_is_testnet'
  /** An address whose key nobody has. */
  | 'address_is_burn'
  /** The token's own contract: tokens sent there are lost. */
  | 'address_is_contract'
  /** A real address that this currency cannot be sent to: Omni tokens to a taproot address. */
  | 'address_unsupported';

export type AddressCheck =
  | {
      readonly ok: true;
      /** In its normal spelling: EIP-55, lower-case bech32. */
      readonly address: string;
      readonly kind: AddressKind;
    }
  | {
      readonly ok: false;
      readonly code: AddressProblem;
      /** Name of the other chain whose address the text is, e.g. `TRON`. */
      readonly looksLike: string | null;
    };

export interface AddressCheckOptions {
  /** The currency to be sent; without it, any the network carries. */
  readonly currencyId?: number;
  /** Token contracts the operator has configured, besides the well-known ones. */
  readonly contracts?: readonly string[];
  /** How addresses of the network `OMNI` look. Default: as on Bitcoin itself. */
  readonly bitcoin?: BitcoinNetworkParameters | undefined;
}

type Decoder = (text: string, bitcoin?: BitcoinNetworkParameters) => Decoded | null;
const DECODERS: Readonly<Record<Network, Decoder>> = {
  TRC20: decodeTron,
  ERC20: decodeEvm,
  OMNI: decodeBitcoin,
};

/** Contracts of Tether USD, USD Coin and wrapped ETH, which people paste instead of their own address. */
const CONTRACTS: Readonly<Record<Network, readonly string[]>> = {
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ERC20: [
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  ],
  OMNI: [],
};

/** Longer than any address: not worth decoding. */
const LONGEST = 128;

/** Whether the text is an address the network can pay to, and its normal spelling. Never throws. */
export function checkAddress(
  network: Network,
  written: string,
  options: AddressCheckOptions = {},
): AddressCheck {
  const text = written.trim();
  // Look-alike letters, zero-width and direction marks are all outside printable ASCII.
  if (text.length > LONGEST || !/^[!-~]+$/.test(text)) return problem('address_invalid');
  const decoded = DECODERS[network](text, options.bitcoin);
  if (decoded?.state === 'address') return checkUse(network, decoded, options);
  if (decoded?.state === 'checksum') return problem('address_checksum');
  if (decoded?.state === 'testnet') return problem('address_is_testnet');
  if (decoded?.state === 'invalid') return problem('address_invalid');
  const other = recogniseOther(network, text);
  return other === null ? problem('address_invalid') : problem('address_wrong_network', other);
}

function checkUse(
  network: Network,
  decoded: Extract<Decoded, { state: 'address' }>,
  options: AddressCheckOptions,
): AddressCheck {
  const { address, kind, burn } = decoded;
  if (burn) return problem('address_is_burn');
  const contracts = [...CONTRACTS[network], ...(options.contracts ?? [])];
  if (contracts.some(contract => normalised(network, contract) === address))
    return problem('address_is_contract');
  // Omni Core accepts P2PKH, P2SH and segwit version 0 as recipients.
  if (network === 'OMNI' && options.currencyId === USDT && kind === 'p2tr')
    return problem('address_unsupported');
  return { ok: true, address, kind };
}

function normalised(network: Network, text: string): string | null {
  const decoded = DECODERS[network](text);
  return decoded?.state === 'address' ? decoded.address : null;
}

function recogniseOther(network: Network, text: string): string | null {
  for (const other of Object.keys(NETWORKS) as Network[]) {
    const state = other === network ? undefined : DECODERS[other](text)?.state;
    if (state !== undefined && state !== 'invalid') return NETWORKS[other].name;
  }
  return recogniseOtherChain(text);
}

function problem(code: AddressProblem, looksLike: string | null = null): AddressCheck {
  return { ok: false, code, looksLike };
}
