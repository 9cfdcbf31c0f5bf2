import { openCheckpoint, verifyGrowth } from '@tallystick/verify';
import { includes } from '@tallystick/verify/evidence';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, OLD_KEY, ORIGIN, TestPriceLog } from './testing/test-price-log.ts';

const NEW_KEY = Buffer.alloc(32, 2);

let fixture: TestPriceLog;
beforeEach(async () => {
  fixture = await TestPriceLog.create();
});
afterEach(() => fixture.close());

describe('checkpoints', () => {
  it('are signed once per state, and verify with the published key', async () => {
    const log = await fixture.open();
    await expect(log.reader.checkpoint()).rejects.toMatchObject({ code: 'not_yet_signed' });
    await fixture.writer.write(300);
    await log.turn();
    const checkpoint = await log.reader.checkpoint();
    const opened = openCheckpoint(checkpoint.note, await keysOf(log));
    expect(opened).toMatchObject({
      ok: true,
      checkpoint: { origin: ORIGIN, size: 300, root: checkpoint.root },
    });
    const { ticks } = await log.reader.ticks(300, 1);
    expect(ticks[0]?.hash).toBe(checkpoint.tick_hash);
    expect(log.publisher.state).toBe('signing');
    await log.turn();
    expect((await log.reader.checkpoints(1e9, 10)).items).toHaveLength(1);
  });

  it('continue after a restart and catch up in several batches', async () => {
    await fixture.writer.write(10);
    const first = await fixture.open();
    await first.turn();
    const seen = await first.reader.checkpoint();
    await fixture.writer.write(12_000);
    const second = await fixture.open();
    expect(second.publisher.state).toBe('catching_up');
    await second.turn();
    const newest = await second.reader.checkpoint();
    expect(newest.size).toBe(12_010);
    const { hashes } = await second.reader.consistency(seen.size, newest.size);
    expect(verifyGrowth(seen.note, newest.note, hashes, await keysOf(second))).toBe(null);
  });

  it('prove any tick and any growth', async () => {
    const log = await fixture.open();
    const sizes: number[] = [];
    for (const count of [1, 2, 254, 300, 1, 700]) {
      await fixture.writer.write(count);
      await log.turn();
      sizes.push(fixture.writer.number);
    }
    const keys = await keysOf(log);
    const pairs = fc.tuple(fc.constantFrom(...sizes), fc.constantFrom(...sizes), fc.nat());
    await fc.assert(
      fc.asyncProperty(pairs, async ([a, b, nat]) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const [earlier, later] = await Promise.all([log.reader.checkpoint(from), log.reader.checkpoint(to)]);
        const growth = await log.reader.consistency(from, to);
        expect(verifyGrowth(earlier.note, later.note, growth.hashes, keys)).toBe(null);
        const number = (nat % to) + 1;
        const inclusion = await log.reader.inclusion(number, to);
        const opened = openCheckpoint(later.note, keys);
        const hash = inclusion.tick_hash;
        expect(opened.ok && includes(opened.checkpoint, { number, hash }, inclusion.hashes)).toBe(true);
        const elsewhere = { number: (number % to) + 1, hash };
        expect(to > 1 && opened.ok && includes(opened.checkpoint, elsewhere, inclusion.hashes)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it('are found by size: the first that covers it', async () => {
    const log = await fixture.open();
    for (const count of [10, 20]) {
      await fixture.writer.write(count);
      await log.turn();
    }
    expect((await log.reader.checkpoint(1)).size).toBe(10);
    expect((await log.reader.checkpoint(10)).size).toBe(10);
    expect((await log.reader.checkpoint(11)).size).toBe(30);
    await expect(log.reader.checkpoint(31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    await expect(log.reader.inclusion(31, 31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    await expect(log.reader.consistency(10, 31)).rejects.toMatchObject({ code: 'not_yet_signed' });
    expect((await log.reader.checkpoints(30, 10)).items.map(one => one.size)).toEqual([10]);
  });
});

describe('changing the key', () => {
  it('signs with both for a time, so that clients with the old key learn the new one', async () => {
    await fixture.writer.write(5);
    const before = await fixture.open();
    await before.turn();
    const [old] = await keysOf(before);
    await fixture.writer.write(5);
    const between = await fixture.open({ keys: [NEW_KEY, OLD_KEY] });
    await between.turn();
    const { note } = await between.reader.checkpoint();
    const { keys } = await between.reader.keys();
    expect(keys.map(key => [key.active, key.first_size])).toEqual([
      [true, 10],
      [true, 5],
    ]);
    const fresh = { name: ORIGIN, publicKey: keys[0]!.public_key };
    expect(openCheckpoint(note, [old!])).toMatchObject({ ok: true });
    expect(openCheckpoint(note, [fresh])).toMatchObject({ ok: true });
    await fixture.writer.write(5);
    const after = await fixture.open({ keys: [NEW_KEY] });
    await after.turn();
    const last = await after.reader.checkpoint();
    expect(openCheckpoint(last.note, [old!])).toEqual({ ok: false, problem: 'unknown_key' });
    expect((await after.reader.keys()).keys.map(key => key.active)).toEqual([true, false]);
  });
});
