import { newSigner } from '@tallystick/verify/testing/sample-log';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pollLog } from './poll.ts';
import { serveFiles, type StaticServer } from './testing/static-server.ts';
import { TestWitness } from './testing/test-witness.ts';

const log = new SamplePublicLog(sampleRecords(600));
const forked = new SamplePublicLog(sampleRecords(600, 'b'.repeat(64)), log.signer);
let files: ReadonlyMap<string, Uint8Array>;
let server: StaticServer;
let one: TestWitness;

beforeAll(async () => {
  server = await serveFiles(() => files);
});
afterAll(() => server.close());
beforeEach(async () => {
  one = await TestWitness.start([log.signer.key]);
});
afterEach(() => one.close());

function look(of: SamplePublicLog, size: number) {
  files = of.files(size);
  return pollLog(one.witness, server.url);
}

describe('a witness that looks by itself', () => {
  it('cosigns what has grown, by the proof that it works out from the tiles', async () => {
    for (const size of [3, 256, 257, 513, 600]) {
      expect(await look(log, size)).toMatchObject({ result: 'cosigned', origin: PUBLIC_ORIGIN, size });
      expect(await look(log, size)).toMatchObject({ result: 'unchanged' });
    }
    expect(await look(log, 300)).toMatchObject({ result: 'behind', size: 300 });
  });

  it('takes a full tile for a short one that is gone', async () => {
    await look(log, 3);
    files = new Map([...log.files(600), ['checkpoint', log.files(200).get('checkpoint')!]]);
    expect(await pollLog(one.witness, server.url)).toMatchObject({ result: 'cosigned', size: 200 });
  });

  it('refuses a forked log, of the same size and of a larger one', async () => {
    await look(log, 300);
    expect(await look(forked, 300)).toMatchObject({ result: 'refused', status: 409 });
    expect(await look(forked, 600)).toMatchObject({ result: 'refused', status: 422 });
    expect(one.witness.seen(PUBLIC_ORIGIN)!.size).toBe(300);
  });

  it('finds one byte changed in a tile that it needs', async () => {
    await look(log, 300);
    const right = log.files(600);
    for (const name of ['tile/0/001', 'tile/0/002.p/88', 'tile/1/000.p/2']) {
      files = new Map([...right, [name, right.get(name)!.map((byte, at) => (at === 5 ? byte ^ 1 : byte))]]);
      expect(await pollLog(one.witness, server.url)).toMatchObject({ result: 'refused', status: 422 });
    }
    files = new Map([...right].filter(([name]) => name !== 'tile/0/001'));
    await expect(pollLog(one.witness, server.url)).rejects.toThrow('has no tile/0/001');
  });

  it('watches only the logs it was told', async () => {
    const other = new SamplePublicLog(sampleRecords(3), newSigner('other.example'), 'other.example');
    expect(await look(other, 3)).toMatchObject({ result: 'refused', status: 404 });
    files = new Map([['checkpoint', Buffer.from('hello')]]);
    expect(await pollLog(one.witness, server.url)).toMatchObject({ result: 'refused', status: 400 });
    files = new Map();
    await expect(pollLog(one.witness, server.url)).rejects.toThrow('has no checkpoint');
    await expect(pollLog(one.witness, 'http://127.0.0.1:1')).rejects.toThrow('does not answer');
  });
});
