import { bech32 } from '@scure/base';
import { decodeBase58check } from './encodings.ts';

/** Relatives of Bitcoin, recognised by the version byte. */
const VERSIONS: Readonly<Record<number, string>> = { 0x30: 'Litecoin', 0x32: 'Litecoin' };
const PREFIXES: Readonly<Record<string, string>> = {
  ltc: 'Litecoin',
  bnb: 'BNB Beacon Chain',
  cosmos: 'Cosmos',
};

/** Name of a well-known chain without a network here whose valid address the text is, so that the customer can be told. */
export function recogniseOtherChain(text: string): string | null {
  if (/^bitcoincash:[qp][0-9a-z]{41}$/.test(text)) return 'Bitcoin Cash';
  const version = decodeBase58check(text)?.[0];
  if (version !== undefined) return VERSIONS[version] ?? null;
  const prefix = bech32.decodeUnsafe(text)?.prefix;
  return prefix === undefined ? null : (PREFIXES[prefix] ?? null);
}
