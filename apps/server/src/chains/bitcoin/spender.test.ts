import { expect, test } from 'vitest';
import { BITCOIN_MAIN } from '../addresses/bitcoin-networks.ts';
import { spenderOf } from './spender.ts';
import type { BitcoinInput } from './transaction.ts';

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');
/** The generator point: the key of the examples in BIP-173. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const LONG_KEY =
  '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
const SIGNATURE = '30'.repeat(71);
const KEY_HASH = '751e76e8199196d454941c45d1b3a323f1433bd6';

function input(script: string, ...witness: readonly string[]): BitcoinInput {
  const previous = { transactionId: 'ab'.repeat(32), index: 0 };
  return { previous, script: hex(script), witness: witness.map(hex) };
}

test.each<[string, BitcoinInput, string | null]>([
  ['P2WPKH', input('', SIGNATURE, KEY), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  // The script of BIP-173's example: the key, and OP_CHECKSIG.
  [
    'P2WSH',
    input('', SIGNATURE, `21${KEY}ac`),
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ],
  ['P2PKH', input(`47${SIGNATURE}21${KEY}`), '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH'],
  ['P2PKH, long key', input(`47${SIGNATURE}41${LONG_KEY}`), '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm'],
  ['P2WPKH within P2SH', input(`160014${KEY_HASH}`, SIGNATURE, KEY), '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN'],
  ['a single piece, as of taproot', input('', '00'.repeat(64)), null],
  ['nothing', input(''), null],
  ['a script that does more than push', input('76'), null],
  ['a push beyond the end', input('4cff00'), null],
])('%s', (_kind, one, address) => {
  expect(spenderOf(one, BITCOIN_MAIN)).toBe(address);
});
