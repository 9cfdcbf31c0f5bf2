import { base58, base58xrp, bech32 } from '@scure/base';
import { decodeBase58check } from './encodings.ts';

/** Relatives of Bitcoin, recognised by the version byte. */
const VERSIONS: Readonly<Record<number, string>> = { 0x30: 'Litecoin', 0x32: 'Litecoin', 0x1e: 'Dogecoin' };
const PREFIXES: Readonly<Record<string, string>> = {
  ltc: 'Litecoin',
  addr: 'Cardano',
  bnb: 'BNB Beacon Chain',
  cosmos: 'Cosmos',
};
/** Cardano's addresses are longer than BIP-173 allows. */
const LONGEST = 128;
const XRP_ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Name of the other well-known chain whose valid address the text is, so that the customer can be told. */
export function recogniseOtherChain(text: string): string | null {
  if (/^bitcoincash:[qp][0-9a-z]{41}$/.test(text)) return 'Bitcoin Cash';
  const version = decodeBase58check(text)?.[0];
  if (version !== undefined) return VERSIONS[version] ?? null;
  const prefix = bech32.decodeUnsafe(text, LONGEST)?.prefix;
  if (prefix !== undefined) return PREFIXES[prefix] ?? null;
  if (text.startsWith('r') && isXrp(text)) return 'XRP Ledger';
  return isSolana(text) ? 'Solana' : null;
}

function isXrp(text: string): boolean {
  if (text.length < 25 || text.length > 35 || !isMadeOf(text, XRP_ALPHABET)) return false;
  // The same checksum, written with another alphabet.
  return decodeBase58check(base58.encode(base58xrp.decode(text))) !== null;
}

/** A bare public key of 32 bytes, without any checksum. */
function isSolana(text: string): boolean {
  return (
    text.length >= 43 &&
    text.length <= 44 &&
    isMadeOf(text, BASE58_ALPHABET) &&
    base58.decode(text).length === 32
  );
}

function isMadeOf(text: string, alphabet: string): boolean {
  return [...text].every(character => alphabet.includes(character));
}
