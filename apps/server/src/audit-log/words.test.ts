import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Vault } from '../vault/vault.ts';
import { keepWords, readWords } from './words.ts';

const vault = new Vault([new Uint8Array(32).fill(7)]);

/** The table `desk_words`, as far as it is asked. */
class Rows {
  readonly all = new Map<number, Buffer>();

  query(sql: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
    if (sql.includes('nextval')) return Promise.resolve({ rows: [{ id: this.all.size + 1 }] });
    if (sql.startsWith('insert')) {
      this.all.set(Number(values[0]), values[2] as Buffer);
      return Promise.resolve({ rows: [] });
    }
    const [ids] = values as [number[]];
    const found = ids.flatMap(id => {
      const sealed = this.all.get(id);
      return sealed === undefined ? [] : [{ id: String(id), sealed }];
    });
    return Promise.resolve({ rows: found });
  }
}

async function kept(words: Record<string, string>) {
  const rows = new Rows();
  const db = rows as unknown as pg.ClientBase;
  const log = await keepWords(db, vault, { customerId: 5, words }, 1);
  return { rows, db, log };
}

describe('words about a customer', () => {
  it('are read again beside the rest, and are nowhere in what the log has', async () => {
    const { db, log } = await kept({ reason: 'Called at night', note: '' });
    expect(JSON.stringify(log)).toMatch(/^\{"words":1,"words_digest":"[0-9a-f]{64}"\}$/);
    const [read, other] = await readWords(db, vault, [{ frozen: true, ...log }, null]);
    expect(read).toEqual({ after: { frozen: true, reason: 'Called at night' }, isWhole: true });
    expect(other).toEqual({ after: null, isWhole: true });
  });

  it('have another digest each time, from which nobody guesses them', async () => {
    const [one, other] = [await kept({ reason: 'same' }), await kept({ reason: 'same' })];
    expect(one.log?.words_digest).not.toBe(other.log?.words_digest);
  });

  it('are nothing if none were said', async () => {
    expect((await kept({ note: '' })).log).toBeNull();
  });

  it('leave number and digest when they are erased', async () => {
    const { rows, db, log } = await kept({ reason: 'x' });
    rows.all.clear();
    expect(await readWords(db, vault, [{ ...log }])).toEqual([{ after: { ...log }, isWhole: true }]);
  });

  it('are noticed to be others than those of the log', async () => {
    const { rows, db, log } = await kept({ reason: 'x' });
    const others = vault.seal('desk_words:1', JSON.stringify({ key: '00', words: { reason: 'y' } }));
    for (const sealed of [others, Buffer.from('00', 'hex')]) {
      rows.all.set(1, sealed);
      expect((await readWords(db, vault, [{ ...log }]))[0]?.isWhole).toBe(false);
    }
  });
});
