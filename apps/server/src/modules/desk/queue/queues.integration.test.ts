import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '@tallystick/protocol/desk/roles';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import type { Operator } from '../../../http/operator.ts';
import { AuditLog } from '../../../audit-log/audit-log.ts';
import type { QueueDetail, QueueKind } from '../../../queue/queue-kind.ts';
import { ViewAudit } from '../../../queue/view-audit.ts';
import { Queues } from './queues.ts';

let server: TestServer;
let admin: TestDesk;
const things = new Map<number, string>();

/** A queue as a module would register it; its items are in a map. */
function exampleQueue(): QueueKind {
  const detailOf = (id: number): QueueDetail | null => {
    const state = things.get(id);
    if (state === undefined) return null;
    return {
      item: {
        id,
        customer_id: 10_001,
        customer: 'c***@example.com',
        title: 'USDT · ERC20',
        amount: '100',
        currency: 'USDT',
        state,
        flags: [],
        created_at_ms: 0,
      },
      fields: [{ key: 'network', value: 'ERC20', format: 'text' }],
      pictures: [{ id: 7, label: 'voucher' }],
      history: [],
      actions:
        state === 'pending'
          ? [
              { name: 'approve', tone: 'good', needs_reason: false, inputs: [], choices: [], blocked: null },
              {
                name: 'reject',
                tone: 'bad',
                needs_reason: true,
                inputs: [{ name: 'transaction_id', required: true, value: '' }],
                choices: ['voucher'],
                blocked: null,
              },
              { name: 'forget', tone: 'plain', needs_reason: false, inputs: [], choices: [], blocked: null },
            ]
          : [],
    };
  };
  return {
    name: 'deposit',
    read: 'deposit.read',
    decide: 'deposit.decide',
    states: ['pending', 'approved', 'rejected'],
    count: () => Promise.resolve([...things.values()].filter(state => state === 'pending').length),
    list({ state }) {
      const items = [...things.keys()].map(id => detailOf(id)?.item).filter(item => item?.state === state);
      return Promise.resolve({ items: items.filter(item => item !== undefined), next_cursor: null });
    },
    detail: id => Promise.resolve(detailOf(id)),
    async apply({ id, action }, { audit }) {
      if (action === 'forget') return;
      if (things.get(id) !== 'pending') throw new CallFailure('already_decided');
      const after = action === 'approve' ? 'approved' : 'rejected';
      things.set(id, after);
      await inTransaction(server.database.pool, client =>
        audit(client, { before: { state: 'pending' }, after: { state: after } }),
      );
    },
    picture: (_id, pictureId) =>
      Promise.resolve(pictureId === 7 ? { content_type: 'image/png', base64: 'aGk=' } : null),
  };
}

let queues: Queues;
beforeAll(async () => {
  server = await TestServer.start();
  admin = await TestDesk.open(server, 'administrator', 'admin');
  // Its own registry, without the modules' queues.
  const { pool } = server.database;
  const now = () => server.clock.nowMs;
  const audit = new AuditLog(now);
  queues = new Queues(new ViewAudit({ pool, audit, now }), audit);
  queues.add(exampleQueue());
});
afterAll(() => server.close());

function as(role: Role): Operator {
  return { id: 1, name: role, role, sessionId: 1, address: '127.0.0.1' };
}

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CallFailure) return error.code;
    throw error;
  }
  return 'nothing refused';
}

type Decision = Parameters<Queues['decide']>[1];
const REJECT: Decision = { queue: 'deposit', id: 1, action: 'reject', reason: '', inputs: {}, choices: [] };
const decide = (change: Partial<Decision>, role: Role = 'accountant') =>
  queues.decide(as(role), { ...REJECT, ...change });
const list = (state?: string) =>
  queues.list(as('accountant'), { queue: 'deposit', limit: 20, ...(state === undefined ? {} : { state }) });

describe('a queue', () => {
  it('is registered once, and missing before', async () => {
    expect(() => queues.add(exampleQueue())).toThrow(/twice/);
    expect(await codeOf(() => queues.open(as('administrator'), 'identity', 1))).toBe('not_found');
  });

  it('shows what waits, and what the reader may decide', async () => {
    things.set(1, 'pending').set(2, 'approved');
    expect((await list()).items.map(item => item.id)).toEqual([1]);
    expect((await list('approved')).items.map(item => item.id)).toEqual([2]);
    expect(await codeOf(() => list('nonsense'))).toBe('invalid_input');
    const overview = async (role: Role) => (await queues.overview(as(role))).items;
    const expected = { name: 'deposit', waiting: 1, states: ['pending', 'approved', 'rejected'] };
    expect(await overview('accountant')).toEqual([{ ...expected, may_decide: true }]);
    expect(await overview('support')).toEqual([{ ...expected, may_decide: false }]);
    expect((await queues.open(as('support'), 'deposit', 1)).actions).toEqual([]);
    expect((await queues.open(as('accountant'), 'deposit', 1)).actions).toHaveLength(3);
  });

  it('accepts only complete decisions by people with the right, and logs them', async () => {
    const refused = (change: Partial<Decision>, role?: Role) => codeOf(() => decide(change, role));
    expect(await refused({}, 'support')).toBe('operator_forbidden');
    expect(await refused({ id: 99 })).toBe('not_found');
    expect(await refused({ action: 'explode' })).toBe('already_decided');
    expect(await refused({})).toBe('reason_required');
    const reason = 'no voucher';
    expect(await refused({ reason })).toBe('missing_field');
    const inputs = { transaction_id: 'x' };
    expect(await refused({ reason, inputs, choices: ['soul'] })).toBe('invalid_input');
    expect(things.get(1)).toBe('pending');
    const detail = await decide({ reason, inputs, choices: ['voucher'] });
    expect(detail.item.state).toBe('rejected');
    const { items } = await admin.call('GET desk/audit', { subject: 'deposit:1' });
    expect(items).toMatchObject([{ action: 'deposit.reject', operator: 'accountant' }]);
    expect(await refused({ action: 'approve' })).toBe('already_decided');
  });

  it('cannot decide without a log entry', async () => {
    things.set(3, 'pending');
    await expect(decide({ id: 3, action: 'forget' })).rejects.toThrow(/without writing it to the log/);
  });

  it('shows pictures, and logs who looked', async () => {
    const picture = { queue: 'deposit', id: 2, picture_id: 7 } as const;
    expect(await queues.picture(as('support'), picture)).toEqual({
      content_type: 'image/png',
      base64: 'aGk=',
    });
    const missing = { ...picture, picture_id: 8 };
    expect(await codeOf(() => queues.picture(as('support'), missing))).toBe('not_found');
    const { items } = await admin.call('GET desk/audit', { action: 'deposit.view_picture' });
    expect(items).toMatchObject([{ operator: 'support', subject: 'deposit:2', after: { picture: 7 } }]);
  });
});
