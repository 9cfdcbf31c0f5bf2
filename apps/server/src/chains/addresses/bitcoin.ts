import { bech32, bech32m } from '@scure/base';
import type { AddressKind } from '../networks.ts';
import { BITCOIN_MAIN, type BitcoinNetworkParameters } from './bitcoin-networks.ts';
import { decodeBase58check } from './encodings.ts';
import type { Decoded } from './decoded.ts';

/** Of Bitcoin's test networks. */
const TEST_VERSIONS: readonly number[] = [0x6f, 0xc4];
/** Known to have no key; addresses of 20 or 32 zero bytes are recognised by their bytes. */
const BURN: readonly string[] = [
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  // Omni's fund-raising address: money sent there is donated.
  '1EXoDusjGwvnjZUyKkxZ4UHEf77z6A5S4P',
];

const TEST_PREFIXES: readonly string[] = ['tb', 'bcrt', 'sb'];

/** Base58check (P2PKH, P2SH) and segwit: bech32 (BIP-173) for version 0, bech32m (BIP-350) for taproot. */
export function decodeBitcoin(
  text: string,
  network: BitcoinNetworkParameters = BITCOIN_MAIN,
): Decoded | null {
  const prefix = /^([a-z]+)1/i.exec(text)?.[1]?.toLowerCase() ?? '';
  const isSegwit =
    prefix === network.bech32 || prefix === BITCOIN_MAIN.bech32 || TEST_PREFIXES.includes(prefix);
  return isSegwit ? decodeSegwit(text, network) : decodeLegacy(text, network);
}

function decodeLegacy(text: string, network: BitcoinNetworkParameters): Decoded | null {
  const looks = network.legacyInitials.includes(text.charAt(0)) && /^[1-9A-HJ-NP-Za-km-z]{25,35}$/.test(text);
  const payload = decodeBase58check(text);
  if (payload === null) return looks ? { state: 'checksum' } : null;
  const [version = -1] = payload;
  if (payload.length !== 21) return null;
  if (version === network.pubKeyHash) return found('p2pkh', text, payload.subarray(1));
  if (version === network.scriptHash) return found('p2sh', text, payload.subarray(1));
  return TEST_VERSIONS.includes(version) ? { state: 'testnet' } : null;
}

function decodeSegwit(text: string, network: BitcoinNetworkParameters): Decoded {
  const lower = text.toLowerCase();
  // BIP-173: mixed case means that the text was damaged.
  if (text !== lower && text !== text.toUpperCase()) return { state: 'checksum' };
  const old = bech32.decodeUnsafe(lower);
  const decoded = old ?? bech32m.decodeUnsafe(lower);
  if (decoded === undefined) return { state: 'checksum' };
  const [version = -1, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  // BIP-350: version 0 keeps the old checksum, later versions use the new one.
  if (!program || (version === 0) !== (old !== undefined)) return { state: 'invalid' };
  const kind = segwitKind(version, program.length);
  if (kind === null) return { state: 'invalid' };
  if (decoded.prefix === network.bech32) return found(kind, lower, program);
  return { state: TEST_PREFIXES.includes(decoded.prefix) ? 'testnet' : 'invalid' };
}

/** Null for versions without a meaning yet: anyone could spend money sent there. */
function segwitKind(version: number, length: number): AddressKind | null {
  if (version === 0) return length === 20 ? 'p2wpkh' : length === 32 ? 'p2wsh' : null;
  return version === 1 && length === 32 ? 'p2tr' : null;
}

function found(kind: AddressKind, address: string, payload: Uint8Array): Decoded {
  const burn = payload.every(byte => byte === 0) || BURN.includes(address);
  return { state: 'address', kind, address, burn };
}
