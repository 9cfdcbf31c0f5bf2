import { beforeEach, describe, expect, it } from 'vitest';
import { FileTurns, type FileKind } from './file-turns.ts';

const here = new AbortController().signal;

let nowMs = 0;
let turns: FileTurns;
let ended: number[];
beforeEach(() => {
  turns = new FileTurns(() => nowMs);
  ended = [];
});

async function* endless(customerId: number): AsyncGenerator<string> {
  try {
    for (;;) yield 'x';
  } finally {
    ended.push(customerId);
  }
}

/** Starts a file and reads its first chunk. */
async function begin(customerId: number, kind: FileKind) {
  const chunks = await turns.hold(customerId, kind, here, async () => endless(customerId));
  const reading = chunks[Symbol.asyncIterator]();
  await reading.next();
  return reading;
}

const several = (from: number, count: number, kind: FileKind) =>
  Promise.all(Array.from({ length: count }, (_, i) => begin(from + i, kind)));

describe('files over all customers', () => {
  it('are limited to 8 of PDF and 32 of tables; the next is refused until one is finished', async () => {
    const pdfs = await several(1, 8, 'pdf');
    await expect(begin(100, 'pdf')).rejects.toMatchObject({ code: 'busy', status: 503 });
    await several(200, 32, 'table');
    await expect(begin(300, 'table')).rejects.toMatchObject({ code: 'busy' });
    await pdfs[3]!.return?.();
    await begin(100, 'pdf');
    await expect(begin(101, 'pdf')).rejects.toMatchObject({ code: 'busy' });
  });

  it('once all places are taken, end when nobody reads on or reading takes too long', async () => {
    const pdfs = await several(1, 7, 'pdf');
    nowMs += 31_000;
    for (const one of pdfs.slice(1)) await one.next();
    await begin(8, 'pdf');
    expect(ended).toEqual([]);
    await begin(9, 'pdf');
    expect(ended).toEqual([1]);
    await expect(pdfs[0]!.next()).rejects.toThrow('nobody read on');
    // The others are still read, so each keeps its place for two minutes.
    await expect(begin(10, 'pdf')).rejects.toMatchObject({ code: 'busy' });
    nowMs += 60_000;
    for (const one of pdfs.slice(1)) await one.next();
    nowMs += 29_000;
    for (const one of pdfs.slice(1)) await one.next();
    await begin(10, 'pdf');
    await begin(11, 'pdf');
    await begin(12, 'pdf');
    expect(ended).toHaveLength(4);
  });

  it('tell the file’s writer when nobody wants it any more', async () => {
    let wanted: AbortSignal | undefined;
    const first = turns.hold(1, 'pdf', here, async gone => {
      wanted = gone;
      await new Promise(resolve => gone.addEventListener('abort', resolve));
      throw new Error('ended');
    });
    const failed = first.catch((error: unknown) => error);
    await expect(begin(1, 'table')).rejects.toMatchObject({ code: 'statement_busy' });
    nowMs += 31_000;
    await begin(1, 'table');
    expect(await failed).toMatchObject({ message: 'ended' });
    expect(wanted?.aborted).toBe(true);
    await expect(begin(1, 'table')).rejects.toMatchObject({ code: 'statement_busy' });
  });
});
