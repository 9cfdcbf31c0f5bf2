import { describe, expect, test } from 'vitest';
import { readBlock } from './block.ts';

/** Block 0 of Bitcoin, as every node gives it. */
const GENESIS =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c' +
  '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';
/** The one of litecoind's regtest at which MWEB begins: a coinbase, coins that go in, and what carries them on. */
const MWEB_START =
  '00000020e87075f8b2b59cd64b0b158a76892b4e50fd0848ff4ce140a749faa82c453b3e81f2f0f594118f73623a6cbecca90da51cbf78d46c4ebe585529320600cbe95a5bd3056bffff7f2001000000' +
  '03020000000001010000000000000000000000000000000000000000000000000000000000000000ffffffff0502b0010101ffffffff02140b824a00000000160014e13d686c1f5be45bbc327056185ae20c98bf4e890000000000000000266a24aa21a9edaec20183ed570c32e3efe50bb48c9bd442ccb6880458a9d6c6b56018917903ae0120000000000000000000000000000000000000000000000000000000000000000000000000' +
  '02000000000101911118e3757591ed9ca602e354cf0b6864139ed08bb605dc789db55d873e408f0000000000feffffff0128fd804a00000000225920a3d62c28150caacb314fcdbab8c13bf4b6cbde3e6561ae12fc1dfd9dfaad91c30247304402203b908d1c06bbd1580ad7049af6fb7750872785ab51f53c35d2817b0bf4500cb302202c3384adf37f2f8ae39906419a467d5642a1b48930f7fb88c1301a010752b3d1012103e745531477decd8ead5c76c1a47d17f743b1cbfae30eb482ff74878798e5d690af010000' +
  '0200000000080122b9bd5fe4b501617b51f510499eb3ab8172ba4edd909da14c1262877dd2e88c0000000000ffffffff01eced804a00000000225820aa08956e251f95a8ede96b832e46efe9a563dc81e2f635a940e5e9e13a3dc9e90000000000' +
  // The beginning of MWEB's own part, which is not read.
  '01823044cff04fff41f2';

const read = (hex: string) => readBlock(Buffer.from(hex, 'hex'));
const replaced = (from: string, to: string): string => {
  expect(MWEB_START).toContain(from);
  return MWEB_START.replace(from, to);
};

describe('a block', () => {
  test('is named by its own bytes', async () => {
    const { hash, parentHash, transactions } = await read(GENESIS);
    expect(hash).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
    expect(parentHash).toBe('0'.repeat(64));
    expect(transactions).toMatchObject([
      {
        id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        isCoinbase: true,
        outputs: [{ amount: 5_000_000_000n }],
      },
    ]);
  });

  test('with MWEB has the transactions the node names', async () => {
    const { hash, transactions } = await read(MWEB_START);
    expect(hash).toBe('e17740d0bf94657838dd1ac6a12bccb0a61d05c05fe9dcbec55c8f365306a550');
    expect(transactions.map(one => one.id)).toEqual([
      '49f70cf23975545936cd2c1ccf329f9c8cdb18140243a35babb40579687a3698',
      '8ce8d27d8762124ca19d90dd4eba7281abb39e4910f5517b6101b5e45fbdb922',
      '2523fe59318067b2bb6e656cd518459f8be7c9bc9161c1118242f49c79ca54c0',
    ]);
    expect(transactions[1]?.outputs).toMatchObject([{ amount: 1_249_967_400n }]);
    expect(transactions.map(one => one.isCoinbase)).toEqual([true, false, false]);
  });

  test.each<[string, string, string]>([
    ['an amount', replaced('28fd804a', '29fd804a'), 'not those of the block'],
    ['a script', replaced('160014e13d', '160014e13e'), 'not those of the block'],
    ['a witness', replaced('2103e745', '2103e746'), 'the witnesses are not those of the block'],
    ['the reserved value', replaced('0120000000', '0120000001'), 'the witnesses are not those of the block'],
    ['flags', replaced('020000000008', '020000000018'), 'unknown flags'],
    ['a number of transactions', replaced('0302000000', 'fe020000ff'), 'beyond the end'],
    ['its end', MWEB_START.slice(0, 700), ''],
    ['everything', '00', 'too early'],
  ])('is refused when %s differs', async (_what, hex, message) => {
    await expect(read(hex)).rejects.toThrow(RangeError);
    await expect(read(hex)).rejects.toThrow(message);
  });

  test('without the witnesses it promises is refused', async () => {
    const coinbase = replaced('020000000001010000', '02000000010000').replace(
      '0120000000000000000000000000000000000000000000000000000000000000000000000000',
      '00000000',
    );
    await expect(read(coinbase)).rejects.toThrow('without the witnesses');
  });

  test('that repeats its last transaction is refused, though its root is the same', async () => {
    const [head, ...parts] = split(MWEB_START);
    const twice = [head!.replace(/03$/, '04'), ...parts, parts.at(-1)!].join('');
    await expect(read(twice)).rejects.toThrow('repeats its end');
  });
});

/** The header with the number of transactions, and each transaction. */
function split(block: string): string[] {
  const at = [0, 162, 162 + 340, 162 + 340 + 406, 162 + 340 + 406 + 194];
  return at.slice(0, -1).map((from, n) => block.slice(from, at[n + 1]));
}
