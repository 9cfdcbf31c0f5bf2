import { expect, test } from 'vitest';
import { RECORDED, USDT_CONTRACT } from '../testing/recorded-tron-node.ts';
import { result } from './tron-schemas.ts';
import { TronTransfers, tronAddress } from './tron-transfers.ts';

const usdt = new TronTransfers([{ currencyId: 3, contract: USDT_CONTRACT }]);

test('the recorded results hold the transfers that explorers show for them', () => {
  const shown = RECORDED.results.flatMap(recorded =>
    usdt
      .of(result.parse(recorded))
      .map(one => [
        recorded.id.slice(0, 6),
        one.logIndex,
        tronAddress(one.from),
        tronAddress(one.to),
        one.amount,
      ]),
  );
  expect(shown).toEqual([
    ['3e5cb8', 0, 'TYGjwWR9qhmGuTbCdGvgoM5Yv7rZPeC2yx', 'TLaGjwhvA8XQYSxFAcAXy7Dvuue9eGYitv', 400_000_000n],
    ['590f6e', 0, 'TEHwL3F2kpkJExYAZYziHGLFR2CR8Bq3bo', 'TLntW9Z59LYY5KEi9cmwk3PKjQga828ird', 1_500_000n],
    [
      '590f6e',
      1,
      'TEHwL3F2kpkJExYAZYziHGLFR2CR8Bq3bo',
      'TGph8bRfN2rA1BtnX6haStVGFBmhvj9NpE',
      21_000_000_000n,
    ],
    ['b69c51', 0, 'TJoaVSdktrnndU4dmKm33SWMKoXt4LLFbU', 'TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn', 3_500_000n],
  ]);
});

const [plain] = RECORDED.results;
const [log] = plain!.log!;

test('a log’s address may have the network’s byte', () => {
  const logs = [{ ...log!, address: `41${log!.address}`.toUpperCase() }];
  expect(usdt.of(result.parse({ ...plain, log: logs }))).toHaveLength(1);
});

test.each<[string, object]>([
  ['of a transaction that failed', { result: 'FAILED' }],
  ['of a call that was reverted', { receipt: { result: 'REVERT' } }],
  ['of another token', { log: [{ ...log!, address: 'ab'.repeat(20) }] }],
  ['of nothing', { log: [{ ...log!, data: '0'.repeat(64) }] }],
  ['without an amount', { log: [{ address: log!.address, topics: log!.topics }] }],
  ['that is another event', { log: [{ ...log!, topics: ['ab'.repeat(32), ...log!.topics.slice(1)] }] }],
  [
    'to what is no address',
    { log: [{ ...log!, topics: [...log!.topics.slice(0, 2), `${'0'.repeat(22)}41${'ab'.repeat(20)}`] }] },
  ],
])('a log %s is no transfer', (_what, change) => {
  expect(usdt.of(result.parse({ ...plain, ...change }))).toEqual([]);
});

test('a contract that is no address of TRON is refused', () => {
  expect(
    () => new TronTransfers([{ currencyId: 3, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }]),
  ).toThrow('is no address of TRON');
});
