import { describe, expect, it } from 'vitest';
import { openCheckpoint } from '../checkpoint.ts';
import { chained, newSigner, SampleLog } from '../testing/sample-log.ts';
import { tickBody } from '../testing/sample-proof.ts';
import { FIRST_RECORD_HASH, type PublicEntry } from './entry.ts';
import { HeadsCheck } from './heads-check.ts';

const signer = newSigner();
const bodies = Array.from({ length: 9 }, (_, i) => tickBody(1, 100_000_000 + i, 1_760_000_000_000 + i));
const log = new SampleLog(chained(bodies), signer);
const PUBLIC = `${signer.key.name}/public`;
const keys = [{ name: PUBLIC, publicKey: signer.key.publicKey }];

function headAt(size: number, change: object = {}, of = log): PublicEntry {
  const { note } = of.checkpoint(size);
  const opened = openCheckpoint(note, [signer.key]);
  if (!opened.ok) throw new Error(opened.problem);
  const { origin, root, atMs } = opened.checkpoint;
  const body = { origin, size, root, at_ms: atMs, note, ...change };
  return { number: 1, kind: 'price_head', at_ms: 1, body, previous_hash: FIRST_RECORD_HASH };
}

describe('heads of other logs in the public one', () => {
  it('are right as they were signed, and only grow', () => {
    const heads = new HeadsCheck(PUBLIC, keys);
    expect([3, 3, 9].map(size => heads.take(headAt(size)))).toEqual([true, true, true]);
    expect(heads.take(headAt(8))).toBe(false);
    expect(heads.unchecked).toBe(0);
  });

  it.each([
    ['another size', { size: 4 }],
    ['another root', { root: 'a'.repeat(64) }],
    ['another time', { at_ms: 1 }],
    ['another name', { origin: 'other.example' }],
    ['a changed note', { note: log.checkpoint(3).note.replace(/time \d+/, 'time 1') }],
    ['no note', { note: 'hello' }],
  ])('are wrong with %s than was signed', (_what, change) => {
    expect(new HeadsCheck(PUBLIC, keys).take(headAt(3, change))).toBe(false);
  });

  it('of one log do not pass as another’s', () => {
    expect(new HeadsCheck(PUBLIC, keys).take({ ...headAt(3), kind: 'journal_head' })).toBe(false);
  });

  it('of one size have one root', () => {
    const forked = new SampleLog(chained([...bodies.slice(1), bodies[0]!]), signer);
    expect(headAt(9, {}, forked).body).not.toEqual(headAt(9).body);
    const heads = new HeadsCheck(PUBLIC, keys);
    expect([headAt(9), headAt(9, {}, forked)].map(head => heads.take(head))).toEqual([true, false]);
  });

  it('signed with a key from before say what their notes say, and only grow', () => {
    const other = [{ name: PUBLIC, publicKey: newSigner().key.publicKey }];
    const wrong = [{ size: 4 }, { root: 'a'.repeat(64) }, { at_ms: 1 }, { origin: 'other.example' }];
    for (const change of wrong) expect(new HeadsCheck(PUBLIC, other).take(headAt(3, change))).toBe(false);
    const heads = new HeadsCheck(PUBLIC, other);
    expect([9, 3].map(size => heads.take(headAt(size)))).toEqual([true, false]);
  });

  it('signed with a key from before are counted, not believed', () => {
    const heads = new HeadsCheck(PUBLIC, [{ name: PUBLIC, publicKey: newSigner().key.publicKey }]);
    expect(heads.take(headAt(3))).toBe(true);
    expect(heads.unchecked).toBe(1);
  });
});
