import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { RECORDED, idOf, type RecordedHeader } from '../testing/recorded-tron-node.ts';
import { header } from './tron-schemas.ts';
import { TRON_GENESIS } from './tron-source.ts';

const all = [RECORDED.genesis, ...RECORDED.chain, ...RECORDED.otherHeaders];

test.each(all.map(one => [one.blockID, one] as const))('the header of %s gives its id', (id, recorded) => {
  expect(idOf(recorded.block_header.raw_data)).toBe(id);
  expect(header.parse(recorded)).toMatchObject({ hash: id });
});

test('the main network is the one that begins with the known block', () => {
  expect(RECORDED.genesis.blockID).toBe(TRON_GENESIS);
});

test('the recorded blocks follow one another', () => {
  expect(RECORDED.chain).toHaveLength(20);
  for (const [at, { block_header: head }] of RECORDED.chain.slice(1).entries()) {
    expect(head.raw_data.parentHash).toBe(RECORDED.chain[at]!.blockID);
  }
});

test('the recorded transactions are in their block, and have the ids of what was signed', () => {
  expect(RECORDED.transactions).toHaveLength(2);
  for (const { block, index, proof, transaction } of RECORDED.transactions) {
    const recorded = RECORDED.chain.find(one => one.block_header.raw_data.number === block)!;
    expect(rootBy(leafOf(transaction), index, proof)).toBe(recorded.block_header.raw_data.txTrieRoot);
    expect(bytesToHex(sha256(hexToBytes(transaction.raw_data_hex)))).toBe(transaction.txID);
  }
});

test.each<[string, Partial<RecordedHeader['block_header']['raw_data']>]>([
  ['its number', { number: 79_729_219 }],
  ['its parent', { parentHash: 'ab'.repeat(32) }],
  ['its transactions', { txTrieRoot: 'ab'.repeat(32) }],
  ['its producer', { witness_address: `41${'ab'.repeat(20)}` }],
  ['its time', { timestamp: 1_769_852_034_001 }],
  ['its version', { version: 31 }],
])('a header that lies about %s is refused', (_what, change) => {
  const { blockID, block_header: honest } = RECORDED.chain[0]!;
  const lie = { blockID, block_header: { raw_data: { ...honest.raw_data, ...change } } };
  expect(header.safeParse(lie).error?.issues[0]?.message).toContain(`it is not ${blockID}`);
});

test.each<[string, object]>([
  ['a negative number', { number: -1 }],
  ['a number beyond exact ones', { number: 2 ** 53 }],
  ['text instead of bytes', { txTrieRoot: 'x' }],
  ['half a byte', { witness_address: '411' }],
  ['a parent of another length', { parentHash: 'ab' }],
])('a header with %s is refused', (_what, change) => {
  const { blockID, block_header: honest } = RECORDED.chain[0]!;
  const broken = { blockID, block_header: { raw_data: { ...honest.raw_data, ...change } } };
  expect(header.safeParse(broken).success).toBe(false);
});

/** A transaction's leaf is the hash of its protobuf: what was signed, the signatures, and that it succeeded. */
function leafOf(transaction: (typeof RECORDED.transactions)[number]['transaction']): Uint8Array {
  const signed = hexToBytes(transaction.raw_data_hex);
  const { signature } = transaction as unknown as { signature: readonly string[] };
  const signatures = signature.map(one => concatBytes(Uint8Array.from([0x12, 65]), hexToBytes(one)));
  const size = signed.length < 128 ? [signed.length] : [(signed.length % 128) + 128, signed.length >> 7];
  return sha256(
    concatBytes(Uint8Array.from([0x0a, ...size]), signed, ...signatures, Uint8Array.from([0x2a, 2, 0x18, 1])),
  );
}

function rootBy(leaf: Uint8Array, index: number, proof: readonly string[]): string {
  let [node, place] = [leaf, index];
  for (const sibling of proof) {
    const pair = place % 2 === 0 ? [node, hexToBytes(sibling)] : [hexToBytes(sibling), node];
    node = sha256(concatBytes(...pair));
    place >>= 1;
  }
  return bytesToHex(node);
}
