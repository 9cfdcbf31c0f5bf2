import { DAY_MS } from '@tallystick/core/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { requestOf } from '../../testing/test-requests.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { sumsToZero } from '../testing/ledger.ts';
import {
  decideWithdrawal,
  freshTransaction,
  mayWithdraw,
  saveAddress,
  withdraw,
} from '../testing/withdrawing.ts';
import { ELSEWHERE, OWN_TABLES } from './catalogue.ts';

let server: TestServer;
let desk: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'compliance', 'ann');
});
afterAll(() => server.close());

const NAME = 'Trần Thị Xuân';
let leavers = 0;
const numberOf = (nth: number): string => `07920777${String(nth).padStart(4, '0')}`;
const NOTE = 'Called from an odd number';

/** Somebody who has done a little of everything, and has taken out all money. */
async function leaver(): Promise<TestCustomer> {
  const who = await server.customer();
  const as = { token: who.token };
  await server.call(
    'POST user/real_name',
    {
      country: 'VN',
      full_name: NAME,
      birth_date: '1990-12-31',
      id_number: numberOf(++leavers),
      contact_address: '7 Hàng Bạc',
    },
    as,
  );
  const { items } = await desk.call('GET desk/queue', { queue: 'identity', customer_id: who.id });
  await desk.call('POST desk/queue_decide', { queue: 'identity', id: items[0]?.id ?? 0, action: 'approve' });
  await uploadPicture(server, who.token, 'identity_front', await samplePicture(9_100 + leavers));
  await mayWithdraw(server, who);
  await server.submit({
    type: 'credit',
    customerId: who.id,
    account: 'spot',
    currencyId: 3,
    amountMinor: 100_000_000n,
    from: 'custodyTron',
    reference: 'test',
  });
  const { address_id } = await saveAddress(server, who);
  const { withdrawal_id: id } = await withdraw(server, who, {
    address_id,
    amount: '100',
    remark: 'Xuân again',
  });
  await desk.call('POST desk/customer_note', { customer_id: who.id, text: NOTE });
  await decideWithdrawal(desk, id, 'approve');
  expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe(1);
  return who;
}

async function fileOf(who: TestCustomer): Promise<Record<string, Record<string, unknown>[]>> {
  const response = await server.app.inject(requestOf('GET user/own_data', {}, { token: who.token }));
  expect(response.headers['content-type']).toContain('application/json');
  return (JSON.parse(response.body) as { tables: Record<string, Record<string, unknown>[]> }).tables;
}

/** Tables in which a row has one of these texts. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const { pool } = server.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await pool.query(`select from ${name} t where t::text ilike any($1) limit 1`, [
      words.map(word => `%${word}%`),
    ]);
    if (hit.rows.length > 0) found.push(name);
  }
  return found.toSorted();
}

it('every table that names customers is in the catalogue', async () => {
  const { rows } = await server.database.pool.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
       join pg_class k on k.relname = c.table_name and k.relkind in ('r', 'p') and not k.relispartition
      where c.table_schema = 'public'
        and (c.column_name in ('owner_id', 'promoter_id', 'recipient', 'target') or c.column_name like '%customer_id')`,
  );
  const known = [...Object.keys(OWN_TABLES), ...ELSEWHERE].filter(name => name !== 'customers');
  expect(rows.map(row => row.name).toSorted()).toEqual(known.toSorted());
});

describe('what is kept', () => {
  it('is given to its owner, opened, without secrets and without what is not theirs to see', async () => {
    const who = await leaver();
    const tables = await fileOf(who);
    expect(tables['customers']).toMatchObject([{ id: who.id, email: who.email }]);
    expect(tables['identity_applications']).toMatchObject([
      { opened: { fields: { fullName: NAME, idNumber: numberOf(leavers) } } },
    ]);
    expect(tables['withdrawals']).toMatchObject([{ opened: { remark: 'Xuân again' } }]);
    expect(tables['ledger_entries']?.length).toBeGreaterThan(1);
    expect(tables['pictures']).toHaveLength(1);
    expect(Object.keys(tables)).not.toContain('compliance_cases');
    const text = JSON.stringify(tables);
    expect(text).not.toContain(NOTE);
    expect(text).not.toMatch(/password_hash|token_hash|"secret"/);

    const { content } = await desk.call('GET desk/customer_data', { customer_id: who.id });
    expect(content).toContain(NOTE);
    const support = await TestDesk.open(server, 'support', 'sue');
    expect(await support.refused('GET desk/customer_data', { customer_id: who.id })).toBe(
      'operator_forbidden',
    );
    const { rows } = await server.database.pool.query('select from desk_audit where action = $1', [
      'customer.data',
    ]);
    expect(rows).toHaveLength(1);

    await server.call('POST user/close_account', { password: TEST_PASSWORD }, { token: who.token });
    await server.services.outbox.idle();
  });

  it('fits pages of any length', async () => {
    const who = await server.customer();
    await server.database.pool.query(
      `insert into notices (slug, kind, customer_id, published_at_ms)
       select 'n' || n, 'message', $1, n from generate_series(1, 1203) as n`,
      [who.id],
    );
    expect((await fileOf(who))['notices']).toHaveLength(1203);
  });
});

describe('a closed account', () => {
  it('must be empty, and its owner must know the password', async () => {
    const who = await server.customer('funded');
    const close = async (password: string) =>
      (await server.refused('POST user/close_account', { password }, { token: who.token })).code;
    expect(await close('wrong')).toBe('password_wrong');
    expect(await close(TEST_PASSWORD)).toBe('account_not_empty');
  });

  it('loses contacts at once and papers after years, while the books stay whole', async () => {
    const who = await leaver();
    const email = who.email;
    await server.services.outbox.idle();
    const closed = await server.call(
      'POST user/close_account',
      { password: TEST_PASSWORD },
      { token: who.token },
    );
    expect(closed.kept_until_ms).toBe(server.clock.nowMs + 5 * 365.25 * DAY_MS);
    expect((await server.refused('GET user/center', {}, { token: who.token })).code).toBe('session_invalid');
    expect(await tablesWith([email])).toEqual([]);
    const login = { kind: 'email', account: email, password: TEST_PASSWORD } as const;
    expect((await server.refused('POST user/login', login)).code).toBe('login_failed');
    const { rows: kept } = await server.database.pool.query<{ sealed: Buffer | null }>(
      'select sealed from closed_accounts where customer_id = $1',
      [who.id],
    );
    expect(kept[0]?.sealed).not.toBeNull();

    server.clock.nowMs += 5 * 365.25 * DAY_MS;
    await server.services.ownData.forgetOld();
    expect(await papersOf(who.id)).toMatchObject({ identity: '1', pictures: '1' });
    server.clock.nowMs += 1;
    await server.services.ownData.forgetOld();
    await server.services.ownData.forgetOld();
    expect(await papersOf(who.id)).toEqual({ identity: '0', pictures: '0', notes: '0', accounts: '0' });
    const { rows: entries } = await server.database.pool.query(
      'select from ledger_entries where owner_id = $1',
      [who.id],
    );
    expect(entries.length).toBeGreaterThan(1);
    await sumsToZero(server);
    const { url } = server.database;
    const now = (): number => server.clock.nowMs;
    const { firstDifference } = await auditJournal({ databaseUrl: url, unreleased: true, now });
    expect(firstDifference).toBe(null);
    const later = await TestDesk.open(server, 'compliance', 'later');
    const { content } = await later.call('GET desk/customer_data', { customer_id: who.id });
    for (const word of [NAME, numberOf(leavers), NOTE, email, 'Xuân again'])
      expect(content).not.toContain(word);
    const log = await server.database.pool.query<{ action: string }>(
      `select action from desk_audit where subject = $1 and action like 'customer.%' order by id`,
      [`customer:${who.id}`],
    );
    expect(log.rows.map(row => row.action)).toEqual([
      'customer.note',
      'customer.close',
      'customer.erase',
      'customer.data',
    ]);
  });
});

/** What personal things are there of a customer. */
async function papersOf(customerId: number): Promise<Record<string, string> | undefined> {
  const { rows } = await server.database.pool.query<Record<string, string>>(
    `select (select count(*) from identity_applications where customer_id = $1 and sealed is not null) as identity,
            (select count(*) from pictures where customer_id = $1) as pictures,
            (select count(*) from customer_notes where customer_id = $1) as notes,
            (select count(*) from closed_accounts where customer_id = $1 and sealed is not null) as accounts`,
    [customerId],
  );
  return rows[0];
}
