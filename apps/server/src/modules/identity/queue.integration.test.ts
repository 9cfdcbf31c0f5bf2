import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';

let server: TestServer;
let compliance: TestDesk;
let support: TestDesk;
let accountant: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  ({ compliance, support, accountant } = await TestDesk.openAll(server));
});
afterAll(() => server.close());

let documents = 0;

/** Somebody who has applied for the basic level. */
async function applicant(
  idNumber = `07920400${String(++documents).padStart(4, '0')}`,
): Promise<TestCustomer> {
  const who = await server.customer();
  await server.call(
    'POST user/real_name',
    {
      country: 'VN',
      birth_date: '1990-12-31',
      full_name: 'Trần Thị Bình',
      id_number: idNumber,
      contact_address: '7 Hàng Bạc, Hoàn Kiếm',
      region: 'Hà Nội',
      latitude: '21.033000',
      longitude: '105.850000',
    },
    { token: who.token },
  );
  return who;
}

async function waitingOf(who: TestCustomer) {
  const { items } = await compliance.call('GET desk/queue', { queue: 'identity', customer_id: who.id });
  const [item] = items;
  if (item === undefined) throw new Error('nothing is waiting');
  return item;
}

async function detailOf(who: TestCustomer, desk = compliance) {
  return desk.call('GET desk/queue_item', { queue: 'identity', id: (await waitingOf(who)).id });
}

describe('the desk’s queue', () => {
  it('lists who waits, oldest first, a page at a time', async () => {
    const [one, two, three] = [await applicant(), await applicant(), await applicant()];
    const { items: queues } = await compliance.call('GET desk/queues', {});
    expect(queues).toContainEqual({
      name: 'identity',
      waiting: 3,
      states: ['under_review', 'verified', 'rejected'],
      may_decide: true,
    });
    const first = await compliance.call('GET desk/queue', { queue: 'identity', limit: 2 });
    expect(first.items.map(item => item.customer_id)).toEqual([one.id, two.id]);
    const cursor = first.next_cursor ?? '';
    const second = await compliance.call('GET desk/queue', { queue: 'identity', limit: 2, cursor });
    expect(second.items.map(item => item.customer_id)).toEqual([three.id]);
    expect(second.next_cursor).toBeNull();
    expect(second.items[0]).toMatchObject({
      title: 'Basic',
      state: 'under_review',
      customer: 'cu***@example.com',
    });
  });

  it('shows what has to be compared, and what looks wrong', async () => {
    const owner = await applicant('079205550001');
    const other = await applicant('079205550001');
    const { fields, item, actions } = await detailOf(other);
    const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]));
    expect(values).toMatchObject({
      full_name: 'Trần Thị Bình',
      country: 'VN',
      birth_date: '1990-12-31',
      id_number: '079205550001',
      contact_address: '7 Hàng Bạc, Hoàn Kiếm',
      region: 'Hà Nội',
      same_document: String(owner.id),
    });
    expect(values['place']).toContain('mlat=21.033000&mlon=105.850000');
    expect(item.flags).toEqual(['same_document']);
    expect(actions.map(({ name }) => name)).toEqual(['approve', 'reject']);
  });

  it('approves, with an entry in the log that holds nothing personal', async () => {
    const who = await applicant();
    const { id } = await waitingOf(who);
    const decided = await compliance.call('POST desk/queue_decide', {
      queue: 'identity',
      id,
      action: 'approve',
    });
    expect(decided).toMatchObject({ item: { state: 'verified' }, actions: [] });
    expect(decided.history.at(-1)).toMatchObject({ who: 'compliance', what: 'verified' });
    expect(await server.services.identity.level(who.id)).toBe('basic');
    const { rows } = await server.database.pool.query<Record<string, string>>(
      'select action, subject, before, after from desk_audit where subject = $1',
      [`identity:${id}`],
    );
    expect(rows).toEqual([
      {
        action: 'identity.approve',
        subject: `identity:${id}`,
        before: '{"state":"under_review"}',
        after: `{"state":"verified","level":"basic","customer_id":${who.id},"reason":null,"redo":[]}`,
      },
    ]);
    const again = { queue: 'identity', id, action: 'approve' } as const;
    expect(await compliance.refused('POST desk/queue_decide', again)).toBe('already_decided');
  });

  it('rejects for a listed reason, and asks only for what is wrong', async () => {
    const who = await applicant();
    const { id } = await waitingOf(who);
    const reject = { queue: 'identity', id, action: 'reject' } as const;
    expect(await compliance.refused('POST desk/queue_decide', reject)).toBe('missing_field');
    const unknown = { ...reject, inputs: { reason_code: 'ugly' } };
    expect(await compliance.refused('POST desk/queue_decide', unknown)).toBe('invalid_input');
    const wordless = { ...reject, inputs: { reason_code: 'other' } };
    expect(await compliance.refused('POST desk/queue_decide', wordless)).toBe('reason_required');
    const foreign = { ...reject, inputs: { reason_code: 'expired' }, choices: ['front'] };
    expect(await compliance.refused('POST desk/queue_decide', foreign)).toBe('invalid_input');
    await compliance.call('POST desk/queue_decide', {
      ...reject,
      inputs: { reason_code: 'does_not_match' },
      choices: ['full_name'],
      reason: 'The second name is missing.',
    });
    const { basic } = await server.call('GET user/identity', {}, { token: who.token });
    expect(basic).toMatchObject({
      state: 'rejected',
      reason: 'does_not_match',
      note: 'The second name is missing.',
      redo: ['full_name'],
    });
    const { items } = await compliance.call('GET desk/queue', { queue: 'identity', state: 'rejected' });
    expect(items.map(item => item.id)).toContain(id);
  });

  it('is decided by one of two who press at once', async () => {
    const { id } = await waitingOf(await applicant());
    const answers = await Promise.all(
      [1, 2].map(() =>
        compliance.try('POST desk/queue_decide', { queue: 'identity', id, action: 'approve' }),
      ),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'already_decided']);
    const { rows } = await server.database.pool.query(
      'select count(*)::integer as count from desk_audit where subject = $1',
      [`identity:${id}`],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('writes down who opened somebody’s papers, before they see them, and once while the page stays open', async () => {
    const who = await applicant();
    const { id } = await waitingOf(who);
    for (let i = 0; i < 3; i++) await detailOf(who, support);
    await detailOf(who);
    // Sessions that are used stay valid.
    for (let i = 0; i < 2; i++) {
      server.clock.nowMs += 1_800_000;
      for (const desk of [support, compliance, accountant]) await desk.call('GET desk/me', {});
    }
    await detailOf(who, support);
    const { items } = await compliance.call('GET desk/audit', { action: 'identity.view' });
    const mine = items.filter(({ subject }) => subject === `identity:${id}`);
    expect(mine.map(({ operator }) => operator)).toEqual(['support', 'compliance', 'support']);
  });

  it('is read by support, decided by compliance, and closed to accountants', async () => {
    const who = await applicant();
    const { id } = await waitingOf(who);
    expect((await detailOf(who, support)).actions).toEqual([]);
    const approve = { queue: 'identity', id, action: 'approve' } as const;
    expect(await support.refused('POST desk/queue_decide', approve)).toBe('operator_forbidden');
    expect(await accountant.refused('GET desk/queue_item', { queue: 'identity', id })).toBe(
      'operator_forbidden',
    );
    expect(await accountant.refused('POST desk/queue_decide', approve)).toBe('operator_forbidden');
    expect(await server.services.identity.level(who.id)).toBe('none');
  });

  it('shows the three pictures of an application, and no other customer’s', async () => {
    const who = await applicant();
    const { id: basicId } = await waitingOf(who);
    await compliance.call('POST desk/queue_decide', { queue: 'identity', id: basicId, action: 'approve' });
    const upload = async (kind: 'identity_front' | 'identity_back' | 'identity_holding', seed: number) =>
      (await uploadPicture(server, who.token, kind, await samplePicture(seed))).picture_id;
    const pictures = {
      front: await upload('identity_front', 1),
      back: await upload('identity_back', 2),
      holding: await upload('identity_holding', 3),
    };
    await server.call('POST user/real_name2', pictures, { token: who.token });
    const detail = await detailOf(who);
    expect(detail.item.title).toBe('Advanced');
    // To compare with the document.
    expect(detail.fields).toContainEqual({ key: 'full_name', value: 'Trần Thị Bình', format: 'text' });
    expect(detail.pictures).toEqual(
      Object.entries(pictures).map(([label, picture]) => ({ id: picture, label })),
    );
    const { id } = detail.item;
    const shown = { queue: 'identity', id, picture_id: pictures.front } as const;
    const picture = await compliance.call('GET desk/queue_picture', shown);
    const { bytes } = await server.services.pictures.read(pictures.front);
    expect(picture).toEqual({ content_type: 'image/jpeg', base64: Buffer.from(bytes).toString('base64') });
    const stranger = await server.customer();
    const foreign = await uploadPicture(server, stranger.token, 'identity_front', await samplePicture(4));
    const other = { ...shown, picture_id: foreign.picture_id };
    expect(await compliance.refused('GET desk/queue_picture', other)).toBe('not_found');
    expect(await accountant.refused('GET desk/queue_picture', shown)).toBe('operator_forbidden');
  });
});
