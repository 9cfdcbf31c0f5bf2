import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBitcoin } from './bitcoin.ts';
import { BITCOIN_NETWORKS, type BitcoinNetwork } from './bitcoin-networks.ts';
import { addressOfScript } from './bitcoin-script.ts';

const script = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

test.each<[BitcoinNetwork, string, string]>([
  // BIP-173, BIP-350, and the first address of Bitcoin.
  ['main', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'main',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  ],
  [
    'main',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ['main', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  // From litecoind.
  [
    'litecoin-regtest',
    '0014e13d686c1f5be45bbc327056185ae20c98bf4e89',
    'rltc1quy7ksmqlt0j9h0pjwptpskhzpjvt7n5fe94h4r',
  ],
])('%s: %s is %s', (network, hex, address) => {
  expect(addressOfScript(script(hex), BITCOIN_NETWORKS[network])).toBe(address);
});

test.each([
  '',
  '6a146f6d6e69000000000000001f0000000005f5e100',
  // One byte less, one more, another version, another last opcode.
  '0014751e76e8199196d454941c45d1b3a323f1433b',
  '0014751e76e8199196d454941c45d1b3a323f1433bd600',
  '5214751e76e8199196d454941c45d1b3a323f1433bd6',
  '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ad',
  // MWEB.
  '5920a3d62c28150caacb314fcdbab8c13bf4b6cbde3e6561ae12fc1dfd9dfaad91c3',
])('%s is no address', hex => {
  expect(addressOfScript(script(hex), BITCOIN_NETWORKS.main)).toBeNull();
});

const hashOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes });
const scripts = fc.oneof(
  hashOf(20).map(hash => Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac])),
  hashOf(20).map(hash => Uint8Array.from([0xa9, 20, ...hash, 0x87])),
  hashOf(20).map(hash => Uint8Array.from([0, 20, ...hash])),
  hashOf(32).map(hash => Uint8Array.from([0, 32, ...hash])),
  hashOf(32).map(hash => Uint8Array.from([0x51, 32, ...hash])),
);

test('each script has an address of its own network, and of no other', () => {
  const names = Object.keys(BITCOIN_NETWORKS) as BitcoinNetwork[];
  fc.assert(
    fc.property(scripts, fc.constantFrom(...names), (one, name) => {
      const address = addressOfScript(one, BITCOIN_NETWORKS[name])!;
      expect(decodeBitcoin(address, BITCOIN_NETWORKS[name])).toMatchObject({ state: 'address', address });
      if (name !== 'main') expect(decodeBitcoin(address)?.state).not.toBe('address');
      else expect(decodeBitcoin(address, BITCOIN_NETWORKS.regtest)?.state).not.toBe('address');
    }),
  );
});
