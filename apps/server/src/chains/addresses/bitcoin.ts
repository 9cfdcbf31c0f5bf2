import { bech32, bech32m } from '@scure/base';
import type { AddressKind } from '../networks.ts';
import { decodeBase58check } from './encodings.ts';
import type { Decoded } from './decoded.ts';

const VERSIONS: Readonly<Record<number, AddressKind | 'testnet'>> = {
  0x00: 'p2pkh',
  0x05: 'p2sh',
  0x6f: 'testnet',
  0xc4: 'testnet',
};

/** Known to have no key; addresses of 20 or 32 zero bytes are recognised by their bytes. */
const BURN: readonly string[] = [
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  // Omni's fund-raising address: money sent there is donated.
  '1EXoDusjGwvnjZUyKkxZ4UHEf77z6A5S4P',
];

const TEST_PREFIXES: readonly string[] = ['tb', 'bcrt', 'sb'];

/** Base58check (P2PKH, P2SH) and segwit: bech32 (BIP-173) for version 0, bech32m (BIP-350) for taproot. */
export function decodeBitcoin(text: string): Decoded | null {
  return /^(bc|tb|bcrt|sb)1/i.test(text) ? decodeSegwit(text) : decodeLegacy(text);
}

function decodeLegacy(text: string): Decoded | null {
  const looks = /^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text);
  const payload = decodeBase58check(text);
  if (payload === null) return looks ? { state: 'checksum' } : null;
  const [version = -1] = payload;
  const kind = VERSIONS[version];
  if (payload.length !== 21 || kind === undefined) return null;
  if (kind === 'testnet') return { state: 'testnet' };
  return found(kind, text, payload.subarray(1));
}

function decodeSegwit(text: string): Decoded {
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
  if (TEST_PREFIXES.includes(decoded.prefix)) return { state: 'testnet' };
  return found(kind, lower, program);
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
