import { USDT } from '@tallystick/protocol/currency-ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  RECORDED,
  RecordedTronNode,
  USDT_CONTRACT,
  recordedMove,
  recordedTransfer,
} from '../testing/recorded-tron-node.ts';
import { TronPayouts } from './tron-payouts.ts';
import { TronRpc } from './tron-rpc.ts';
import { TRON_GENESIS } from './tron-source.ts';

const BY_CONTRACT = '590f6e3d62ca9d298a42edeaee14ee961e496821802e5d5ce647941e28598993';
const FAILED = 'e63a324a43aebfe41273db4f7fdfe325b2257b4f5711595a5fc0f8a75cf1b481';
const OF_TRX = '2389719608ed69f7ec3e72c1abb92acaa43b7175f3062f4ebc6e2e02cc82d0d2';
const CLEO = 'TGph8bRfN2rA1BtnX6haStVGFBmhvj9NpE';
const BEN = 'TLntW9Z59LYY5KEi9cmwk3PKjQga828ird';

let node: RecordedTronNode;
let payouts: TronPayouts;
beforeEach(async () => {
  node = await RecordedTronNode.start();
  payouts = new TronPayouts({
    rpc: new TronRpc(node.url),
    genesis: TRON_GENESIS,
    tokens: [{ currencyId: USDT, contract: USDT_CONTRACT }],
    confirmations: 20,
    ledgerDecimals: () => 6,
  });
});
afterEach(() => node.close());

const check = (transactionId: string, address: string, amountMinor: bigint) =>
  payouts.verify({ transactionId, address, currencyId: USDT, amountMinor });

test('the recorded transfer pays exactly what it paid, with its confirmations', async () => {
  const { id } = recordedTransfer().result;
  const address = 'TT9K9z5kQ6sv79N8vkFcxWzETAM3LekdZY';
  expect(await check(id, address, 1_436_700_000n)).toEqual({
    state: 'confirmed',
    confirmations: 20,
    logIndexes: [0],
  });
  for (const [to, amount] of [
    [address, 1_436_700_001n],
    [CLEO, 1_436_700_000n],
  ] as const) {
    expect(await check(id, to, amount)).toEqual({
      state: 'different',
      paid: [{ address, currencyId: USDT, amount: 1_436_700_000n, decimals: 6 }],
    });
  }
});

test('one of several, by a contract, is found at its place', async () => {
  node.mine([recordedMove(BY_CONTRACT)]);
  expect(await check(BY_CONTRACT, CLEO, 21_000_000_000n)).toEqual({
    state: 'included',
    confirmations: 1,
    logIndexes: [1],
  });
  const twice = node.payment([5n, 6n, 5n].map(amount => ({ to: BEN, amount })));
  node.mine([twice]);
  expect(await check(twice.result.id, BEN, 5n)).toMatchObject({ logIndexes: [0, 2] });
});

test('unknown, waiting, included, and final', async () => {
  const move = node.payment([{ to: CLEO, amount: 7n }]);
  const state = async () => (await check(move.result.id, CLEO, 7n)).state;
  expect(await state()).toBe('unknown');
  node.waiting.push(move.transaction);
  expect(await state()).toBe('pending');
  node.waiting.pop();
  node.mine([move]);
  expect(await state()).toBe('included');
  node.mineEmpty(18);
  expect(await state()).toBe('included');
  node.mineEmpty(1);
  expect(await state()).toBe('confirmed');
});

test('what failed, or pays something else, pays nothing', async () => {
  const otherToken = node.payment([{ to: CLEO, amount: 7n }], {
    contract: 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  });
  node.mine([recordedMove(FAILED), recordedMove(OF_TRX), otherToken]);
  expect(await check(FAILED, CLEO, 7n)).toEqual({ state: 'failed' });
  expect(await check(OF_TRX, CLEO, 7n)).toEqual({ state: 'different', paid: [] });
  expect(await check(otherToken.result.id, CLEO, 7n)).toEqual({ state: 'different', paid: [] });
});

test('by its block it failed, whatever the result says', async () => {
  const move = node.payment([{ to: CLEO, amount: 7n }]);
  node.mine([{ ...move, transaction: { ...move.transaction, ret: [{ contractRet: 'REVERT' }] } }]);
  expect(await check(move.result.id, CLEO, 7n)).toEqual({ state: 'failed' });
});

test('whose block was just replaced is waiting again', async () => {
  const move = node.payment([{ to: CLEO, amount: 7n }]);
  node.mine([move]);
  node.lie = (method, answer) =>
    method === 'getblock' ? { ...(answer as object), transactions: [] } : answer;
  expect(await check(move.result.id, CLEO, 7n)).toEqual({ state: 'pending' });
});

test('is not judged by an unreachable node, one of another chain, or an answer about another transaction', async () => {
  const move = node.payment([{ to: CLEO, amount: 7n }]);
  node.mine([move]);
  node.lie = (method, answer, question) =>
    method === 'getblock' && question['id_or_num'] === '0' ? RECORDED.otherHeaders[0] : answer;
  await expect(check(move.result.id, CLEO, 7n)).rejects.toThrow('chain begins with');
  node.lie = (method, answer) =>
    method === 'gettransactioninfobyid' ? { ...(answer as object), id: 'ab'.repeat(32) } : answer;
  await expect(check(move.result.id, CLEO, 7n)).rejects.toThrow('asked for');
  node.status = 503;
  await expect(check(move.result.id, CLEO, 7n)).rejects.toThrow('the node answered 503');
});
