import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBitcoinAddress } from './bitcoin-address.ts';
import { bip322MessageHash, toSpend } from './bip322.ts';
import { readSegwitAddress } from './bech32.ts';
import { hash256 } from './bitcoin-bytes.ts';
import { formatOf, isSignedBy, SIGNATURE_FORMATS } from './signed-message.ts';
import { HASHES, ONE_KEY, RIGHT, WRONG } from './testing/bip322-vectors.ts';

/** Bitcoin Core's tests have these. */
const CORE = {
  address: '15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs',
  message: 'Trust no one',
  signature: 'IPojfrX2dfPnH26UegfbGQQLrdK844DlHq5157/P6h57WyuS/Qsl+h/WSVGDF4MUi4rWSswW38oimDYfNNUBUOk=',
};
/** The documentation of web3.js has these. */
const EVM = {
  address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
  message: 'Some data',
  signature:
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
};

describe('BIP-322', () => {
  it.each(HASHES)(
    'the hashes for "$message" are those of the standard',
    ({ message, messageHash, toSpend: id }) => {
      expect(bytesToHex(bip322MessageHash(message))).toBe(messageHash);
      const spent = hash256(toSpend(message, readBitcoinAddress(ONE_KEY)!.script));
      expect(bytesToHex(spent.toReversed())).toBe(id);
    },
  );

  it.each(RIGHT)('$address has signed "$message"', ({ address, message, signature }) => {
    expect(formatOf(address, message, signature)).toBe('bip322');
    expect(isSignedBy('bip322', address, `${message} `, signature)).toBe(false);
  });

  it.each(WRONG)('$what is no signature', ({ address, message, signature }) => {
    expect(formatOf(address, message, signature)).toBeNull();
  });
});

it('what Bitcoin Core signs is verified, for that message and address alone', () => {
  const { address, message, signature } = CORE;
  expect(formatOf(address, message, signature)).toBe('bitcoin-message');
  expect(formatOf(address, 'Trust noone', signature)).toBeNull();
  expect(formatOf('11canuhp9X2NocwCq7xNrQYTmUgZAnLK3', message, signature)).toBeNull();
});

it('what an EVM wallet signs is verified, in any spelling of the address', () => {
  const { address, message, signature } = EVM;
  expect(formatOf(address, message, signature)).toBe('eip191');
  expect(formatOf(address.toLowerCase(), message, signature)).toBe('eip191');
  // The last byte as Ledger and others write it.
  expect(formatOf(address, message, `${signature.slice(0, -2)}01`)).toBe('eip191');
  expect(formatOf(address, 'some data', signature)).toBeNull();
  expect(formatOf(`${address.slice(0, -1)}4`, message, signature)).toBeNull();
});

it('one changed character of a signature is noticed', () => {
  const all = [CORE, EVM, ...RIGHT];
  for (const { address, message, signature } of all) {
    const format = formatOf(address, message, signature)!;
    // The header may be another that says the same; the last characters may hold no bits.
    for (let at = 6; at < signature.length - 3; at += 5) {
      const other = signature[at] === '1' ? '2' : '1';
      const changed = `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`;
      expect(isSignedBy(format, address, message, changed)).toBe(false);
    }
  }
});

it('nothing that strangers send is thrown', () => {
  const any = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.constantFrom(...[CORE, EVM, ...RIGHT].flatMap(({ address, signature }) => [address, signature])),
  );
  fc.assert(
    fc.property(any, fc.string(), any, (address, message, signature) => {
      for (const format of SIGNATURE_FORMATS) {
        expect(typeof isSignedBy(format, address, message, signature)).toBe('boolean');
      }
    }),
  );
});

/** Of BIP-173 and BIP-350. */
it.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
  ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', true],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
  // The other version's checksum.
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', false],
  // Mixed case, an invalid length, padding that is none.
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', false],
  ['bc1pw5dgrnzv', false],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', false],
  ['bc1gmk9yu', false],
])('%s is an address: %s', (address, isOne) => {
  expect(readSegwitAddress(address) !== null).toBe(isOne);
});
