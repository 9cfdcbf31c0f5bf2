import type { CallInput } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { arrivedTransfer } from '../testing/arrived-transfer.ts';
import { changeSetting } from '../testing/setting.ts';
import {
  decideWithdrawal,
  mayWithdraw,
  saveAddress,
  tryToWithdraw,
  withdraw,
  withdrawer,
} from '../testing/withdrawing.ts';

/** On the demo's list. */
const LISTED_ADDRESS = '0xf1c71710f1c71710f1c71710f1c71710f1c71710';

let server: TestServer;
let desk: TestDesk;
let other: TestDesk;
let support: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  desk = await TestDesk.open(server, 'compliance', 'ann');
  other = await TestDesk.open(server, 'administrator', 'bob');
  support = await TestDesk.open(server, 'support', 'sue');
});
afterAll(() => server.close());

let documents = 0;
const person = (change: CallInput<'POST user/real_name'> = {}) => ({
  country: 'VN',
  full_name: 'Trần Thị Bình',
  birth_date: '1990-12-31',
  id_number: `07920777${String(++documents).padStart(4, '0')}`,
  contact_address: '7 Hàng Bạc, Hoàn Kiếm',
  ...change,
});

async function applicant(change: CallInput<'POST user/real_name'> = {}): Promise<TestCustomer> {
  const who = await server.customer();
  await server.call('POST user/real_name', person(change), { token: who.token });
  return who;
}

async function casesOf(who: TestCustomer, state = 'open') {
  const { items } = await desk.call('GET desk/queue', { queue: 'compliance', state, customer_id: who.id });
  return items;
}

async function onlyCase(who: TestCustomer, state = 'open'): Promise<number> {
  const [item, more] = await casesOf(who, state);
  if (item === undefined || more !== undefined) throw new Error('not one case');
  return item.id;
}

const decide = (by: TestDesk, id: number, action: string, reason = 'I have looked at it') =>
  by.try('POST desk/queue_decide', { queue: 'compliance', id, action, reason });
const decided = async (by: TestDesk, id: number, action: string, reason?: string) =>
  (await decide(by, id, action, reason)).body.code;

async function approveIdentity(who: TestCustomer): Promise<string | number> {
  const { items } = await desk.call('GET desk/queue', { queue: 'identity', customer_id: who.id });
  const id = items[0]?.id ?? 0;
  return (await desk.try('POST desk/queue_decide', { queue: 'identity', id, action: 'approve' })).body.code;
}

describe('screening', () => {
  it('keeps a listed person from being verified until two people have cleared it', async () => {
    const who = await applicant({ full_name: 'Золтан Фиктивус', birth_date: '1961-05-01' });
    expect(await approveIdentity(who)).toBe('compliance_hold');
    const id = await onlyCase(who);
    const { fields, item } = await desk.call('GET desk/queue_item', { queue: 'compliance', id });
    expect(item).toMatchObject({ title: 'Name on a list', flags: ['money_held'] });
    const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      screened_name: 'Золтан Фиктивус',
      list: 'invented',
      listed_born: '1961',
      listed_countries: 'XX',
    });
    expect(await decided(desk, id, 'clear', ' ')).toBe('reason_required');
    expect(await decided(desk, id, 'clear')).toBe(1);
    expect(await approveIdentity(who)).toBe('compliance_hold');
    expect(await decided(desk, id, 'clear')).toBe('same_operator');
    expect(await decided(other, id, 'clear', 'Another date of birth')).toBe(1);
    expect(await approveIdentity(who)).toBe(1);
    expect(await decided(other, id, 'clear')).toBe('already_decided');
    // The same entry is noticed once.
    await server.services.screenCustomers();
    expect(await casesOf(who)).toEqual([]);
    const { history } = await desk.call('GET desk/queue_item', { queue: 'compliance', id });
    expect(history.map(({ who: by, what }) => `${by} ${what}`)).toEqual([
      ' created',
      'ann cleared_first',
      'bob cleared',
    ]);
  });

  it('finds nobody under another date of birth, and nobody else', async () => {
    const younger = await applicant({ full_name: 'Zoltan Fictivus', birth_date: '1990-05-01' });
    const stranger = await applicant();
    await server.services.screenCustomers();
    expect([await casesOf(younger), await casesOf(stranger)]).toEqual([[], []]);
    expect(await approveIdentity(stranger)).toBe(1);
  });

  it('happens by itself, and again when lists change', async () => {
    const who = await applicant({ full_name: 'Amara Nosuchperson', birth_date: '1975-03-01' });
    await server.services.screenCustomers();
    expect(await casesOf(who)).toHaveLength(1);
    const { rows } = await server.database.pool.query<{ left: number }>(
      `select count(*)::integer as left from identity_applications a left join screenings s on s.application_id = a.id
        where a.level = 'basic' and a.state <> 'rejected' and s.version is null`,
    );
    expect(rows[0]?.left).toBe(0);
    await server.database.pool.query(`update screenings set version = 'older', hits = 0`);
    await server.services.screenCustomers();
    const again = await server.database.pool.query(`select from screenings where version = 'older'`);
    expect(again.rows).toEqual([]);
    expect(await casesOf(who)).toHaveLength(1);
  });

  it('shows the lists, and cases to compliance alone', async () => {
    const lists = await desk.call('GET desk/screening_lists', {});
    expect(lists.items).toContainEqual({ list: 'demo-names.csv', names: 7, addresses: 0 });
    expect(lists.version).toMatch(/^[0-9a-f]{64}$/);
    expect(await support.refused('GET desk/screening_lists', {})).toBe('operator_forbidden');
    expect(await support.refused('GET desk/queue', { queue: 'compliance' })).toBe('operator_forbidden');
  });
});

describe('gates', () => {
  it.each([
    [{ country: 'KP' }, 'country_not_served', 'country'],
    [{ birth_date: '2010-01-01' }, 'too_young', 'birth_date'],
    [{ birth_date: undefined }, 'missing_field', 'birth_date'],
    [{ birth_date: '1990-02-30' }, 'invalid_input', 'birth_date'],
  ] as const)('refuse %o', async (change, code, field) => {
    const who = await server.customer();
    const refused = await server.refused('POST user/real_name', person(change), { token: who.token });
    expect(refused).toMatchObject({ code, data: { field } });
  });

  it('hold when rules change before somebody decides', async () => {
    const who = await applicant();
    const before = server.services.settings.get('compliance');
    await changeSetting(server, 'compliance', { ...before, refused_countries: 'IR, VN' });
    expect(await approveIdentity(who)).toBe('country_not_served');
    await changeSetting(server, 'compliance', before);
    expect(await approveIdentity(who)).toBe(1);
  });
});

describe('addresses', () => {
  it('on a list keep a withdrawal from being paid', async () => {
    const who = await withdrawer(server);
    const network = { network: 'ERC20', address: LISTED_ADDRESS } as const;
    const { address_id } = await saveAddress(server, who, network);
    const { withdrawal_id: id } = await withdraw(server, who, { address_id });
    const caseId = await onlyCase(who);
    expect(await decideWithdrawal(desk, id, 'approve')).toBe('compliance_hold');
    const { actions } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(actions.find(one => one.name === 'approve')?.blocked).toBe('compliance_hold');
    // Whoever may not read cases does not learn here that there is one.
    const accountant = await TestDesk.open(server, 'accountant', 'cas');
    const told = await accountant.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(told.actions.find(one => one.name === 'approve')?.blocked).toBe('money_held');
    expect(await decided(desk, caseId, 'confirm')).toBe(1);
    expect(await decideWithdrawal(desk, id, 'approve')).toBe('compliance_hold');
    // Rejecting gives the money back to the account, where it stays.
    expect(await decideWithdrawal(desk, id, 'reject')).toBe(1);
    expect(await decided(desk, caseId, 'clear')).toBe(1);
    expect(await decided(other, caseId, 'clear')).toBe(1);
    const second = await withdraw(server, who, { address_id });
    expect(await casesOf(who)).toHaveLength(1);
    expect(second.state).toBe('processing');
  });

  it('on a list that money came from are a case, once', async () => {
    const who = await server.customer();
    const sender = LISTED_ADDRESS.toLowerCase();
    const transfer = arrivedTransfer(who, 100_000_000n, { named: 'aa', sender });
    await server.services.money.sink.onConfirmed(transfer);
    await server.services.money.sink.onConfirmed(transfer);
    const { fields } = await desk.call('GET desk/queue_item', {
      queue: 'compliance',
      id: await onlyCase(who),
    });
    expect(fields).toContainEqual({ key: 'address', value: transfer.sender, format: 'address' });
    expect(fields.find(one => one.key === 'movement')?.value).toMatch(/^deposit\/\d+$/);
  });
});

describe('movements', () => {
  const arrive = async (who: TestCustomer, amounts: readonly number[]) => {
    for (const amount of amounts) {
      const named = String(++documents).padStart(2, '0');
      const transfer = arrivedTransfer(who, BigInt(amount) * 1_000_000n, { named });
      await server.services.money.sink.onConfirmed(transfer);
    }
    await server.services.feed.catchUp();
  };

  it('that a rule notices are one case', async () => {
    const who = await server.customer();
    await arrive(who, [8_000, 9_000]);
    expect(await casesOf(who)).toEqual([]);
    await arrive(who, [9_500]);
    const [item] = await casesOf(who);
    expect(item).toMatchObject({
      title: 'Just below the limit, several times',
      amount: '26500',
      currency: 'USDT',
      flags: [],
    });
    // What was looked at does not count again.
    await arrive(who, [9_500]);
    expect(await casesOf(who)).toHaveLength(1);
    expect(await decided(desk, item?.id ?? 0, 'note', 'Called the customer')).toBe(1);
    expect(await decided(desk, item?.id ?? 0, 'clear', 'Sold a car')).toBe(1);
    expect(await decided(desk, item?.id ?? 0, 'ask')).toBe('already_decided');
  });

  it('above a sum ask for the source of funds, and money waits for the answer', async () => {
    const before = server.services.settings.get('compliance');
    await changeSetting(server, 'compliance', { ...before, funds_from: '1000' });
    const who = await server.customer();
    await mayWithdraw(server, who);
    const { address_id } = await saveAddress(server, who);
    const as = { token: who.token };
    expect(await server.call('GET user/source_of_funds', {}, as)).toMatchObject({ state: 'none' });
    const answer = { origin: 'salary', text: 'Wages of two years, saved' } as const;
    const early = await server.refused('POST user/source_of_funds', answer, as);
    expect(early.code).toBe('source_of_funds_not_asked');
    await arrive(who, [600, 400]);
    await changeSetting(server, 'compliance', before);
    expect(await server.call('GET user/source_of_funds', {}, as)).toMatchObject({
      state: 'asked',
      note: null,
    });
    const refused = await tryToWithdraw(server, who, { address_id });
    expect(refused.body.code).toBe('source_of_funds_needed');
    await server.services.outbox.idle();
    expect(server.messages.map(one => one.subject)).toContain('Please tell us where your money comes from');

    const foreign = await uploadPicture(
      server,
      (await server.customer()).token,
      'source_of_funds',
      await samplePicture(8_100),
    );
    const stolen = { ...answer, picture_ids: String(foreign.picture_id) };
    expect((await server.refused('POST user/source_of_funds', stolen, as)).code).toBe('picture_unknown');
    const own = await uploadPicture(server, who.token, 'source_of_funds', await samplePicture(8_101));
    const given = { ...answer, picture_ids: String(own.picture_id) };
    expect(await server.call('POST user/source_of_funds', given, as)).toMatchObject({ state: 'answered' });

    const id = await onlyCase(who, 'answered');
    const { fields, pictures } = await desk.call('GET desk/queue_item', { queue: 'compliance', id });
    expect(fields).toContainEqual({ key: 'funds_text', value: answer.text, format: 'text' });
    expect(pictures).toEqual([{ id: own.picture_id, label: 'source_of_funds' }]);
    const picture = { queue: 'compliance', id, picture_id: own.picture_id } as const;
    expect((await desk.call('GET desk/queue_picture', picture)).content_type).toBe('image/jpeg');
    const { withdrawal_id: held } = await withdraw(server, who, { address_id });
    expect(await decideWithdrawal(desk, held, 'approve')).toBe('compliance_hold');

    expect(await decided(desk, id, 'ask', 'Please send the contract, too')).toBe(1);
    expect(await server.call('GET user/source_of_funds', {}, as)).toMatchObject({
      state: 'asked',
      note: 'Please send the contract, too',
    });
    expect(await server.call('POST user/source_of_funds', answer, as)).toMatchObject({ state: 'answered' });
    expect(await decided(desk, id, 'clear', 'Plausible')).toBe(1);
    expect(await decideWithdrawal(desk, held, 'approve')).toBe(1);
    expect(await server.call('GET user/source_of_funds', {}, as)).toMatchObject({ state: 'none' });
  });
});

describe('a report', () => {
  it('has all of a case in three formats, and stands in the log', async () => {
    const who = await applicant({ full_name: 'Zoltan Fictivus', birth_date: '1961-05-01' });
    await server.services.screenCustomers();
    const id = await onlyCase(who);
    await decided(desk, id, 'note', 'Asked the "bank", twice');
    const take = (format: 'json' | 'csv' | 'pdf') => desk.call('GET desk/case_report', { id, format });
    const text = async (format: 'json' | 'csv') =>
      Buffer.from((await take(format)).base64, 'base64').toString('utf8');
    const { lines } = JSON.parse(await text('json')) as {
      lines: { part: string; what: string; says: string }[];
    };
    const says = (what: string) => lines.find(line => line.what === what)?.says;
    expect(says('number')).toBe(String(who.id));
    expect(says('fullName')).toBe('Zoltan Fictivus');
    expect(says('listed_name')).toBe('Zoltan Fictivus');
    expect(lines.at(-1)?.says).toBe('ann: Asked the "bank", twice');
    expect(await text('csv')).toContain('"ann: Asked the ""bank"", twice"');
    const pdf = Buffer.from((await take('pdf')).base64, 'base64');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const { rows } = await server.database.pool.query<{ action: string; after: string }>(
      'select action, after from desk_audit where subject = $1 and action = $2 order by id',
      [`compliance:${id}`, 'compliance.report'],
    );
    expect(rows.map(row => row.after)).toEqual(['{"format":"json"}', '{"format":"csv"}', '{"format":"pdf"}']);
    expect(await support.refused('GET desk/case_report', { id, format: 'csv' })).toBe('operator_forbidden');
    expect(await desk.refused('GET desk/case_report', { id: 999_999, format: 'csv' })).toBe('not_found');
  });
});
