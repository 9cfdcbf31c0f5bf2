import { newSigner } from '@tallystick/verify/testing/sample-log';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { subproof } from '@tallystick/verify/testing/tree';
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
    expect(await look(forked, 300)).toMatchObject({ result: 'refused', status: 409, evidence: 'fork' });
    expect(await look(forked, 600)).toMatchObject({ result: 'refused', status: 422, evidence: 'polled' });
    expect(one.witness.seen(PUBLIC_ORIGIN)!.size).toBe(300);
  });

  it('accuses nobody when it was sent a head while it looked', async () => {
    const proof = (from: number, to: number) => subproof(from, log.leaves.slice(0, to), true);
    for (const [size, sent] of [
      [300, 300],
      [500, 600],
    ] as const) {
      await one.restartEmpty();
      await look(log, 200);
      files = log.files(size);
      let pushed: Promise<unknown> | null = null;
      const busy = await serveFiles(() => {
        // It has looked at what was seen, and now fetches tiles.
        const isTile = files !== null && one.witness.seen(PUBLIC_ORIGIN)!.size === 200;
        if (isTile && asked++ === 1) {
          pushed = one.witness.add({ old: 200, proof: proof(200, sent), note: log.checkpoint(sent) });
        }
        return files;
      });
      let asked = 0;
      try {
        expect(await pollLog(one.witness, busy.url)).toMatchObject({ result: 'unchanged', evidence: null });
        expect(await pushed).toMatchObject({ status: 200 });
      } finally {
        await busy.close();
      }
    }
  });

  it('keeps it when the log was signed shorter, and later', async () => {
    await look(log, 300);
    files = log.files(200, log.checkpointAt(200, 1_760_000_400_000));
    const polled = await pollLog(one.witness, server.url);
    expect(polled).toMatchObject({ result: 'refused', origin: PUBLIC_ORIGIN, size: 200, evidence: 'back' });
  });

  it('fetches nothing more for a head that no key of the log has signed, and no long tiles', async () => {
    await look(log, 300);
    const asked: string[] = [];
    const stranger = newSigner(PUBLIC_ORIGIN);
    files = log.files(600, log.checkpoint(600, stranger));
    const odd = await serveFiles(
      () => files,
      name => void asked.push(name),
    );
    try {
      const polled = await pollLog(one.witness, odd.url);
      expect(polled).toMatchObject({ result: 'refused', origin: null, status: 403 });
      expect(asked).toEqual(['checkpoint']);
      files = new Map([...log.files(600), ['tile/0/001', Buffer.alloc(8_193)]]);
      await expect(pollLog(one.witness, odd.url)).rejects.toThrow('too long');
    } finally {
      await odd.close();
    }
  });

  it('waits for no log longer than it may', async () => {
    const busy = await serveFiles(
      () => files,
      () => true,
      '60',
    );
    try {
      const startedAt = performance.now();
      await expect(pollLog(one.witness, busy.url, AbortSignal.timeout(50))).rejects.toThrow(
        'does not answer',
      );
      expect(performance.now() - startedAt).toBeLessThan(30_000);
    } finally {
      await busy.close();
    }
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
