import { describe, expect, it } from 'vitest';
import { chained, newSigner, ORIGIN, SampleLog } from '@tallystick/verify/testing/sample-log';
import { tickBody } from '@tallystick/verify/testing/sample-proof';
import type { LogTrust } from '#lib/log-trust.ts';
import { compareHeads, type Comparison, type ShownHead } from './compare.ts';

const NOW_MS = 1_770_000_000_000;
const bodies = Array.from({ length: 30 }, (_, i) => tickBody(1, 100_000_000 + i, 1_760_000_000_000 + i));
const signer = newSigner();
const log = new SampleLog(chained(bodies), signer);

function head(of: SampleLog, size: number): ShownHead {
  return {
    note: of.checkpoint(size).note,
    keys: of.signers.map(({ key }) => key.publicKey),
    origin: ORIGIN,
  };
}

function look(seen: LogTrust | null, of: SampleLog, size: number): Promise<Comparison> {
  const growth = (from: number, to: number) => Promise.resolve(from === to ? [] : of.consistency(from, to));
  return compareHeads(seen, head(of, size), growth, NOW_MS);
}

async function seenAt(size: number, of = log): Promise<LogTrust> {
  const first = await look(null, of, size);
  if (first.kind !== 'first') throw new Error(first.kind);
  return first.trust;
}

describe('a device that has seen the log', () => {
  it('keeps what it sees first', async () => {
    expect(await seenAt(10)).toMatchObject({
      origin: ORIGIN,
      size: 10,
      keys: [signer.key.publicKey],
      comparedAtMs: null,
    });
  });

  it.each([10, 11, 30])('goes on with a log of %i that continues it', async size => {
    const found = await look(await seenAt(10), log, size);
    expect(found).toMatchObject({ kind: 'same', trust: { size, comparedAtMs: NOW_MS } });
  });

  it('notices a log that was rewritten, by whom it may be signed', async () => {
    const rewritten = new SampleLog(
      chained(bodies.map((body, i) => (i === 5 ? { ...body, price_e8: 7 } : body))),
      signer,
    );
    for (const size of [10, 20, 30]) {
      const found = await look(await seenAt(10), rewritten, size);
      expect(found).toEqual({ kind: 'alarm', problem: 'not_consistent' });
    }
  });

  it('notices a log that became shorter', async () => {
    expect(await look(await seenAt(20), log, 19)).toEqual({ kind: 'alarm', problem: 'shorter' });
  });

  it('notices another key, also for the same ticks', async () => {
    const other = new SampleLog(log.ticks, newSigner());
    expect(await look(await seenAt(10), other, 20)).toEqual({ kind: 'alarm', problem: 'unknown_key' });
  });

  it('learns a new key from a head that both have signed', async () => {
    const next = newSigner();
    const both = await look(await seenAt(10), new SampleLog(log.ticks, next, signer), 20);
    if (both.kind !== 'same') throw new Error(both.kind);
    expect(both.trust.keys).toEqual([signer.key.publicKey, next.key.publicKey]);
    const alone = await look(both.trust, new SampleLog(log.ticks, next), 30);
    expect(alone.kind).toBe('same');
  });

  it('does not take a text for a head', async () => {
    const shown = { ...head(log, 10), note: 'hello\n\n' };
    const found = await compareHeads(await seenAt(10), shown, () => Promise.resolve([]), NOW_MS);
    expect(found).toEqual({ kind: 'alarm', problem: 'unreadable' });
  });
});
