import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../database/transaction.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { AuditLog } from '../../../audit-log/audit-log.ts';

let server: TestServer;
let desk: TestDesk;
let log: AuditLog;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'administrator', 'admin');
  log = new AuditLog(() => server.clock.nowMs);
});
afterAll(() => server.close());

function write(action: string, subject: string, after: unknown = null): Promise<void> {
  return inTransaction(server.database.pool, client =>
    log.write(client, null, { action, subject, before: null, after }),
  );
}

describe('the audit log', () => {
  it.each([
    `update desk_audit set action = 'nothing' where id = 1`,
    'delete from desk_audit where id = 1',
    'truncate desk_audit',
  ])('refuses: %s', async statement => {
    await expect(server.database.pool.query(statement)).rejects.toThrow(/append-only/);
  });

  it('tells who, what, when and from where', async () => {
    const { items } = await desk.call('GET desk/audit', { action: 'operator.login' });
    expect(items[0]).toMatchObject({
      operator: 'admin',
      role: 'administrator',
      action: 'operator.login',
      subject: `operator:${desk.id}`,
      at_ms: server.clock.nowMs,
      address: '127.0.0.1',
    });
  });

  it('is not written when the change is rolled back', async () => {
    const { entries } = await desk.call('GET desk/audit_check', {});
    const failing = inTransaction(server.database.pool, async client => {
      await log.write(client, null, { action: 'test.lost', subject: 'x', before: null, after: null });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await desk.call('GET desk/audit_check', {})).toMatchObject({ entries, broken_at: null });
  });

  it('chains entries that are written at the same moment', async () => {
    const { entries: before } = await desk.call('GET desk/audit_check', {});
    await Promise.all(Array.from({ length: 6 }, (_, i) => write('test.crowd', `thing:${i}`)));
    const { items } = await desk.call('GET desk/audit', { action: 'test.crowd' });
    expect(items.map(entry => entry.id).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 6 }, (_, i) => before + 1 + i),
    );
    expect(await desk.call('GET desk/audit_check', {})).toMatchObject({
      entries: before + 6,
      broken_at: null,
    });
  });

  it('can be filtered and paged', async () => {
    server.clock.nowMs += 1000;
    const fromMs = server.clock.nowMs;
    for (let i = 0; i < 5; i++) await write(i % 2 === 0 ? 'test.even' : 'test.odd', `page:${i}`);
    const subjects = async (filter: Record<string, unknown>) =>
      (await desk.call('GET desk/audit', filter)).items.map(entry => entry.subject);
    expect(await subjects({ action: 'test.odd' })).toEqual(['page:3', 'page:1']);
    expect(await subjects({ subject: 'page:', limit: 2 })).toEqual(['page:4', 'page:3']);
    expect(await subjects({ from_ms: fromMs, action: 'test' })).toHaveLength(5);
    expect(await subjects({ to_ms: fromMs, subject: 'page:' })).toEqual([]);
    const { next_cursor: cursor } = await desk.call('GET desk/audit', { subject: 'page:', limit: 2 });
    expect(await subjects({ subject: 'page:', limit: 2, cursor })).toEqual(['page:2', 'page:1']);
  });

  it('leaves as CSV in which spreadsheets run nothing', async () => {
    await write('test.csv', '=cmd|x', { text: 'a "quoted", word' });
    const { csv, entries } = await desk.call('GET desk/audit_export', { action: 'test.csv' });
    expect(entries).toBe(1);
    const [heading, line] = csv.split('\r\n');
    expect(heading).toBe('id,time,operator,role,action,subject,before,after,address,hash');
    expect(line).toContain(`"'=cmd|x"`);
    expect(line).toContain(String.raw`"{""text"":""a \""quoted\"", word""}"`);
  });

  it('records who exported it', async () => {
    const { entries } = await desk.call('GET desk/audit_export', { action: 'test.csv' });
    const { items } = await desk.call('GET desk/audit', { action: 'audit.export' });
    expect(items[0]).toMatchObject({ operator: 'admin', after: { action: 'test.csv', entries } });
  });

  it.each([
    ['a word changed', `update desk_audit set after = '{"text":"b"}' where id = 3`, 3],
    ['an entry taken out', 'delete from desk_audit where id = 4', 4],
    ['a hash made up', `update desk_audit set hash = decode(repeat('ab', 32), 'hex') where id = 2`, 2],
    [
      'two entries swapped',
      `update desk_audit set id = case id when 5 then -6 else -5 end where id in (5, 6)`,
      5,
    ],
  ])('detects %s by somebody with database access', async (_, statement, brokenAt) => {
    const { rows } = await server.database.pool.query<Record<string, unknown>>('select * from desk_audit');
    await withoutTrigger(async client => {
      await client.query(statement);
      await client.query('update desk_audit set id = -id where id < 0');
    });
    expect((await desk.call('GET desk/audit_check', {})).broken_at).toBe(brokenAt);
    await withoutTrigger(client => refill(client, rows));
    expect((await desk.call('GET desk/audit_check', {})).broken_at).toBeNull();
  });
});

function withoutTrigger(work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  return inTransaction(server.database.pool, async client => {
    await client.query('alter table desk_audit disable trigger all');
    await work(client);
    await client.query('alter table desk_audit enable trigger all');
  });
}

async function refill(client: pg.ClientBase, rows: readonly Record<string, unknown>[]): Promise<void> {
  await client.query('delete from desk_audit');
  for (const row of rows) {
    const names = Object.keys(row);
    await client.query(
      `insert into desk_audit (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(row),
    );
  }
}
