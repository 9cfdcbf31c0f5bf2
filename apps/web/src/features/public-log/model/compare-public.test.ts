import { describe, expect, it } from 'vitest';
import { COSIGNATURE, verifierKeyOf } from '@tallystick/verify/note';
import { newSigner } from '@tallystick/verify/testing/sample-log';
import {
  cosign,
  PUBLIC_ORIGIN,
  SamplePublicLog,
  sampleRecords,
} from '@tallystick/verify/testing/sample-public-log';
import { subproof } from '@tallystick/verify/testing/tree';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { comparePublic, type ShownPublicHead } from './compare-public.ts';

const NOW_MS = 1_770_000_000_000;
const log = new SamplePublicLog(sampleRecords(40));
const forked = new SamplePublicLog(sampleRecords(40, 'b'.repeat(64)), log.signer);
const witnesses = ['a', 'b', 'c'].map(name => newSigner(`witness.example/${name}`));
const named = witnesses.map(({ key }) => verifierKeyOf(key, COSIGNATURE));

/** The log's head of a size, signed by so many witnesses. */
function noteOf(of: SamplePublicLog, size: number, count: number): string {
  const note = of.checkpoint(size);
  return (
    note +
    witnesses
      .slice(0, count)
      .map(one => cosign(note, one, 1_770_000_000))
      .join('')
  );
}

function look(
  seen: PublicLogTrust | null,
  newest: string,
  others: Partial<ShownPublicHead> & { readonly of?: SamplePublicLog } = {},
) {
  const { of = log, ...rest } = others;
  const shown = {
    origin: PUBLIC_ORIGIN,
    keys: [log.signer.key.publicKey],
    newest,
    trusted: null,
    witnesses: named,
    need: 2,
    ...rest,
  };
  const growth = (from: number, to: number) =>
    Promise.resolve(
      subproof(from, of.leaves.slice(0, to), true).map(hash => Buffer.from(hash).toString('hex')),
    );
  return comparePublic(seen, shown, growth, NOW_MS);
}

async function seenAt(size: number, need = 2): Promise<PublicLogTrust> {
  const { trust } = await look(null, noteOf(log, size, 3), { need });
  if (trust === null) throw new Error('nothing is trusted');
  return trust;
}

describe('a device that has seen the public log', () => {
  it('keeps what enough witnesses have signed, and goes on with it', async () => {
    expect(await look(null, noteOf(log, 10, 2))).toMatchObject({
      kind: 'first',
      cosigned: 2,
      trust: { size: 10, need: 2, witnesses: named, comparedAtMs: null },
    });
    expect(await look(await seenAt(10), noteOf(log, 30, 2))).toMatchObject({
      kind: 'same',
      trust: { size: 30, comparedAtMs: NOW_MS },
    });
  });

  it('waits while too few have signed, and takes the newest that enough have', async () => {
    expect(await look(null, noteOf(log, 10, 1))).toMatchObject({ kind: 'waiting', cosigned: 1, trust: null });
    const waits = await look(await seenAt(10), noteOf(log, 30, 1), { trusted: noteOf(log, 20, 2) });
    expect(waits).toMatchObject({ kind: 'same', cosigned: 1, trust: { size: 20 } });
    const nothing = await look(await seenAt(10), noteOf(log, 30, 1), { trusted: noteOf(log, 20, 1) });
    expect(nothing).toMatchObject({ kind: 'waiting', trust: null });
  });

  it('counts the witnesses it knows, whomever the exchange names later', async () => {
    const stranger = newSigner('witness.example/z');
    const note = log.checkpoint(30);
    const bought = note + cosign(note, stranger, 1);
    const others = { witnesses: [verifierKeyOf(stranger.key, COSIGNATURE)], need: 1 };
    expect(await look(await seenAt(10), bought, others)).toMatchObject({ kind: 'waiting', cosigned: 0 });
    expect(await look(await seenAt(10), note, { witnesses: [], need: 0 })).toMatchObject({ kind: 'waiting' });
  });

  it('notices a log that was rewritten, by whom it may be signed', async () => {
    for (const [size, count] of [
      [10, 3],
      [30, 3],
      [30, 0],
    ] as const) {
      const found = await look(await seenAt(10), noteOf(forked, size, count), { of: forked });
      expect(found).toMatchObject({ kind: 'alarm', problem: 'not_consistent', trust: null });
    }
    const behind = { of: forked, trusted: noteOf(log, 20, 3) };
    expect(await look(await seenAt(10), noteOf(forked, 30, 1), behind)).toMatchObject({ kind: 'alarm' });
  });

  it('notices two heads of one answer that do not belong together', async () => {
    // The newest goes on from what was seen, and so does the one with witnesses, but not to the newest.
    const branch = [...sampleRecords(10), ...sampleRecords(40, 'b'.repeat(64)).slice(10)];
    const branched = new SamplePublicLog(branch, log.signer);
    for (const [seen, size] of [
      [await seenAt(10), 20],
      [await seenAt(15), 12],
    ] as const) {
      const others = { trusted: noteOf(branched, size, 2) };
      expect(await look(seen, noteOf(log, 30, 1), others)).toMatchObject({ problem: 'not_consistent' });
    }
    for (const trusted of [noteOf(branched, 20, 2), noteOf(branched, 20, 0)]) {
      const found = await look(null, noteOf(log, 30, 1), { trusted });
      expect(found).toMatchObject({ kind: 'alarm', problem: 'not_consistent', trust: null });
    }
    // The witnesses may have signed between the two looks at them.
    const later = await look(await seenAt(10), noteOf(log, 20, 1), { trusted: noteOf(log, 30, 2) });
    expect(later).toMatchObject({ kind: 'same', trust: { size: 30 } });
  });

  it('says of the newest head what is signed', async () => {
    const found = await look(await seenAt(10), noteOf(log, 30, 1));
    expect(found.newest).toMatchObject({ size: 30, atMs: 1_760_000_030_000 });
    expect((await look(null, 'hello')).newest).toBeNull();
  });

  it('takes over witnesses from when there are some', async () => {
    const before = { ...(await seenAt(10, 0)), witnesses: [], need: 0 };
    const found = await look(before, noteOf(log, 30, 2));
    expect(found).toMatchObject({ kind: 'same', trust: { size: 30, need: 2, witnesses: named } });
    // Not while they have not signed.
    expect(await look(before, noteOf(log, 30, 1))).toMatchObject({
      trust: { size: 30, need: 0, witnesses: [] },
    });
    // Their newest head serves, too, where the log's own newest is always ahead of them.
    const ahead = await look(before, noteOf(log, 30, 0), { trusted: noteOf(log, 20, 2) });
    expect(ahead).toMatchObject({ kind: 'same', trust: { size: 20, need: 2, witnesses: named } });
  });

  it('takes over only what asks for more of its own', async () => {
    const own = { ...(await seenAt(10)), witnesses: named.slice(0, 2), need: 1 };
    const all = noteOf(log, 30, 3);
    expect((await look(own, all, { need: 2 })).trust).toMatchObject({ need: 2, witnesses: named });
    const strangers = ['x', 'y'].map(name => newSigner(`witness.example/${name}`));
    const bought = [...named.slice(0, 2), ...strangers.map(({ key }) => verifierKeyOf(key, COSIGNATURE))];
    const note = all + strangers.map(one => cosign(all, one, 1)).join('');
    for (const others of [
      // Two strangers are enough of them.
      { witnesses: bought, need: 2 },
      // One of its own is missing.
      { witnesses: named.slice(1), need: 2 },
      { witnesses: named, need: 1 },
    ]) {
      expect((await look(own, note, others)).trust).toMatchObject({ need: 1, witnesses: named.slice(0, 2) });
    }
  });

  it('notices a shorter log, another key and a forged witness', async () => {
    expect(await look(await seenAt(20), noteOf(log, 19, 3))).toMatchObject({ problem: 'shorter' });
    const other = new SamplePublicLog(sampleRecords(30));
    const keys = [other.signer.key.publicKey];
    expect(await look(await seenAt(10), noteOf(other, 20, 3), { keys })).toMatchObject({
      problem: 'unknown_key',
    });
    const forged = log.checkpoint(20) + cosign(log.checkpoint(19), witnesses[0]!, 1);
    expect(await look(await seenAt(10), forged)).toMatchObject({ problem: 'wrong_signature' });
    expect(await look(await seenAt(10), 'hello')).toMatchObject({ problem: 'unreadable' });
  });

  it('needs no witnesses where there are none', async () => {
    expect(await look(await seenAt(10, 0), log.checkpoint(20), { need: 0 })).toMatchObject({
      kind: 'same',
      cosigned: 0,
      trust: { size: 20 },
    });
  });
});
