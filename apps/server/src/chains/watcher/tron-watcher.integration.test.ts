import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import {
  FIRST_RECORDED,
  LAST_RECORDED,
  RECORDED,
  RecordedTronNode,
  recordedMove,
  recordedTransfer,
  type TronLie,
} from '../testing/recorded-tron-node.ts';
import { CONFIRMATIONS, TronWorld } from '../testing/tron-world.ts';

/** The recipients of recorded transfers. */
const BY_CALL = 'TT9K9z5kQ6sv79N8vkFcxWzETAM3LekdZY';
const ANN = 'TLaGjwhvA8XQYSxFAcAXy7Dvuue9eGYitv';
const BEN = 'TLntW9Z59LYY5KEi9cmwk3PKjQga828ird';
const CLEO = 'TGph8bRfN2rA1BtnX6haStVGFBmhvj9NpE';

const PLAIN = '3e5cb8d14a2063cdcd35510db2510c64da5df29b1293634ffe2895ce822c5d82';
const BY_CONTRACT = '590f6e3d62ca9d298a42edeaee14ee961e496821802e5d5ce647941e28598993';
const FAILED = 'e63a324a43aebfe41273db4f7fdfe325b2257b4f5711595a5fc0f8a75cf1b481';
const OF_TRX = '2389719608ed69f7ec3e72c1abb92acaa43b7175f3062f4ebc6e2e02cc82d0d2';

const key = (id: string, log = 0): string => `deposit:TRC20:${id}:${log}`;
const HONEST: TronLie = (_method, answer) => answer;
/** Of one kind of answer, some fields are other ones. */
const lieOf =
  (asked: string, change: (answer: never) => unknown): TronLie =>
  (method, answer) =>
    method === asked ? change(answer as never) : answer;

let world: TronWorld;
beforeEach(async () => {
  world = await TronWorld.start();
});
afterEach(() => world.close());

describe('the recorded blocks', () => {
  test('are read with the transfer that one of them contains', async () => {
    const source = world.source();
    expect(await source.identify()).toBe('tron:0x2b6653dc');
    const blocks = await source.scan(FIRST_RECORDED, LAST_RECORDED + 5, async keys => new Set(keys));
    expect(blocks.map(block => block.hash)).toEqual(RECORDED.chain.map(one => one.blockID));
    expect(blocks.flatMap(block => block.transfers)).toEqual([
      {
        transactionHash: 'caf54bbf4ac80176096913e8775f4678d7d67e2c4c398bb705a89eb13942705d',
        logIndex: 0,
        senderKey: 'TH7noSryFVEXmS59sNa13pqf9BvxWFQCCT',
        recipientKey: BY_CALL,
        currencyId: USDT,
        amount: 1_436_700_000n,
      },
    ]);
    for (const [at, block] of blocks.slice(1).entries()) expect(block.parentHash).toBe(blocks[at]!.hash);
    const [{ transfers: [transfer] } = { transfers: [] }] = blocks;
    expect(await source.doubt(transfer!, blocks[0]!)).toBeNull();
    expect(await source.doubt(transfer!, blocks[1]!)).toContain('not in that block');
    expect(await source.doubt({ ...transfer!, amount: 1n }, blocks[0]!)).toContain('something else');
    expect(await source.doubt({ ...transfer!, logIndex: 1 }, blocks[0]!)).toContain('something else');
  });

  test('are followed, and what comes after them is credited with its confirmations', async () => {
    const [dee, ann, ben, cleo] = [
      await world.customer(BY_CALL),
      await world.customer(ANN),
      await world.customer(BEN),
      await world.customer(CLEO),
    ];
    const watcher = world.watcher({ startAfterBlock: FIRST_RECORDED });
    expect(await watcher.tick()).toMatchObject({ state: 'following', scannedNumber: LAST_RECORDED });
    world.node.mine(
      [recordedMove(OF_TRX), recordedTransfer(), recordedMove(PLAIN)],
      [recordedMove(FAILED), recordedMove(BY_CONTRACT)],
    );
    await watcher.tick();
    expect(await world.rows(BY_CONTRACT)).toMatchObject([
      { log_index: 0, state: 'seen', amount: '1500000', sender: 'TEHwL3F2kpkJExYAZYziHGLFR2CR8Bq3bo' },
      { log_index: 1, state: 'seen', amount: '21000000000', customer_id: cleo },
    ]);
    expect(world.sink.history).toEqual([]);
    world.node.mineEmpty(1);
    await watcher.tick();
    expect(world.sink.history.toSorted()).toEqual(
      [`+${key(PLAIN)}`, `+${key(recordedTransfer().result.id)}`].toSorted(),
    );
    world.node.mineEmpty(1);
    expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 0, waitingReports: 0 });
    expect(world.sink.balances()).toEqual({
      [`${dee}/${USDT}`]: 1_436_700_000n,
      [`${ann}/${USDT}`]: 400_000_000n,
      [`${ben}/${USDT}`]: 1_500_000n,
      [`${cleo}/${USDT}`]: 21_000_000_000n,
    });
    await world.watcher().tick();
    expect(world.sink.calls).toBe(4);
  });
});

test('payments that are no deposits are not credited', async () => {
  await world.customer(ANN);
  await world.customer(BEN);
  const spam = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
  const { node } = world;
  const none = [
    node.payment([{ to: ANN, amount: 5_000_000n }], { outcome: 'REVERT' }),
    node.payment([{ to: ANN, amount: 5_000_000n }], { contract: spam }),
    node.payment([{ to: ANN, amount: 0n }]),
    node.payment([{ to: CLEO, amount: 5_000_000n }]),
  ];
  const small = node.payment([{ to: ANN, amount: 999_999n }]);
  const own = node.payment([{ to: ANN, amount: 5_000_000n, from: BEN }]);
  const huge = node.payment([{ to: ANN, amount: 2n ** 63n }]);
  const watcher = world.watcher();
  await watcher.tick();
  node.mine([...none, small, own, huge]);
  node.mineEmpty(CONFIRMATIONS);
  await watcher.tick();
  expect(world.sink.calls).toBe(0);
  for (const { result } of none) expect(await world.rows(result.id)).toEqual([]);
  expect(await world.rows(small.result.id)).toMatchObject([{ reason: 'below_minimum' }]);
  expect(await world.rows(own.result.id)).toMatchObject([{ reason: 'own_transfer' }]);
  expect(await world.rows(huge.result.id)).toMatchObject([{ reason: 'implausible_amount' }]);
});

describe('reorganisations', () => {
  test('before confirmation: a transfer in another block is credited once, with confirmations counted from there', async () => {
    const ann = await world.customer(ANN);
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)], []);
    await watcher.tick();
    world.node.fork(2);
    world.node.mine([], [], [recordedMove(PLAIN)]);
    await watcher.tick();
    expect(await world.rows(PLAIN)).toMatchObject([
      { state: 'seen', block_number: String(LAST_RECORDED + 3) },
    ]);
    world.node.mineEmpty(CONFIRMATIONS - 2);
    await watcher.tick();
    expect(world.sink.calls).toBe(0);
    world.node.mineEmpty(1);
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
  });

  test('after confirmation: taken back once, and credited again when it returns', async () => {
    const ann = await world.customer(ANN);
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(CONFIRMATIONS - 1);
    await watcher.tick();
    world.node.fork(CONFIRMATIONS);
    world.node.mineEmpty(CONFIRMATIONS);
    await watcher.tick();
    expect(world.sink.history).toEqual([`+${key(PLAIN)}`, `-${key(PLAIN)}`]);
    expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 0n });
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(CONFIRMATIONS - 1);
    await world.watcher().tick();
    expect(world.sink.history.slice(2)).toEqual([`+${key(PLAIN)}:2`]);
  });
});

describe('an unreliable node', () => {
  test.each([
    [403, 30],
    // An hour of them.
    [429, 1200],
    [503, 30],
  ])('that answers %i for %i blocks loses nothing', async (status, missed) => {
    const ann = await world.customer(ANN);
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.status = status;
    for (let turn = 1; turn <= 3; turn++) {
      expect(await watcher.tick()).toMatchObject({
        state: 'failing',
        failuresInARow: turn,
        lastError: `getblock failed: the node answered ${status}`,
      });
    }
    world.node.mineEmpty(missed);
    world.node.status = null;
    world.clock.nowMs += 3_600_000;
    while ((await watcher.tick()).state === 'catching_up');
    expect(watcher.health()).toMatchObject({ state: 'following', scannedNumber: world.node.headNumber });
    expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
  });

  test('that limits requests is read bit by bit', async () => {
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mineEmpty(30);
    let left = 0;
    world.node.onQuestion = () => (world.node.status = left-- > 0 ? null : 429);
    const reached: number[] = [];
    for (let turn = 0; turn < 10 && reached.at(-1) !== world.node.headNumber; turn++) {
      left = 16;
      reached.push((await watcher.tick()).scannedNumber!);
    }
    expect(reached).toEqual([7, 14, 21, 28, 30].map(read => LAST_RECORDED + read));
  });

  test('that lags behind what was read takes nothing back', async () => {
    await world.customer(ANN);
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)], [], []);
    await watcher.tick();
    world.node.lie = lieOf('getblock', () => RECORDED.chain.at(-1)!);
    expect(await world.watcher().tick()).toMatchObject({ state: 'failing' });
    world.node.lie = (method, answer, question) =>
      method === 'getblock' && question['id_or_num'] === undefined ? RECORDED.chain.at(-1)! : answer;
    expect((await watcher.tick()).failuresInARow).toBe(0);
    world.node.lie = HONEST;
    await watcher.tick();
    expect(world.sink.history).toEqual([`+${key(PLAIN)}`]);
  });

  test('whose results are those of a node that lags is asked again', async () => {
    const ann = await world.customer(ANN);
    const watcher = world.watcher();
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN), recordedMove(OF_TRX)]);
    world.node.mineEmpty(CONFIRMATIONS);
    for (const some of [[], {}, [{ ...recordedMove(OF_TRX).result, blockNumber: LAST_RECORDED + 1 }]]) {
      world.node.lie = lieOf('gettransactioninfobyblocknum', () => some);
      expect(await watcher.tick()).toMatchObject({
        state: 'failing',
        lastError: expect.stringContaining('does not tell exactly what the transactions'),
      });
    }
    world.node.lie = HONEST;
    await watcher.tick();
    expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
  });

  const block = 'getblock';
  const results = 'gettransactioninfobyblocknum';
  test.each<[string, string, (answer: never) => unknown]>([
    ['a block of another number', block, () => RECORDED.chain[0]],
    ['a header that is not of its id', block, (one: object) => ({ ...one, blockID: 'ab'.repeat(32) })],
    ['a block without its header', block, ({ blockID }: { blockID: string }) => ({ blockID })],
    ['no such block', block, () => ({})],
    ['text', block, () => 'block'],
    ['an error', block, () => ({ Error: 'class java.lang.Exception : it is away' })],
    ['results of another block', results, (all: object[]) => all.map(one => ({ ...one, blockNumber: 5 }))],
    ['results twice', results, (all: object[]) => [...all, ...all]],
    [
      'results of another transaction',
      results,
      (all: { blockNumber: number }[]) =>
        all.map(({ blockNumber }) => ({ id: 'ab'.repeat(32), blockNumber, receipt: {} })),
    ],
    ['no logs but text', results, (all: object[]) => all.map(one => ({ ...one, log: 'none' }))],
    [
      'more than 256 bits',
      results,
      (all: { log: object[] }[]) =>
        all.map(one => ({ ...one, log: one.log.map(log => ({ ...log, data: 'f'.repeat(65) })) })),
    ],
    [
      'a success of what failed by its block',
      block,
      (one: { transactions?: object[] }) => ({
        ...one,
        ...(one.transactions && {
          transactions: one.transactions.map(sent => ({ ...sent, ret: [{ contractRet: 'REVERT' }] })),
        }),
      }),
    ],
    [
      'other amounts only while it is scanned',
      results,
      (all: { log: object[] }[]) =>
        all.map(one => ({ ...one, log: one.log.map(log => ({ ...log, data: 'f'.padStart(64, '0') })) })),
    ],
  ])('that tells of %s: nothing is credited until it is honest', async (_what, method, change) => {
    const ann = await world.customer(ANN);
    const watcher = world.watcher({ minimumMinor: () => 1n });
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(CONFIRMATIONS);
    world.node.lie = (asked, answer, question) =>
      asked === method && !('id_or_num' in question && question['id_or_num'] === '0')
        ? change(answer as never)
        : answer;
    expect((await watcher.tick()).state).toBe('failing');
    expect(world.sink.calls).toBe(0);
    world.node.lie = HONEST;
    expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 0 });
    expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
  });

  test('of another chain is not read', async () => {
    const [shasta] = RECORDED.otherHeaders;
    world.node.lie = (method, answer, question) =>
      method === 'getblock' && question['id_or_num'] === '0' ? shasta : answer;
    expect(await world.watcher().tick()).toMatchObject({
      state: 'failing',
      lastError: expect.stringContaining(`begins with ${shasta!.blockID}`),
    });
  });
});

describe('witness nodes', () => {
  test('must agree before anything is credited', async () => {
    const ann = await world.customer(ANN);
    await world.watcher().tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(CONFIRMATIONS);
    const witness = await RecordedTronNode.start(world.node);
    try {
      const watcher = world.watcher({ witnesses: [witness.url] });
      const info = 'gettransactioninfobyid';
      const lies: TronLie[] = [
        lieOf(info, () => ({})),
        lieOf(info, (one: object) => ({ ...one, result: 'FAILED' })),
        lieOf(info, (one: object) => ({ ...one, receipt: { result: 'REVERT' } })),
        lieOf(info, (one: object) => ({ ...one, blockNumber: LAST_RECORDED })),
        lieOf(info, (one: object) => ({ ...one, log: [] })),
        lieOf(info, (one: object) => ({ ...one, id: 'ab'.repeat(32) })),
        (method, answer, { detail }) => (method === 'getblock' && detail === true ? {} : answer),
        (method, answer, { detail }) =>
          method === 'getblock' && detail === true ? { ...(answer as object), transactions: [] } : answer,
        (method, answer, { id_or_num: number }) =>
          method === 'getblock' && number === '0' ? RECORDED.otherHeaders[0] : answer,
      ];
      for (const lie of lies) {
        witness.lie = lie;
        expect(await watcher.tick()).toMatchObject({ state: 'following', doubted: 1 });
      }
      witness.lie = HONEST;
      witness.status = 429;
      expect(await watcher.tick()).toMatchObject({ doubted: 1 });
      expect(world.sink.calls).toBe(0);
      witness.status = null;
      expect(await watcher.tick()).toMatchObject({ doubted: 0 });
      expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
    } finally {
      await witness.close();
    }
  });

  test('stop a node that is on a branch of its own, or invents blocks, before it leads far', async () => {
    const ann = await world.customer(ANN);
    const witness = await RecordedTronNode.start(world.node);
    try {
      const watcher = world.watcher({ witnesses: [witness.url], startAfterBlock: FIRST_RECORDED });
      expect(await watcher.tick()).toMatchObject({ scannedNumber: LAST_RECORDED });
      world.node.fork(1);
      world.node.mineEmpty(100);
      witness.mineEmpty(30);
      const branched = expect.stringContaining('witness 1 has another block');
      expect(await watcher.tick()).toMatchObject({ state: 'failing', lastError: branched });
      const { scannedNumber } = watcher.health();
      expect(scannedNumber).toBeLessThan(LAST_RECORDED + 25);
      expect(await watcher.tick()).toMatchObject({ state: 'failing', lastError: branched, scannedNumber });
      // It comes back to the chain, on which somebody paid meanwhile.
      witness.mine([recordedMove(PLAIN)]);
      witness.mineEmpty(CONFIRMATIONS);
      world.node.become(witness);
      expect(await watcher.tick()).toMatchObject({ state: 'following' });
      expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
    } finally {
      await witness.close();
    }
  });

  test('must not have a block any more before its credits are taken back', async () => {
    const ann = await world.customer(ANN);
    await world.watcher().tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(CONFIRMATIONS);
    const witness = await RecordedTronNode.start(world.node);
    try {
      const watcher = world.watcher({ witnesses: [witness.url] });
      await watcher.tick();
      // Blocks without a credit are replaced every day, whatever a witness has.
      world.node.fork(1);
      world.node.mineEmpty(2);
      expect(await watcher.tick()).toMatchObject({ state: 'following' });
      for (const node of [world.node, witness]) node.fork(node === witness ? 1 : 5);
      world.node.mineEmpty(5);
      const contested = `the node replaced block ${LAST_RECORDED + 1}, which witness 1 still has`;
      expect(await watcher.tick()).toMatchObject({ state: 'failing', lastError: contested });
      witness.status = 429;
      expect(await watcher.tick()).toMatchObject({ state: 'failing' });
      expect(world.sink.balances()).toEqual({ [`${ann}/${USDT}`]: 400_000_000n });
      witness.status = null;
      witness.fork(4);
      expect(await watcher.tick()).toMatchObject({ state: 'following' });
      expect(world.sink.history).toEqual([`+${key(PLAIN)}`, `-${key(PLAIN)}`]);
    } finally {
      await witness.close();
    }
  });

  test('one that tells only final blocks holds a deposit until its block is final', async () => {
    await world.customer(ANN);
    const watcher = world.watcher({ witnesses: [`${world.node.url}/walletsolidity`] });
    await watcher.tick();
    world.node.mine([recordedMove(PLAIN)]);
    world.node.mineEmpty(18);
    expect(await watcher.tick()).toMatchObject({ doubted: 1 });
    world.node.mineEmpty(1);
    expect(await watcher.tick()).toMatchObject({ doubted: 0 });
    expect(world.sink.history).toEqual([`+${key(PLAIN)}`]);
  });
});
