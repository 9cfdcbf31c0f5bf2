import { DAY_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { requestOf } from '../../testing/test-requests.ts';
import { freshKey, TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { agree, fillTreasury, goodwillOf } from '../correction/testing/mistakes.ts';
import { arrivedTransfer } from '../testing/arrived-transfer.ts';
import { decideWithdrawal, mayWithdraw, saveAddress, withdraw } from '../testing/withdrawing.ts';
import { OWN_TABLES } from './catalogue.ts';

const KEPT_MS = 5 * 365.25 * DAY_MS;

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
let shift = 0;
/** Desk sessions last half a day. */
async function later(ms: number): Promise<void> {
  server.clock.nowMs += ms;
  shift++;
  ann = await TestDesk.open(server, 'administrator', `ann${shift}`);
  bob = await TestDesk.open(server, 'administrator', `bob${shift}`);
}
beforeAll(async () => {
  server = await TestServer.start();
  await fillTreasury(server, 1_000);
  await later(DAY_MS);
});
afterAll(() => server.close());

const query = (sql: string, ...values: unknown[]) =>
  server.database.pool.query<Record<string, unknown>>(sql, values);
const close = (who: TestCustomer) =>
  server.call('POST user/close_account', { password: TEST_PASSWORD }, { token: who.token });
const erasedAt = async ({ id }: TestCustomer) =>
  (await query('select erased_at_ms from closed_accounts where customer_id = $1', id)).rows[0]?.[
    'erased_at_ms'
  ];
const forgetOld = () => server.services.ownData.forgetOld();

const login = ({ email }: TestCustomer) =>
  server.call('POST user/login', { kind: 'email', account: email, password: TEST_PASSWORD });

let documents = 0;
const apply = (who: TestCustomer) =>
  server.call(
    'POST user/real_name',
    {
      country: 'VN',
      full_name: 'Nguyễn Văn An',
      birth_date: '1990-12-31',
      id_number: `07920888${String(++documents).padStart(4, '0')}`,
      contact_address: '7 Hàng Bạc',
    },
    { token: who.token },
  );

describe('what is open when somebody leaves', () => {
  it('ends with the account, and keeps nobody from being erased', async () => {
    const who = await server.customer();
    await apply(who);
    const picture = await uploadPicture(server, who.token, 'identity_front', await samplePicture(6_100));
    await query(
      `insert into factor_recoveries (customer_id, state, sealed, gesture, code, picture_id, requested_at_ms)
       values ($1, 'under_review', '\\x01', 'open_palm', '123456', $2, $3)`,
      who.id,
      picture.picture_id,
      server.clock.nowMs,
    );
    await close(who);
    const { items } = await ann.call('GET desk/queue', { queue: 'identity', customer_id: who.id });
    expect(items).toEqual([]);
    const { rows } = await query(
      `select a.state as applied, r.state as recovery, verification from identity_applications a
         join factor_recoveries r using (customer_id) join customers c on c.id = customer_id where customer_id = $1`,
      who.id,
    );
    expect(rows).toEqual([{ applied: 'rejected', recovery: 'stopped', verification: 'unverified' }]);
    // Its papers stay as long as all others, not as those that somebody rejected.
    await later(200 * DAY_MS);
    await server.services.documentRetention.forgetOld();
    const papers = await query('select sealed from identity_applications where customer_id = $1', who.id);
    expect(papers.rows[0]?.['sealed']).not.toBeNull();
    await later(KEPT_MS);
    await forgetOld();
    expect(await erasedAt(who)).not.toBeNull();
  });

  it('or cannot be erased, holds up nobody else', async () => {
    const [stuck, other] = [await server.customer(), await server.customer()];
    await close(stuck);
    await close(other);
    await query(
      `create function stuck() returns trigger language plpgsql as $$ begin
         if old.customer_id = ${stuck.id} then raise exception 'stuck'; end if; return old; end $$`,
    );
    await query('create trigger stuck before delete on notices for each row execute function stuck()');
    await query(
      `insert into notices (slug, kind, customer_id, published_at_ms) values ('stuck', 'message', $1, 1)`,
      stuck.id,
    );
    await later(KEPT_MS + 1);
    await forgetOld();
    await query('drop trigger stuck on notices');
    expect(await erasedAt(stuck)).toBeNull();
    expect(await erasedAt(other)).not.toBeNull();
    await forgetOld();
    expect(await erasedAt(stuck)).not.toBeNull();
  });
});

describe('a customer under a case', () => {
  const opened = (who: TestCustomer) =>
    query(
      `insert into compliance_cases (customer_id, kind, subject, state, holds, evidence, opened_at_ms)
       values ($1, 'velocity', 'deposit/1', 'open', false, '{"figures": {}, "movements": []}', $2)`,
      who.id,
      server.clock.nowMs,
    );
  /** Somebody who has logged in, besides the registration. */
  const visitor = async (): Promise<TestCustomer> => {
    const who = await server.customer();
    const { token } = await login(who);
    return { ...who, token };
  };
  const logins = async (who: TestCustomer) =>
    (await query('select from login_history where customer_id = $1', who.id)).rows.length;
  const decide = async (who: TestCustomer, action: 'clear' | 'confirm') => {
    const cases = await ann.call('GET desk/queue', {
      queue: 'compliance',
      state: 'open',
      customer_id: who.id,
    });
    const id = cases.items[0]?.id ?? 0;
    await ann.call('POST desk/queue_decide', { queue: 'compliance', id, action, reason: 'Looked at it' });
  };

  it('closes the account like any other, and what shows who used it stays until the case is cleared', async () => {
    const who = await visitor();
    await opened(who);
    await close(who);
    expect((await server.refused('GET user/center', {}, { token: who.token })).code).toBe('session_invalid');
    expect((await query('select from passkeys where customer_id = $1', who.id)).rows).toEqual([]);
    await forgetOld();
    expect(await logins(who)).toBeGreaterThan(0);
    const devices = await query('select device from sessions where customer_id = $1', who.id);
    expect(devices.rows[0]?.['device']).not.toBe('');
    await later(KEPT_MS + 1);
    await forgetOld();
    expect(await erasedAt(who)).toBeNull();
    await decide(who, 'clear');
    await forgetOld();
    expect(await logins(who)).toBe(0);
    expect(await erasedAt(who)).not.toBeNull();
  });

  it('that was confirmed is erased only so many years after that', async () => {
    const who = await visitor();
    await opened(who);
    await close(who);
    await later(KEPT_MS);
    await decide(who, 'confirm');
    await later(DAY_MS);
    await forgetOld();
    expect(await erasedAt(who)).toBeNull();
    expect(await logins(who)).toBeGreaterThan(0);
    await later(KEPT_MS);
    await forgetOld();
    expect(await erasedAt(who)).not.toBeNull();
    expect(await logins(who)).toBe(0);
  });
});

describe('an account that is closed', () => {
  it('earns nothing more, and what arrives for it waits for people', async () => {
    const who = await server.customer();
    await close(who);
    expect(server.engine.exchange.referral.standing(who.id)).toBe('stopped');
    await query('update closed_accounts set referral_stopped = false where customer_id = $1', who.id);
    await server.services.ownData.finishLeft();
    const left = await query('select from closed_accounts where not referral_stopped');
    expect(left.rows).toEqual([]);
    expect(await agree([ann, bob], 'goodwill', goodwillOf(who, '1'))).toBe('unknown_customer');

    await server.services.money.sink.onConfirmed(arrivedTransfer(who, 5_000_000n, { named: '66' }));
    const { items } = await ann.call('GET desk/queue', { queue: 'deposit', customer_id: who.id });
    expect(items).toMatchObject([
      { state: 'processing', amount: '5', flags: ['account_closed', 'two_people'] },
    ]);
    const { actions } = await ann.call('GET desk/queue_item', { queue: 'deposit', id: items[0]?.id ?? 0 });
    expect(actions.map(one => one.name)).toEqual(['reject']);
    const spot = { ownerId: who.id, account: 'spot', currencyId: USDT } as const;
    expect(server.engine.exchange.balance(spot).availableMinor).toBe(0n);
  });

  it('does not take the limits of somebody whose address has its own in it', async () => {
    const who = await server.customer();
    for (const key of [`link:${who.email}`, `link:x${who.email}`, `pair:${who.email}:2001:db8::/48`]) {
      await query('insert into allowances (key, full_at_ms) values ($1, 1)', key);
    }
    await close(who);
    const { rows } = await query(`select key from allowances where position($1 in key) > 0`, who.email);
    expect(rows).toEqual([{ key: `link:x${who.email}` }]);
  });
});

describe('words of operators about a customer', () => {
  const WORDS = 'Zwanzigmal';
  const said = (what: string) => `${WORDS} ${what}`;

  /** Tables in which a row has one of these texts. */
  async function tablesWith(word: string): Promise<string[]> {
    const { rows } = await query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const hit = await query(`select from ${String(name)} t where t::text ilike $1 limit 1`, `%${word}%`);
      if (hit.rows.length > 0) found.push(String(name));
    }
    return found.toSorted();
  }

  async function bankDeposit(who: TestCustomer, seed: number): Promise<number> {
    const { picture_id } = await uploadPicture(server, who.token, 'voucher', await samplePicture(seed));
    const input = { currency_id: 9999, amount: '100', rate: '1.0', picture_id };
    const by = { token: who.token, key: freshKey() };
    return (await server.call('POST wallet/charge_req', input, by)).deposit.deposit_id;
  }

  it('are read in the log until they are erased everywhere, and the log stays whole', async () => {
    const who = await server.customer();
    await mayWithdraw(server, who);
    for (const [name, what] of [
      ['POST desk/customer_freeze', 'freeze'],
      ['POST desk/customer_unfreeze', 'unfreeze'],
      ['POST desk/referral_stop', 'stop'],
    ] as const) {
      await ann.call(name, { customer_id: who.id, reason: said(what) });
    }
    // Whoever is frozen is logged out.
    Object.assign(who, await login(who));
    const decide = (queue: 'deposit', id: number, action: string, more: object) =>
      ann.call('POST desk/queue_decide', { queue, id, action, ...more });
    await decide('deposit', await bankDeposit(who, 6_200), 'reject', { reason: said('reject') });
    await decide('deposit', await bankDeposit(who, 6_201), 'approve', {
      inputs: { transaction_id: said('sender') },
    });
    const change = { ...goodwillOf(who, '1'), text: said('goodwill') };
    const { id } = await ann.call('POST desk/propose', { kind: 'goodwill', change, note: said('note') });
    await bob.call('POST desk/proposal_decide', { id, decision: 'confirm', note: said('confirm') });
    const { address_id } = await saveAddress(server, who);
    const { withdrawal_id } = await withdraw(server, who, { address_id, amount: '100' });
    expect(await decideWithdrawal(ann, withdrawal_id, 'reject')).toBe(1);

    const { items } = await ann.call('GET desk/audit', { limit: 50 });
    const told = JSON.stringify(items.map(one => one.after));
    for (const what of ['freeze', 'unfreeze', 'stop', 'reject', 'sender', 'goodwill', 'note', 'confirm']) {
      expect(told).toContain(said(what));
    }
    expect(told).toContain('The name does not match');
    // A file of the log outlives what is erased.
    expect((await ann.call('GET desk/audit_export', {})).csv).not.toContain(WORDS);
    await ann.call('POST desk/customer_end_sessions', { customer_id: who.id, reason: said('end') });
    expect(await tablesWith(WORDS)).not.toContain('desk_audit');

    // What is left is taken out as by withdrawals: only whether words stay is looked at here.
    const { token } = await login(who);
    await server.submit({
      type: 'reverseCredit',
      customerId: who.id,
      account: 'spot',
      currencyId: USDT,
      amountMinor: heldBy(who),
      to: 'bank',
      reference: 'test',
    });
    await close({ ...who, token });
    await later(KEPT_MS + 1);
    await forgetOld();
    expect(await erasedAt(who)).not.toBeNull();
    // What happened is told on and forgotten after a month.
    await server.services.feed.catchUp();
    await server.services.feed.forgetOld();
    expect(await tablesWith(WORDS)).toEqual([]);
    expect(await tablesWith('The name does not match')).toEqual([]);
    expect((await ann.call('GET desk/audit_check', {})).broken_at).toBeNull();
    await ann.call('GET desk/audit', {});
  });

  it('cannot be deleted before, and a change of them is noticed', async () => {
    const who = await server.customer();
    await ann.call('POST desk/customer_freeze', { customer_id: who.id, reason: said('a') });
    await expect(query('delete from desk_words where customer_id = $1', who.id)).rejects.toThrow(
      'append-only',
    );
    await expect(
      query('update desk_words set customer_id = 1 where customer_id = $1', who.id),
    ).rejects.toThrow('append-only');
    expect((await ann.call('GET desk/audit_check', {})).broken_at).toBeNull();
    const { rows } = await query('select id, sealed from desk_words where customer_id = $1', who.id);
    await query('update desk_words set sealed = $2 where id = $1', rows[0]?.['id'], Buffer.from('00', 'hex'));
    expect((await ann.call('GET desk/audit_check', {})).broken_at).not.toBeNull();
    await query('update desk_words set sealed = $2 where id = $1', rows[0]?.['id'], rows[0]?.['sealed']);
  });

  function heldBy(who: TestCustomer): bigint {
    const spot = { ownerId: who.id, account: 'spot', currencyId: USDT } as const;
    return server.engine.exchange.balance(spot).availableMinor;
  }
});

describe('the customer’s own file', () => {
  it('names no operator, no flag and nobody else; the desk’s does', async () => {
    const who = await server.customer();
    await server.database.pool.query(
      `insert into referral_days (promoter_id, utc_day, customer_id, level, currency_id, amount_minor, fills)
       values ($1, 1, 987654, 1, 3, 1, 1)`,
      [who.id],
    );
    const { body } = await server.app.inject(requestOf('GET user/own_data', {}, { token: who.token }));
    const { tables } = JSON.parse(body) as { tables: Record<string, object[]> };
    expect(tables['referral_days']).toHaveLength(1);
    expect(body).not.toContain('987654');
    expect(await ann.file('GET desk/customer_data', { customer_id: who.id })).toContain('987654');

    const { rows } = await query(
      `select c.conrelid::regclass::text as name, a.attname as column from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'operators'::regclass`,
    );
    const named = rows.flatMap(({ name, column }) => {
      const table = OWN_TABLES[String(name)];
      const isShown = table !== undefined && table.deskOnly !== true;
      return isShown && !(table.internal ?? []).includes(String(column))
        ? [`${String(name)}.${String(column)}`]
        : [];
    });
    // Set where an operator's device is meant, which is no customer's row.
    expect(named.toSorted()).toEqual(['known_devices.operator_id', 'login_links.operator_id']);
  });

  it('is read by the desk while the customer reads it', async () => {
    const who = await server.customer();
    const { ownData } = server.services;
    const own = ownData.file(who.id);
    await own.next();
    expect(() => ownData.file(who.id)).toThrow('busy');
    const desk = await ownData.fileOfDesk(who.id);
    await desk.next();
    await own.return(undefined);
    await desk.return(undefined);
  });
});
