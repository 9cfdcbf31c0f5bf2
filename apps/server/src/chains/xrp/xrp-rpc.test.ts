import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { XRP } from '@tallystick/protocol/currency-ids';
import { XrpCustody } from '../custody/xrp-custody.ts';
import { xrpSlot } from '../custody/xrp-transaction.ts';
import { XrpTestLedger } from '../testing/xrp-ledger.ts';
import { NATIVE_TRANSFER } from '../watcher/chain-source.ts';
import { XrpPayouts } from './xrp-payouts.ts';
import { XrpRpc } from './xrp-rpc.ts';
import { XrpSource } from './xrp-source.ts';

const HOT = 'rwiZ3q3D3QuG4Ga2HyGdq3kPKJRGctVG8a';
const UNKNOWN = 'AB'.repeat(32);

let node: XrpTestLedger;
let rpc: XrpRpc;
beforeEach(async () => {
  node = await XrpTestLedger.start();
  node.open(HOT, 10_000_000n);
  node.close();
  rpc = new XrpRpc(node.url);
});
afterEach(() => node.stop());

const all = () => Promise.resolve(new Set([`${HOT}:7`, `${HOT}:8`]));
const scan = () => new XrpSource({ rpc, witnesses: [] }).scan(node.newest, node.newest, all);

describe('a question', () => {
  test('is answered with null when there is no such thing', async () => {
    expect([
      await rpc.header(node.newest + 1),
      await rpc.ledger(node.newest + 1),
      await rpc.transaction(UNKNOWN),
      await rpc.account('rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd'),
    ]).toEqual([null, null, null, null]);
  });

  test.each([
    ['nonsense', 'nonsense', 'something that is no result'],
    ['another shape', '{"result":{"status":"success"}}', 'server_info was answered with nonsense at "info"'],
    ['a refusal', '{"result":{"error":"slowDown","status":"error"}}', 'server_info failed: slowDown'],
    ['an address in a refusal', '{"result":{"error":"http://x/secret-key"}}', 'server_info failed: refused'],
  ])('that is answered with %s fails, and says nothing of the address', async (_what, body, message) => {
    const server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const asked = new XrpRpc(`http://127.0.0.1:${port}/secret-key`).server();
      const error: unknown = await asked.catch((reason: unknown) => reason);
      expect(String(error)).toContain(message);
      expect(String(error)).not.toContain('secret-key');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  test('that is not answered, or with a fault, fails', async () => {
    node.down = true;
    await expect(rpc.server()).rejects.toThrow('server_info failed: the node answered 503');
    await expect(new XrpRpc('http://127.0.0.1:1/secret-key').server()).rejects.toThrow(
      'server_info failed: no answer',
    );
  });

  test('of another network’s node is refused; without a number it is the production one', async () => {
    node.networkId = 1;
    await expect(rpc.server()).rejects.toThrow('the node is on network 1, not on 0');
    node.networkId = undefined;
    expect(await rpc.server()).toMatchObject({
      networkId: 0,
      reserveBase: 1_000_000n,
      reserveEach: 200_000n,
    });
  });

  test('about one thing that is answered with another is refused', async () => {
    const id = node.pay(HOT, 5n, 7);
    node.close();
    node.lie = (method, result) =>
      method === 'tx' ? { ...result, hash: UNKNOWN } : method === 'ledger' ? ledgerOf(result) : result;
    await expect(rpc.transaction(id)).rejects.toThrow(`the node gave ${UNKNOWN}`);
    await expect(rpc.header(node.newest)).rejects.toThrow(`the node gave ${node.newest + 1}`);
  });

  test('about a ledger that is not validated has no answer', async () => {
    node.lie = (_method, result) => ({ ...result, validated: false });
    expect(await rpc.header(node.newest)).toBeNull();
    await expect(rpc.head()).rejects.toThrow('not validated');
  });
});

function ledgerOf(result: Readonly<Record<string, unknown>>) {
  return { ...result, ledger: { ...(result['ledger'] as object), ledger_index: node.newest + 1 } };
}

describe('a payment to a tag of ours', () => {
  test('is found in its ledger, with what was delivered and not what was written', async () => {
    const whole = node.pay(HOT, 5_000_000n, 7);
    const part = node.pay(HOT, 1_000_000_000n, 8, 3n);
    node.close();
    const [block] = await scan();
    const common = { logIndex: NATIVE_TRANSFER, currencyId: XRP, senderKey: expect.any(String) };
    expect(block?.transfers).toEqual([
      { ...common, transactionHash: whole, recipientKey: `${HOT}:7`, amount: 5_000_000n },
      { ...common, transactionHash: part, recipientKey: `${HOT}:8`, amount: 3n },
    ]);
  });

  test('is none without a tag, or with one that is nobody’s', async () => {
    node.pay(HOT, 5n, null);
    node.pay(HOT, 5n, 9);
    node.close();
    expect((await scan())[0]?.transfers).toEqual([]);
  });

  test.each([
    ['a token', { delivered_amount: { currency: 'USD', issuer: HOT, value: '5' } }],
    ['an amount nobody knows', { delivered_amount: 'unavailable' }],
    ['a failed payment', { TransactionResult: 'tecPATH_PARTIAL' }],
  ])('is none that delivers %s', async (_what, meta) => {
    node.pay(HOT, 5n, 7);
    node.close();
    node.lie = (method, result) => (method === 'ledger' ? withMeta(result, meta) : result);
    expect((await scan())[0]?.transfers).toEqual([]);
  });

  test('is doubted when a node says something else of it', async () => {
    node.pay(HOT, 5n, 7);
    node.close();
    const [block] = await scan();
    const [transfer] = block!.transfers;
    const witness = await XrpTestLedger.start();
    try {
      const source = new XrpSource({ rpc, witnesses: [rpc] });
      expect(await source.doubt(transfer!, block!)).toBeNull();
      expect(await source.doubt({ ...transfer!, recipientKey: `${HOT}:8` }, block!)).toContain(
        'something else',
      );
      expect(await source.doubt({ ...transfer!, amount: 6n }, block!)).toContain('something else');
      const other = new XrpSource({ rpc, witnesses: [new XrpRpc(witness.url)] });
      expect(await other.doubt(transfer!, block!)).toBe(
        `witness 1: ledger ${block!.number} is not ${block!.hash}`,
      );
      expect(await other.opinions(block!.number)).toEqual([{ hash: null }]);
      witness.down = true;
      expect(await other.doubt(transfer!, block!)).toContain('witness 1 cannot be asked');
    } finally {
      await witness.stop();
    }
  });
});

function withMeta(result: Readonly<Record<string, unknown>>, meta: object) {
  const ledger = result['ledger'] as { transactions: { meta: object }[] };
  const transactions = ledger.transactions.map(one => ({ ...one, meta: { ...one.meta, ...meta } }));
  return { ...result, ledger: { ...ledger, transactions } };
}

describe('a payout', () => {
  const payouts = () => new XrpPayouts({ rpc, ledgerDecimals: () => 6 });
  const wanted = { address: HOT, currencyId: XRP, amountMinor: 5n };

  test('is checked by address, tag and what was delivered', async () => {
    const transactionId = node.pay(HOT, 5n, 7);
    node.close();
    const state = async (change: object) =>
      (await payouts().verify({ ...wanted, transactionId, memo: '7', ...change })).state;
    expect(await state({})).toBe('confirmed');
    expect(await state({ memo: null })).toBe('different');
    expect(await state({ memo: '8' })).toBe('different');
    expect(await state({ amountMinor: 4n })).toBe('different');
    expect(await state({ address: 'rUeEBYXHo8vF86Rqir3zWGRQ84W9efdAQd' })).toBe('different');
    expect(await state({ transactionId: UNKNOWN })).toBe('unknown');
  });

  test('is none that only a part of was delivered', async () => {
    const transactionId = node.pay(HOT, 5n, 7, 4n);
    node.close();
    const check = await payouts().verify({ ...wanted, transactionId, memo: '7' });
    expect(check).toMatchObject({ state: 'different', paid: [{ amount: 4n }] });
  });
});

describe('whether a sequence number is taken', () => {
  const custody = () => new XrpCustody({ rpc, hot: HOT, cold: [], witnesses: [] });

  test('is certain only some ledgers later, and with all ledgers in between', async () => {
    const after = node.newest;
    const taken = xrpSlot(HOT, node.sequenceOf(HOT) - 1, after);
    const free = xrpSlot(HOT, node.sequenceOf(HOT), after);
    node.close(16);
    expect(await custody().isTaken(taken)).toBe(false);
    node.close();
    expect([await custody().isTaken(taken), await custody().isTaken(free)]).toEqual([true, false]);
    node.keptFrom = after + 2;
    node.close(2);
    await expect(custody().isTaken(taken)).rejects.toThrow('the node lacks ledgers');
  });
});
