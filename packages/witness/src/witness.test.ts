import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MOST_PROOF_LINES, MOST_REQUEST_BYTES } from '@tallystick/verify/add-checkpoint';
import { cosignersOf } from '@tallystick/verify/cosignature';
import { readNote } from '@tallystick/verify/note';
import { newSigner } from '@tallystick/verify/testing/sample-log';
import { PUBLIC_ORIGIN, SamplePublicLog, sampleRecords } from '@tallystick/verify/testing/sample-public-log';
import { subproof } from '@tallystick/verify/testing/tree';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { originHash } from './serve.ts';
import { emptyState, State } from './state.ts';
import { TestWitness } from './testing/test-witness.ts';

const log = new SamplePublicLog(sampleRecords(40));
const forked = new SamplePublicLog(sampleRecords(40, 'b'.repeat(64)), log.signer);
/** It has as many public heads as anybody could want. */
const longer = new SamplePublicLog(sampleRecords(150), log.signer);
let one: TestWitness;

beforeEach(async () => {
  one = await TestWitness.start([log.signer.key]);
});
afterEach(() => one.close());

function proof(from: number, to: number, of = log): Uint8Array[] {
  return subproof(from, of.leaves.slice(0, to), true);
}

/** What was kept of refusals. */
async function refused(): Promise<string[]> {
  return (await readdir(`${one.state}.refused`).catch(() => [])).toSorted();
}

function isCosigned(note: string, line: string): boolean {
  return cosignersOf(readNote(note + line)!, [one.key.key])?.length === 1;
}

describe('a witness that is sent checkpoints', () => {
  it('cosigns a log that grows, and says what it has seen', async () => {
    const first = await one.ask(0, log.checkpoint(7));
    expect([first.status, isCosigned(log.checkpoint(7), first.text)]).toEqual([200, true]);
    const next = await one.ask(7, log.checkpoint(20), proof(7, 20));
    expect([next.status, isCosigned(log.checkpoint(20), next.text)]).toEqual([200, true]);
    const shown = await (await fetch(`${one.url}/${originHash(PUBLIC_ORIGIN)}/checkpoint`)).text();
    expect(shown).toBe(log.checkpoint(20) + next.text);
    expect(await (await fetch(one.url)).text()).toContain(`${PUBLIC_ORIGIN}\n  size 20, root `);
  });

  it('signs the same checkpoint again, at the later time', async () => {
    await one.ask(0, log.checkpoint(7));
    one.nowMs += 60_000;
    const { text } = await one.ask(7, log.checkpoint(7));
    const [cosigner] = cosignersOf(readNote(log.checkpoint(7) + text)!, [one.key.key])!;
    expect(cosigner!.atMs).toBe(one.nowMs);
  });

  it('says how far it has seen when it is asked from elsewhere', async () => {
    await one.ask(0, log.checkpoint(7));
    for (const [old, size] of [
      [0, 20],
      [6, 20],
      [8, 20],
      [0, 7],
    ] as const) {
      const answer = await one.ask(old, log.checkpoint(size), old === 0 ? [] : proof(old, size));
      expect(answer).toEqual({ status: 409, type: 'text/x.tlog.size', text: '7\n' });
    }
  });

  it('refuses a forked log, and keeps the proof of it', async () => {
    await one.ask(0, log.checkpoint(20));
    expect(await one.ask(20, forked.checkpoint(20))).toMatchObject({ status: 409, text: '20\n' });
    expect((await one.ask(20, forked.checkpoint(30), proof(20, 30, forked))).status).toBe(422);
    const kept = await refused();
    expect(kept.map(name => name.split('-')[0])).toEqual(['fork', 'sent']);
    const text = await readFile(path.join(`${one.state}.refused`, kept[0]!), 'utf8');
    expect(text).toContain(log.checkpoint(20));
    expect(text).toContain(forked.checkpoint(20));
    expect(text).toMatch(/^old 20$/m);
    // The log itself may go on.
    expect((await one.ask(20, log.checkpoint(30), proof(20, 30))).status).toBe(200);
  });

  it('keeps a fork of what it has seen whatever else is asked', async () => {
    await one.ask(0, log.checkpoint(20));
    expect((await one.ask(0, forked.checkpoint(20))).status).toBe(409);
    expect(await refused()).toEqual([expect.stringMatching(/^fork-/)]);
  });

  it('lets nobody without the log’s key push out the proof of a fork', async () => {
    await one.ask(0, log.checkpoint(20));
    const junk = (i: number) => [Uint8Array.from({ length: 32 }, () => i)];
    for (let i = 0; i < 101; i++) {
      // What anybody has: heads that are public, and proofs that are no proofs.
      expect((await one.ask(20, log.checkpoint(20), junk(i))).status).toBe(422);
      expect((await one.ask(20, log.checkpoint(30), junk(i))).status).toBe(422);
    }
    expect(await refused()).toEqual([expect.stringMatching(/^sent-/)]);
    for (let i = 1; i <= 101; i++) {
      const head = longer.checkpoint(40 + i, log.signer);
      expect((await one.ask(20, head, junk(i))).status).toBe(422);
    }
    expect(await refused()).toHaveLength(100);
    expect((await one.ask(20, forked.checkpoint(20))).status).toBe(409);
    expect((await refused())[0]).toMatch(/^fork-/);
  });

  it('keeps a head that was signed shorter, and later', async () => {
    await one.ask(0, log.checkpoint(20));
    // An old one, which anybody may have kept.
    expect((await one.ask(20, log.checkpoint(10))).status).toBe(400);
    expect(await refused()).toEqual([]);
    const cut = log.checkpointAt(10, 1_760_000_021_000);
    expect((await one.ask(20, cut)).status).toBe(400);
    expect(await refused()).toEqual([expect.stringMatching(/^back-/)]);
  });

  it('keeps no line that it has not verified', async () => {
    const line = (i: number) => `— ${PUBLIC_ORIGIN} ${Buffer.alloc(70, i).toString('base64')}\n`;
    const added = Array.from({ length: 63 }, (_, i) => line(i)).join('');
    const { status, text } = await one.ask(0, log.checkpoint(20) + added);
    expect(status).toBe(200);
    const shown = await (await fetch(`${one.url}/${originHash(PUBLIC_ORIGIN)}/checkpoint`)).text();
    expect(shown).toBe(log.checkpoint(20) + text);
    expect(cosignersOf(readNote(shown)!, [one.key.key])).toHaveLength(1);
    // Nor one of them twice.
    const twice = log.checkpoint(20) + log.checkpoint(20).split('\n\n')[1]!;
    expect((await one.ask(20, twice)).status).toBe(200);
    expect(one.witness.seen(PUBLIC_ORIGIN)!.note.split('\n— ')).toHaveLength(3);
  });

  it('takes a checkpoint with sixteen of the largest signatures', async () => {
    const line = `— witness.example/pq ${Buffer.alloc(4 + 8 + 4_627, 1).toString('base64')}\n`;
    expect((await one.ask(0, log.checkpoint(20) + line.repeat(16))).status).toBe(200);
  });

  it('refuses a log that became shorter', async () => {
    await one.ask(0, log.checkpoint(20));
    expect((await one.ask(20, log.checkpoint(10))).status).toBe(400);
    expect((await one.ask(10, log.checkpoint(10))).status).toBe(409);
  });

  it('refuses a proof with any bit changed, cut short or too long', async () => {
    await one.ask(0, log.checkpoint(7));
    const right = proof(7, 20);
    const wrong = right.map((_, i) => right.map((hash, j) => (i === j ? hash.map(byte => byte ^ 1) : hash)));
    for (const hashes of [...wrong, right.slice(1), right.slice(0, -1), [...right, right[0]!], []]) {
      expect((await one.ask(7, log.checkpoint(20), hashes)).status).toBe(422);
    }
    expect((await one.ask(7, log.checkpoint(20), right)).status).toBe(200);
  });

  it('refuses a proof for the first checkpoint', async () => {
    expect((await one.ask(0, log.checkpoint(7), proof(3, 7))).status).toBe(422);
  });

  it('knows its logs and their keys', async () => {
    const elsewhere = new SamplePublicLog(sampleRecords(3), newSigner('other.example'), 'other.example');
    expect((await one.ask(0, elsewhere.checkpoint())).status).toBe(404);
    const stranger = newSigner(PUBLIC_ORIGIN);
    expect((await one.ask(0, log.checkpoint(3, stranger))).status).toBe(403);
    const damaged = log.checkpoint(3).replace(/time \d+/, 'time 1');
    expect((await one.ask(0, damaged)).status).toBe(403);
  });

  it.each([
    ['nothing', ''],
    ['no old size', log.checkpoint(3)],
    ['zeros before the size', `old 00\n\n${log.checkpoint(3)}`],
    ['a hash of another length', `old 3\nAAAA\n\n${log.checkpoint(3)}`],
    [
      'too many hashes',
      `old 3\n${`${'A'.repeat(43)}=\n`.repeat(MOST_PROOF_LINES + 1)}\n${log.checkpoint(3)}`,
    ],
    ['no checkpoint', 'old 0\n\nhello\n\n— a AAAAAAAA\n'],
    ['no signature', `old 0\n\n${log.checkpoint(3).split('\n\n')[0]}\n`],
  ])('refuses %s as no request', async (_what, body) => {
    expect((await one.post(body)).status).toBe(400);
  });

  it('reads no long requests', async () => {
    const answer = one.post('a'.repeat(MOST_REQUEST_BYTES + 1)).then(({ status }) => status);
    expect(await answer).toBe(413);
    expect((await fetch(`${one.url}/add-checkpoint`)).status).toBe(404);
    expect((await fetch(one.url, { method: 'DELETE' })).status).toBe(405);
  });

  it('lets only one of many requests at the same moment go on from a size', async () => {
    await one.ask(0, log.checkpoint(7));
    const sizes = [20, 21, 22, 23, 24];
    const answers = await Promise.all(sizes.map(size => one.ask(7, log.checkpoint(size), proof(7, size))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('the memory of a witness', () => {
  it('outlives it', async () => {
    await one.ask(0, log.checkpoint(20));
    await one.restart();
    expect(await one.ask(0, forked.checkpoint(20))).toMatchObject({ status: 409, text: '20\n' });
    expect((await one.ask(20, forked.checkpoint(20))).status).toBe(409);
  });

  it('is not begun anew when it is lost or damaged', async () => {
    await writeFile(one.state, '{"version":1,"key":"a","logs":{"a":{"size":-1}}}');
    await expect(one.restart()).rejects.toThrow('cannot be read');
    await writeFile(one.state, 'x');
    await expect(one.restart()).rejects.toThrow('is no JSON');
    await rm(one.state);
    await expect(one.restart()).rejects.toThrow('is missing');
  });

  it('is of one key', async () => {
    await writeFile(one.state, emptyState(newSigner('witness.example/w1').key));
    await expect(one.restart()).rejects.toThrow('is the memory of another key: witness.example/w1+');
  });

  it('has one that writes at a time', async () => {
    const states = await Promise.all([
      State.open(one.state, one.key.key),
      State.open(one.state, one.key.key),
    ]);
    const ended = await Promise.allSettled(
      states.map((state, i) => state.remember(PUBLIC_ORIGIN, { size: i, root: 'ab'.repeat(32), note: '' })),
    );
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const left = ended.findIndex(({ status }) => status === 'fulfilled');
    expect((await State.open(one.state, one.key.key)).seen(PUBLIC_ORIGIN)!.size).toBe(left);
  });

  it('says what to do when it was stopped while it wrote', async () => {
    await writeFile(`${one.state}.new`, 'half');
    const { status } = await one.ask(0, log.checkpoint(7));
    expect([status, String(one.errors[0])]).toEqual([500, expect.stringContaining('remove that file')]);
    await expect(one.restart()).rejects.toThrow('state.json.new is there');
    expect(await readFile(`${one.state}.new`, 'utf8')).toBe('half');
  });

  it('is not written over what a second witness has written', async () => {
    await one.ask(0, log.checkpoint(7));
    const other = JSON.parse(await readFile(one.state, 'utf8')) as { logs: object };
    await writeFile(one.state, JSON.stringify({ ...other, more: 1 }));
    expect((await one.ask(7, log.checkpoint(20), proof(7, 20))).status).toBe(500);
    expect(String(one.errors[0])).toContain('changed by somebody else');
    expect(one.witness.seen(PUBLIC_ORIGIN)!.size).toBe(7);
  });
});
