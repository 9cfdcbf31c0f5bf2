import type { CallInput } from '@tallystick/protocol';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallFailure } from '../../http/call-failure.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { listApplications } from './store.ts';
import type { IdentityDecision } from './review.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const OPERATOR = 7;
const VERIFIED = { verdict: 'verified' } as const;
let documents = 0;

type Basic = CallInput<'POST user/real_name'>;

/** Somebody with a new document. */
function person(change: Basic = {}): Basic {
  return {
    country: 'VN',
    birth_date: '1990-12-31',
    full_name: 'Nguyễn Văn Quang',
    id_number: `07920300${String(++documents).padStart(4, '0')}`,
    contact_address: '12 Đường Lê Lợi, Quận 1',
    region: 'Hồ Chí Minh',
    latitude: '10.776889',
    longitude: '106.700806',
    ...change,
  };
}

const apply = (who: TestCustomer, input: Basic) =>
  server.call('POST user/real_name', input, { token: who.token });
const stateOf = (who: TestCustomer) => server.call('GET user/identity', {}, { token: who.token });

async function applicationOf(who: TestCustomer): Promise<number> {
  const filter = { state: 'under_review', customerId: who.id, after: null, limit: 1 } as const;
  const [found] = await listApplications(server.database.pool, filter);
  if (found === undefined) throw new Error('nothing is waiting');
  return found.id;
}

async function decide(who: TestCustomer, decision: IdentityDecision) {
  return server.services.identityReview.decide(OPERATOR, await applicationOf(who), decision);
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CallFailure) return error.code;
    throw error;
  }
  return 'accepted';
}

async function threePictures(who: TestCustomer, seed: number) {
  const [front, back, holding] = [
    await uploadPicture(server, who.token, 'identity_front', await samplePicture(seed)),
    await uploadPicture(server, who.token, 'identity_back', await samplePicture(seed + 1)),
    await uploadPicture(server, who.token, 'identity_holding', await samplePicture(seed + 2)),
  ];
  return { front: front.picture_id, back: back.picture_id, holding: holding.picture_id };
}

async function verifiedBasic(): Promise<TestCustomer> {
  const who = await server.customer();
  await apply(who, person());
  await decide(who, VERIFIED);
  return who;
}

describe('both levels', () => {
  it('are applied for, decided on the desk, and told in the app and by mail', async () => {
    const who = await server.customer();
    await server.call('POST set/lang', { lang: 'yn' }, { token: who.token });
    expect(await stateOf(who)).toMatchObject({
      level: 'none',
      basic: { state: 'unverified' },
      advanced: { state: 'unverified' },
    });
    const applied = await apply(who, person());
    expect(applied).toMatchObject({
      level: 'none',
      basic: { state: 'under_review', reason: null, redo: [] },
    });
    const center = () => server.call('GET user/center', {}, { token: who.token });
    expect((await center()).verification).toBe('under_review');

    const decided = await decide(who, VERIFIED);
    expect(decided).toMatchObject({
      customerId: who.id,
      level: 'basic',
      before: 'under_review',
      after: 'verified',
      operatorId: OPERATOR,
      atMs: server.clock.nowMs,
    });
    expect(await stateOf(who)).toMatchObject({ level: 'basic', basic: { state: 'verified' } });
    expect(await server.services.identity.level(who.id)).toBe('basic');

    const pictures = await threePictures(who, 100);
    const advanced = await server.call('POST user/real_name2', pictures, { token: who.token });
    expect(advanced.advanced).toMatchObject({ state: 'under_review', ...pictures });
    await decide(who, VERIFIED);
    expect(await stateOf(who)).toMatchObject({ level: 'advanced', advanced: { state: 'verified' } });
    expect((await center()).verification).toBe('verified');

    await server.services.outbox.idle();
    const mails = server.messages.filter(one => one.recipient === who.email).map(one => one.subject);
    expect(mails).toContain('Xác minh cơ bản của bạn đã hoàn tất');
    expect(mails).toContain('Danh tính của bạn đã được xác minh');
    const notices = async (lang: string) =>
      (await server.call('POST news/list', {}, { token: who.token, lang })).items.map(one => one.title);
    expect((await notices('yn')).slice(0, 2)).toContain('Danh tính của bạn đã được xác minh');
    expect((await notices('jp')).slice(0, 2)).toContain('本人確認が完了しました');
    const other = await server.customer();
    const seen = await server.call('POST news/list', {}, { token: other.token, lang: 'jp' });
    expect(seen.items.map(one => one.title)).not.toContain('本人確認が完了しました');
    const { rows: fed } = await server.database.pool.query<{ kind: string; message: string | null }>(
      `select kind, body::json ->> 'message' as message from office_events
        where customer_id = $1 and kind in ('identityApplied', 'customerNews') order by position`,
      [who.id],
    );
    expect(fed.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      'identityApplied null',
      'customerNews basicVerified',
      'identityApplied null',
      'customerNews advancedVerified',
    ]);
  });

  it('come in their order', async () => {
    const who = await server.customer();
    const pictures = await threePictures(who, 110);
    const early = await server.refused('POST user/real_name2', pictures, { token: who.token });
    expect(early).toMatchObject({ code: 'identity_basic_first', status: 409 });
    await apply(who, person());
    const stillEarly = await server.refused('POST user/real_name2', pictures, { token: who.token });
    expect(stillEarly.code).toBe('identity_basic_first');
  });

  it('are there without an application for who was verified otherwise', async () => {
    const who = await server.customer();
    await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
      who.id,
    ]);
    expect(await stateOf(who)).toMatchObject({
      level: 'advanced',
      basic: { state: 'verified' },
      advanced: { state: 'verified' },
    });
    const again = await server.refused('POST user/real_name', person(), { token: who.token });
    expect(again.code).toBe('identity_already_verified');
  });
});

describe('an application', () => {
  it('shows its owner only masked data', async () => {
    const who = await server.customer();
    await apply(who, person({ id_number: '079-203-999999' }));
    expect((await stateOf(who)).basic).toMatchObject({
      country: 'VN',
      birth_date: '1990-**-**',
      full_name: 'N***** V** Q****',
      id_number: '********9999',
      contact_address: '12 Đườ***',
    });
  });

  it('sent twice at once is made once', async () => {
    const who = await server.customer();
    const input = person();
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.try('POST user/real_name', input, { token: who.token })),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([
      1,
      'identity_under_review',
      'identity_under_review',
    ]);
    const { rows } = await server.database.pool.query(
      'select count(*)::integer as count from identity_applications where customer_id = $1',
      [who.id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('with three pictures sent twice at once is made once', async () => {
    const who = await verifiedBasic();
    const pictures = await threePictures(who, 120);
    const answers = await Promise.all(
      [1, 2].map(() => server.try('POST user/real_name2', pictures, { token: who.token })),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'identity_under_review']);
  });

  it('is refused with a verified level', async () => {
    const who = await verifiedBasic();
    const again = await server.refused('POST user/real_name', person(), { token: who.token });
    expect(again).toMatchObject({ code: 'identity_already_verified', status: 409 });
  });

  it.each([
    [{ full_name: 'X' }, 'full_name_invalid', 'full_name'],
    [{ id_number: '12' }, 'id_number_invalid', 'id_number'],
    [{ country: 'CN', id_number: '110105194912310021' }, 'id_number_invalid', 'id_number'],
    [{ contact_address: '1234567' }, 'contact_address_invalid', 'contact_address'],
    [{ country: undefined }, 'missing_field', 'country'],
  ])('with %o is refused and changes nothing', async (change, code, field) => {
    const who = await server.customer();
    const before = await server.fingerprint();
    const refused = await server.refused('POST user/real_name', person(change), { token: who.token });
    expect(refused).toMatchObject({ code, data: { field } });
    expect(await server.fingerprint()).toBe(before);
  });

  it('takes only one’s own pictures, each of its kind, each another', async () => {
    const who = await verifiedBasic();
    const stranger = await server.customer();
    const mine = await threePictures(who, 130);
    const theirs = await threePictures(stranger, 140);
    const before = await server.fingerprint();
    const refusedWith = async (change: object) =>
      (await server.refused('POST user/real_name2', { ...mine, ...change }, { token: who.token })).code;
    expect(await refusedWith({ back: theirs.back })).toBe('picture_unknown');
    expect(await refusedWith({ back: 999_999 })).toBe('picture_unknown');
    expect(await refusedWith({ front: mine.back, back: mine.front })).toBe('picture_unknown');
    expect(await refusedWith({ back: mine.front })).toBe('pictures_alike');
    expect(await refusedWith({ holding: undefined })).toBe('missing_field');
    expect(await server.fingerprint()).toBe(before);
    const same = await uploadPicture(server, who.token, 'identity_back', await samplePicture(130));
    expect(await refusedWith({ back: same.picture_id })).toBe('pictures_alike');
  });
});

describe('a rejection', () => {
  it('says why and what to do again; the rest is kept', async () => {
    const who = await server.customer();
    const first = person();
    await apply(who, first);
    await decide(who, {
      verdict: 'rejected',
      reason: 'does_not_match',
      redo: ['full_name'],
      note: ' See page 2. ',
    });
    expect((await stateOf(who)).basic).toMatchObject({
      state: 'rejected',
      reason: 'does_not_match',
      redo: ['full_name'],
      note: 'See page 2.',
      decided_at_ms: server.clock.nowMs,
    });
    const lacking = await server.refused('POST user/real_name', {}, { token: who.token });
    expect(lacking).toMatchObject({ code: 'missing_field', data: { field: 'full_name' } });
    const again = await apply(who, { full_name: 'Nguyễn Văn Quảng' });
    expect(again.basic).toMatchObject({ state: 'under_review', reason: null, note: null, redo: [] });
    const reviewed = await server.services.identityReview.read(await applicationOf(who));
    expect(reviewed.fields).toMatchObject({
      fullName: 'Nguyễn Văn Quảng',
      idNumber: first.id_number,
      contactAddress: first.contact_address,
      region: first.region,
      latitude: first.latitude,
    });
    await decide(who, VERIFIED);
    expect((await stateOf(who)).level).toBe('basic');
  });

  it('of pictures asks only for the wrong ones', async () => {
    const who = await verifiedBasic();
    const pictures = await threePictures(who, 150);
    await server.call('POST user/real_name2', pictures, { token: who.token });
    await decide(who, { verdict: 'rejected', reason: 'unreadable', redo: ['back'], note: null });
    expect(await stateOf(who)).toMatchObject({
      level: 'basic',
      advanced: { state: 'rejected', reason: 'unreadable', redo: ['back'], front: pictures.front },
    });
    const lacking = await server.refused('POST user/real_name2', {}, { token: who.token });
    expect(lacking).toMatchObject({ code: 'missing_field', data: { field: 'back' } });
    const back = await uploadPicture(server, who.token, 'identity_back', await samplePicture(160));
    const again = await server.call('POST user/real_name2', { back: back.picture_id }, { token: who.token });
    expect(again.advanced).toMatchObject({
      state: 'under_review',
      front: pictures.front,
      back: back.picture_id,
      holding: pictures.holding,
    });
  });

  it('needs a reason in words if it is none of the listed ones, and fields of its level', async () => {
    const who = await server.customer();
    await apply(who, person());
    const rejected = { verdict: 'rejected', redo: [], note: ' ' } as const;
    expect(await codeOf(decide(who, { ...rejected, reason: 'other' }))).toBe('reason_required');
    expect(await codeOf(decide(who, { ...rejected, reason: 'expired', redo: ['front'] }))).toBe(
      'invalid_input',
    );
    expect(await codeOf(decide(who, { ...rejected, reason: 'expired', note: 'x'.repeat(501) }))).toBe(
      'invalid_input',
    );
    expect((await stateOf(who)).basic.state).toBe('under_review');
    await decide(who, { ...rejected, reason: 'expired' });
    expect((await stateOf(who)).basic.redo).toEqual([
      'country',
      'full_name',
      'birth_date',
      'id_number',
      'contact_address',
    ]);
  });
});

/** States of the mails about the basic verification. */
async function mailsOf(db: Pick<pg.ClientBase, 'query'>, who: TestCustomer): Promise<string[]> {
  const { rows } = await db.query<{ state: string }>(
    `select state from outbox where recipient = $1 and subject ilike '%basic verification%'`,
    [who.email],
  );
  return rows.map(row => row.state);
}

describe('operators', () => {
  it('of whom two decide at once: one does, the other is told so', async () => {
    const who = await server.customer();
    await apply(who, person());
    const id = await applicationOf(who);
    const { identityReview } = server.services;
    const results = await Promise.all([
      codeOf(identityReview.decide(1, id, VERIFIED)),
      codeOf(identityReview.decide(2, id, { verdict: 'rejected', reason: 'edited', redo: [], note: null })),
    ]);
    expect(results.toSorted()).toEqual(['accepted', 'already_decided']);
    expect(await codeOf(identityReview.decide(3, id, VERIFIED))).toBe('already_decided');
    expect(await codeOf(identityReview.decide(3, 999_999, VERIFIED))).toBe('not_found');
    expect(await codeOf(identityReview.read(999_999))).toBe('not_found');
  });

  it('leave no trace if what they do beside fails', async () => {
    const who = await server.customer();
    await apply(who, person());
    const failing = server.services.identityReview.decide(1, await applicationOf(who), VERIFIED, () =>
      Promise.reject(new CallFailure('busy')),
    );
    expect(await codeOf(failing)).toBe('busy');
    expect((await stateOf(who)).basic.state).toBe('under_review');
    expect(await mailsOf(server.database.pool, who)).toEqual([]);
  });

  it('decide and tell in one: the mail waits in the same transaction, so no crash comes between', async () => {
    const who = await server.customer();
    await apply(who, person());
    let inside: string[] = [];
    await server.services.identityReview.decide(1, await applicationOf(who), VERIFIED, async db => {
      inside = await mailsOf(db, who);
    });
    expect(inside).toEqual(['queued']);
  });
});

describe('one document', () => {
  it('verifies one customer, however its number is written', async () => {
    const owner = await server.customer();
    await apply(owner, person({ country: 'JP', id_number: 'TK 1234567' }));
    await decide(owner, VERIFIED);
    const thief = await server.customer();
    const refused = await server.refused(
      'POST user/real_name',
      person({ country: 'JP', id_number: 'tk-123.4567' }),
      { token: thief.token },
    );
    expect(refused).toMatchObject({ code: 'identity_document_used', data: { field: 'id_number' } });
    // The same number in another country is another document.
    await apply(thief, person({ country: 'KR', id_number: 'TK1234567' }));
  });

  it('of two who wait, the desk sees both, and approves one', async () => {
    const [one, two] = [await server.customer(), await server.customer()];
    const input = person();
    await apply(one, input);
    await apply(two, input);
    const [idOne, idTwo] = [await applicationOf(one), await applicationOf(two)];
    const { identityReview } = server.services;
    expect((await identityReview.read(idTwo)).sameDocument).toEqual([
      { customerId: one.id, applicationId: idOne },
    ]);
    const results = await Promise.all([
      codeOf(identityReview.decide(1, idOne, VERIFIED)),
      codeOf(identityReview.decide(2, idTwo, VERIFIED)),
    ]);
    expect(results.toSorted()).toEqual(['accepted', 'identity_document_used']);
  });

  it('whose pictures another customer has used is flagged', async () => {
    const owner = await verifiedBasic();
    const pictures = await threePictures(owner, 170);
    await server.call('POST user/real_name2', pictures, { token: owner.token });
    const thief = await verifiedBasic();
    const stolen = await threePictures(thief, 170);
    await server.call('POST user/real_name2', stolen, { token: thief.token });
    const { replayed } = await server.services.identityReview.read(await applicationOf(thief));
    expect(replayed).toEqual(
      [stolen.front, stolen.back, stolen.holding].map(pictureId => ({
        pictureId,
        usedBy: `identity:${owner.id}`,
      })),
    );
  });
});

describe('read straight from the database', () => {
  it('an application holds nothing but ciphertext', async () => {
    const who = await server.customer();
    const input = person({ id_number: '079203777777' });
    await apply(who, input);
    await decide(who, { verdict: 'rejected', reason: 'other', redo: [], note: 'Your cousin’s card' });
    const { rows } = await server.database.pool.query<Record<string, unknown>>(
      'select * from identity_applications where customer_id = $1',
      [who.id],
    );
    expect(rows).toHaveLength(1);
    const bytes = Buffer.concat(
      rows
        .flatMap(row => Object.values(row))
        .map(value => (Buffer.isBuffer(value) ? value : Buffer.from(`${value}`))),
    );
    expect(bytes.length).toBeGreaterThan(200);
    const secrets = [...Object.values(input), '079203777777', '777777', 'Quang', 'cousin'];
    expect(secrets.filter(secret => bytes.includes(String(secret)))).toEqual([]);
  });

  it('no table knows a name, a number or an address', async () => {
    const who = await server.customer('funded');
    const input = person({
      full_name: 'Zyxwvut Qponmlk',
      id_number: 'SECRET123456',
      contact_address: 'Hidden Lane 9',
    });
    await apply(who, input);
    await decide(who, VERIFIED);
    await server.call(
      'POST wallet/change',
      { from: 'spot', to: 'option', currency_id: 3, amount: '1' },
      { token: who.token, key: freshKey() },
    );
    const { pool } = server.database;
    // To check that the search finds both texts and bytes.
    await pool.query(`create table leaking_words as select 'Hidden Lane' as words`);
    await pool.query(`create table leaking_bytes as select 'a zyxwvut'::bytea as bytes`);
    const tables = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const leaking = [];
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ hits: string }>(
        `select count(*) as hits from "${name}" t
          where t::text ilike any(array['%Zyxwvut%', '%SECRET123456%', '%Hidden Lane%'])
             or exists (select 1 from jsonb_each_text(to_jsonb(t)) as f(key, value)
                         where starts_with(value, '\\x') and length(value) % 2 = 0
                           and encode(decode(substr(value, 3), 'hex'), 'escape')
                               ilike any(array['%Zyxwvut%', '%SECRET123456%', '%Hidden Lane%']))`,
      );
      for (const { hits } of rows) if (Number(hits) > 0) leaking.push(name);
    }
    expect(leaking.toSorted()).toEqual(['leaking_bytes', 'leaking_words']);
  });
});
