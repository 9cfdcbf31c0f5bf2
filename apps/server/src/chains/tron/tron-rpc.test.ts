import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, pipeline } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LAST_RECORDED, RECORDED, RecordedTronNode, recordedMove } from '../testing/recorded-tron-node.ts';
import { TronRpc } from './tron-rpc.ts';

const PLAIN = '3e5cb8d14a2063cdcd35510db2510c64da5df29b1293634ffe2895ce822c5d82';
const FAILED = 'e63a324a43aebfe41273db4f7fdfe325b2257b4f5711595a5fc0f8a75cf1b481';

let node: RecordedTronNode;
beforeEach(async () => {
  node = await RecordedTronNode.start();
});
afterEach(() => node.close());

describe('a question', () => {
  test('goes to the path of the API that the address names', async () => {
    for (const path of ['', '/', '/wallet', '/wallet/', '/walletsolidity'])
      await new TronRpc(node.url + path).head();
    expect(node.asked.map(one => one.path)).toEqual(
      ['wallet', 'wallet', 'wallet', 'wallet', 'walletsolidity'].map(api => `/${api}/getblock`),
    );
  });

  test('carries the key of this node, if it has one', async () => {
    await new TronRpc(node.url, 'hunter2').head();
    await new TronRpc(node.url).head();
    expect(node.asked.map(one => one.headers['tron-pro-api-key'])).toEqual(['hunter2', undefined]);
  });

  test('is answered with null when there is no such thing', async () => {
    const rpc = new TronRpc(node.url);
    expect([
      await rpc.header(LAST_RECORDED + 1),
      await rpc.block(LAST_RECORDED + 1),
      await rpc.result(PLAIN),
      await rpc.isWaiting(PLAIN),
      await rpc.results(LAST_RECORDED + 1),
    ]).toEqual([null, null, null, false, []]);
  });
});

test('results are read as the node gave them', async () => {
  node.mine([recordedMove(PLAIN), recordedMove(FAILED)]);
  const rpc = new TronRpc(node.url);
  const transfer = {
    id: PLAIN,
    blockNumber: LAST_RECORDED + 1,
    failed: false,
    logs: [
      {
        address: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          '0x000000000000000000000000f4a3aa3c52cdc41e3c1a7b8f7493ae1164ee7f07',
          '0x0000000000000000000000007452f02038a6039b730c7ec929a3380ff1b4a6e7',
        ],
        data: '0x0000000000000000000000000000000000000000000000000000000017d78400',
      },
    ],
  };
  const failed = { id: FAILED, blockNumber: LAST_RECORDED + 1, failed: true, logs: [] };
  expect(await rpc.results(LAST_RECORDED + 1)).toEqual([transfer, failed]);
  expect(await rpc.result(PLAIN)).toEqual(transfer);
  expect(await rpc.block(LAST_RECORDED + 1)).toMatchObject({
    hash: node.head.blockID,
    parentHash: RECORDED.chain.at(-1)!.blockID,
    transactions: [
      { id: PLAIN, succeeded: true },
      { id: FAILED, succeeded: false },
    ],
  });
});

describe('an error never holds the address or the key', () => {
  const asked = async (url: string): Promise<string> => {
    const failure = await new TronRpc(url, 'hunter2').head().then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toHaveProperty('cause');
    const { message } = failure as Error;
    for (const secret of ['secret-in-path', 'hunter2']) expect(message).not.toContain(secret);
    return message;
  };

  test('when the node refuses, tells an error, or repeats the key', async () => {
    node.status = 429;
    expect(await asked(node.url)).toBe('getblock failed: the node answered 429');
    node.status = null;
    node.lie = () => ({ Error: `class java.lang.Exception : ${'hunter2 '.repeat(100)}` });
    expect(await asked(node.url)).toContain('class java.lang.Exception : … …');
    node.lie = () => ({ blockID: 'hunter2' });
    expect(await asked(node.url)).toContain('answered with nonsense at "blockID"');
  });

  test('when nobody is there', async () => {
    const gone = await RecordedTronNode.start();
    await gone.close();
    expect(await asked(gone.url)).toBe('getblock failed: ECONNREFUSED');
  });

  test.each<[string, RequestListener, string]>([
    ['no JSON', (_, response) => response.end('<html>'), 'something that is no JSON'],
    [
      'another address',
      (_, response) => response.writeHead(307, { location: `${node.url}/wallet/getblock` }).end(),
      'no answer',
    ],
    ['half an answer', (_, response) => response.write('{', () => response.socket?.destroy()), ''],
    [
      'too long',
      (_, response) => {
        const part = Buffer.alloc(1024 * 1024, ' ');
        // A third more than is read.
        pipeline(Readable.from(Array.from({ length: 85 }, () => part)), response, () => {});
      },
      'longer than 67108864 bytes',
    ],
  ])('when the answer is %s', async (_what, answer, expected) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await asked(`http://127.0.0.1:${port}/secret-in-path`)).toContain(expected);
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
});
