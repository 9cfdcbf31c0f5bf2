import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { REJECTED_DOCUMENT_DAYS } from '../../testing/test-server-parts.ts';
import { listApplications } from './store.ts';
import type { IdentityDecision } from './review.ts';

let server: TestServer;
let seed = 0;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const fields = () => ({
  country: 'VN',
  full_name: 'Nguyễn Văn Quang',
  birth_date: '1990-12-31',
  id_number: `0792001234${String(++seed).padStart(2, '0')}`,
  contact_address: '12 Lê Lợi, Quận 1',
});

async function decide(who: TestCustomer, decision: IdentityDecision): Promise<number> {
  const filter = { state: 'under_review', customerId: who.id, after: null, limit: 1 } as const;
  const [found] = await listApplications(server.database.pool, filter);
  if (found === undefined) throw new Error('nothing is waiting');
  await server.services.identityReview.decide(7, found.id, decision);
  return found.id;
}

const reject = (who: TestCustomer, redo: ('full_name' | 'front')[]) =>
  decide(who, { verdict: 'rejected', reason: 'unreadable', redo, note: 'The name, please, Mr Quang.' });

async function pictures(who: TestCustomer) {
  const upload = async (side: 'front' | 'back' | 'holding') =>
    (await uploadPicture(server, who.token, `identity_${side}`, await samplePicture(++seed))).picture_id;
  return { front: await upload('front'), back: await upload('back'), holding: await upload('holding') };
}

/** Without logging in, because sessions end sooner than documents are deleted. */
async function pass(days: number): Promise<void> {
  server.clock.nowMs += days * DAY_MS;
  await server.services.documentRetention.forgetOld();
}

async function rowOf(id: number) {
  const { rows } = await server.database.pool.query<Record<string, unknown>>(
    `select state, reason, redo, decided_by, sealed, document_print, front_id, sealed_note
       from identity_applications where id = $1`,
    [id],
  );
  return rows[0];
}

async function stillThere(ids: readonly number[]): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    'select id from pictures where id = any($1) order by id',
    [ids],
  );
  return rows.map(row => Number(row.id));
}

async function logged(id: number): Promise<unknown[]> {
  const { rows } = await server.database.pool.query<{ operator_name: string; after: string }>(
    `select operator_name, after from desk_audit where action = 'identity.delete_documents' and subject = $1`,
    [`identity:${id}`],
  );
  return rows.map(row => [row.operator_name, JSON.parse(row.after)]);
}

describe('documents of a rejected application', () => {
  it('are there as long as the setting says, then gone, and the log says so; the decision stays', async () => {
    const who = await server.customer();
    await server.call('POST user/real_name', fields(), { token: who.token });
    const id = await reject(who, ['full_name']);
    await pass(REJECTED_DOCUMENT_DAYS);
    expect(await rowOf(id)).toMatchObject({ redo: ['full_name'], sealed: expect.any(Buffer) });
    expect(await logged(id)).toEqual([]);

    await pass(1);
    expect(await rowOf(id)).toEqual({
      state: 'rejected',
      reason: 'unreadable',
      redo: ['country', 'full_name', 'birth_date', 'id_number', 'contact_address'],
      decided_by: 7,
      sealed: null,
      document_print: null,
      front_id: null,
      sealed_note: null,
    });
    const entry = {
      documents: 'deleted',
      level: 'basic',
      customer_id: who.id,
      pictures: 0,
      kept_days: REJECTED_DOCUMENT_DAYS,
    };
    expect(await logged(id)).toEqual([['system', entry]]);
    expect(await server.services.identity.state(who.id)).toMatchObject({
      basic: { state: 'rejected', reason: 'unreadable' },
      fields: null,
      notes: { basic: null },
    });
    await pass(1);
    expect(await logged(id)).toHaveLength(1);
  });

  it('that went on into the next application stay with that one, and those of the verified stay', async () => {
    const who = await server.customer();
    const auth = { token: who.token };
    await server.call('POST user/real_name', fields(), auth);
    const basic = await decide(who, { verdict: 'verified' });
    const first = await pictures(who);
    await server.call('POST user/real_name2', first, auth);
    const rejected = await reject(who, ['front']);
    const { front } = await pictures(who);
    await server.call('POST user/real_name2', { front }, auth);
    const verified = await decide(who, { verdict: 'verified' });

    await pass(REJECTED_DOCUMENT_DAYS + 1);
    expect(await stillThere(Object.values(first))).toEqual([first.back, first.holding]);
    expect(await stillThere([front])).toEqual([front]);
    expect(await rowOf(rejected)).toMatchObject({ front_id: null });
    expect(await rowOf(verified)).toMatchObject({ state: 'verified', front_id: String(front) });
    expect(await rowOf(basic)).toMatchObject({ state: 'verified', sealed: expect.any(Buffer) });
    expect(await logged(rejected)).toMatchObject([['system', { level: 'advanced', pictures: 1 }]]);
  });

  it('do not keep anybody from applying again, with everything', async () => {
    const who = await server.customer();
    await server.call('POST user/real_name', fields(), { token: who.token });
    await reject(who, ['full_name']);
    await pass(REJECTED_DOCUMENT_DAYS + 1);
    const { token } = await server.call('POST user/login', {
      kind: 'email',
      account: who.email,
      password: 'correct horse',
    });
    const half = await server.refused('POST user/real_name', { full_name: 'Nguyễn Văn Quang' }, { token });
    expect(half.code).toBe('missing_field');
    const { basic } = await server.call('POST user/real_name', fields(), { token });
    expect(basic.state).toBe('under_review');
  });
});
