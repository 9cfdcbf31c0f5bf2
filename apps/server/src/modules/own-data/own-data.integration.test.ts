import { DAY_MS } from '@tallystick/core/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { requestOf } from '../../testing/test-requests.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { Chatter, uploadAtDesk } from '../chat/testing/chatting.ts';
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
  // Rows that belong to a customer's row, or to such a row: a message of a ticket.
  const { rows: referring } = await server.database.pool.query<{ name: string; of: string }>(
    `select distinct c.conrelid::regclass::text as name, c.confrelid::regclass::text as of
       from pg_constraint c join pg_class k on k.oid = c.conrelid and not k.relispartition
      where c.contype = 'f'`,
  );
  const found = new Set([...rows.map(row => row.name), 'customers']);
  for (let before = 0; before < found.size;) {
    before = found.size;
    // What follows from a proposal is its customer's only where it says so itself.
    for (const row of referring) if (found.has(row.of) && row.of !== 'desk_proposals') found.add(row.name);
  }
  // Names them in a text.
  found.add('desk_audit');
  expect([...found].toSorted()).toEqual([...Object.keys(OWN_TABLES), ...ELSEWHERE].toSorted());
});

describe('what is kept', () => {
  it('is all of it: what was said in chats and tickets, and the bytes of pictures', async () => {
    const who = await server.customer();
    const as = { token: who.token };
    const support = await TestDesk.open(server, 'support', 'sam');
    const chatter = new Chatter(server, { token: who.token });
    const shot = (await chatter.upload(await samplePicture(8_800))).body.data as { picture_id?: number };
    const { case: talk } = await server.call(
      'POST chat/send',
      { client_id: freshKey(), text: 'Said in the chat', picture_id: shot.picture_id ?? 0 },
      as,
    );
    const reply = (await uploadAtDesk(server, support.token, await samplePicture(8_801))).body.data as {
      picture_id?: number;
    };
    await support.call('POST desk/chat_send', {
      case_id: talk.case_id,
      client_id: freshKey(),
      text: 'Answered in the chat',
      picture_id: reply.picture_id ?? 0,
    });
    await support.call('POST desk/chat_note', { case_id: talk.case_id, text: 'Among colleagues' });
    const filed = { request_key: freshKey(), title: 'A title', text: 'Said in the ticket' };
    const { ticket_id: id } = await server.call('POST ticket/file', filed, as);
    for (const [action, inputs] of [
      ['note', { internal_note: 'Inside the ticket' }],
      ['answer', { text: 'Answered in the ticket' }],
    ] as const) {
      await support.call('POST desk/queue_decide', { queue: 'ticket', id, action, inputs });
    }
    const own = await uploadPicture(server, who.token, 'voucher', await samplePicture(8_802));

    const tables = await fileOf(who);
    const said = (name: string, column: string) => tables[name]?.map(row => row[column]);
    expect(said('chat_messages', 'opened')).toEqual(['Said in the chat', 'Answered in the chat']);
    expect(said('ticket_messages', 'text')).toEqual(['Said in the ticket', 'Answered in the ticket']);
    const { bytes } = await server.services.pictures.read(own.picture_id);
    expect(said('pictures', 'base64')).toEqual([bytes.toString('base64')]);
    const pictures = said('chat_pictures', 'base64') as string[];
    expect(pictures).toHaveLength(2);
    for (const one of pictures) {
      expect(Buffer.from(one, 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    }
    expect(JSON.stringify(tables)).not.toMatch(/Among colleagues|Inside the ticket/);
    const all = await desk.file('GET desk/customer_data', { customer_id: who.id });
    for (const word of ['Among colleagues', 'Inside the ticket', 'Answered in the chat', ...pictures]) {
      expect(all).toContain(word);
    }
  });

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

    const content = await desk.file('GET desk/customer_data', { customer_id: who.id });
    expect(await desk.refused('GET desk/customer_data', { customer_id: 999_999 })).toBe('not_found');
    expect(content).toContain(NOTE);
    const support = await TestDesk.open(server, 'support', 'sue');
    expect(await support.refused('GET desk/customer_data', { customer_id: who.id })).toBe(
      'operator_forbidden',
    );
    const { rows } = await server.database.pool.query(
      'select from desk_audit where action = $1 and subject = $2',
      ['customer.data', `customer:${who.id}`],
    );
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
    const before = await papersOf(who.id);
    expect(before).toMatchObject({ identity: '1', pictures: '1' });
    expect(Number(before?.['notices'])).toBeGreaterThan(0);
    server.clock.nowMs += 1;
    await server.services.ownData.forgetOld();
    await server.services.ownData.forgetOld();
    const gone = { identity: '0', pictures: '0', notes: '0', notices: '0', accounts: '0' };
    expect(await papersOf(who.id)).toEqual(gone);
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
    const content = await later.file('GET desk/customer_data', { customer_id: who.id });
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
            (select count(*) from notices where customer_id = $1) as notices,
            (select count(*) from closed_accounts where customer_id = $1 and sealed is not null) as accounts`,
    [customerId],
  );
  return rows[0];
}
