import { MINUTE_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { Role } from '@tallystick/protocol/desk/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { BTC_USDT } from '../../../testing/traders.ts';
import { changeSetting } from '../../testing/setting.ts';
import { forgetResolved, raiseAlert, resolveAlert } from './store.ts';
import { RESOLVED_KEPT_MS } from './watch.ts';

let server: TestServer;
let desks: Readonly<Record<Role, TestDesk>>;
beforeAll(async () => {
  server = await TestServer.start({ publicUrl: 'https://tally.example' });
  desks = await TestDesk.openAll(server);
  await server.database.pool.query(`update operators set email = name || '@desk.example'`);
});
afterAll(() => server.close());

/** Twice, because a single check raises no alert. */
async function look(): Promise<void> {
  await server.services.desk.alerts.look();
  await server.services.desk.alerts.look();
  await server.services.feed.catchUp();
  await server.services.outbox.idle();
}

async function open(): Promise<DeskOutput<'GET desk/alerts'>['items']> {
  return (await desks.support.call('GET desk/alerts', {})).items;
}

const opened = async (kind: string) => (await open()).filter(alert => alert.kind === kind);

/** Ticks for every market with an index; without them all would be stale. */
async function freshen(except?: number): Promise<void> {
  for (const { id } of server.engine.exchange.markets()) {
    if (id !== except) await server.tick(id, 60_000e8);
  }
}

async function mailsOf(alert: string): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ recipient: string; subject: string }>(
    'select recipient, subject from outbox order by id',
  );
  return rows.filter(({ subject }) => subject.includes(alert)).map(row => `${row.recipient} ${row.subject}`);
}

describe('a stale index', () => {
  it('is raised once, announced to the operators concerned, and resolved once', async () => {
    await freshen();
    await look();
    expect(await opened('stale_index')).toEqual([]);
    server.clock.nowMs += 61_000;
    await freshen(BTC_USDT);
    // A single check may have come at a bad moment.
    await server.services.desk.alerts.look();
    expect(await opened('stale_index')).toEqual([]);
    await look();
    await look();
    const symbol = server.engine.exchange.market(BTC_USDT)!.symbol;
    expect(await opened('stale_index')).toMatchObject([
      { subject: symbol, figure: '61 s', limit: '60 s', resolved_at_ms: null, acknowledged_by: null },
    ]);
    await freshen();
    await look();
    await look();
    expect(await opened('stale_index')).toEqual([]);
    const { items } = await desks.support.call('GET desk/alerts', { state: 'resolved' });
    expect(items).toMatchObject([{ kind: 'stale_index', resolved_at_ms: server.clock.nowMs }]);
    expect((await mailsOf(`Stale index: ${symbol}`)).toSorted()).toEqual([
      `accountant@desk.example Alert: Stale index: ${symbol}`,
      `accountant@desk.example Over: Stale index: ${symbol}`,
      `administrator@desk.example Alert: Stale index: ${symbol}`,
      `administrator@desk.example Over: Stale index: ${symbol}`,
    ]);
  });

  it('is raised once and resolved once by two processes checking at the same moment', async () => {
    const { pool } = server.database;
    const key = { kind: 'stale_index', subject: 'two' } as const;
    const reading = { ...key, state: 'bad', figure: '61 s', limit: '60 s' } as const;
    const twice = async (change: () => Promise<string | null>) =>
      (await Promise.all([change(), change()])).filter(id => id !== null);
    expect(await twice(() => raiseAlert(pool, reading, 1))).toHaveLength(1);
    expect(await opened('stale_index')).toHaveLength(1);
    expect(await twice(() => resolveAlert(pool, key, 2))).toHaveLength(1);
    expect(await opened('stale_index')).toEqual([]);
  });
});

describe('an alert that is over', () => {
  it('is deleted after half a year, a limited number per run; an open one stays', async () => {
    const { pool } = server.database;
    const raised = async (subject: string): Promise<void> => {
      const reading = { kind: 'queue_long', subject, state: 'bad', figure: '2', limit: '1' } as const;
      await raiseAlert(pool, reading, 1);
    };
    for (const subject of ['old-1', 'old-2', 'lasts']) await raised(subject);
    const left = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ subject: string }>(
        `select subject from operator_alerts where subject like 'old-%' or subject = 'lasts' order by subject`,
      );
      return rows.map(({ subject }) => subject);
    };
    const atMs = server.clock.nowMs - RESOLVED_KEPT_MS;
    await resolveAlert(pool, { kind: 'queue_long', subject: 'old-1' }, atMs - 2);
    await resolveAlert(pool, { kind: 'queue_long', subject: 'old-2' }, atMs - 1);
    await forgetResolved(pool, atMs - 2);
    expect(await left()).toEqual(['lasts', 'old-1', 'old-2']);
    await forgetResolved(pool, atMs, 1);
    expect(await left()).toEqual(['lasts', 'old-2']);
    await server.services.desk.alerts.forgetOld();
    expect(await left()).toEqual(['lasts']);
    await resolveAlert(pool, { kind: 'queue_long', subject: 'lasts' }, server.clock.nowMs);
  });
});

describe('queues', () => {
  it('raise an alert when too long or waiting too long, by the operators’ limits', async () => {
    const { pool } = server.database;
    await changeSetting(server, 'alerts', {
      ...server.services.settings.get('alerts'),
      queue_length: 2,
      queue_age_minutes: 30,
    });
    for (let n = 0; n < 3; n++) await server.customer();
    await pool.query(
      `insert into identity_applications (customer_id, level, state, sealed, document_print, submitted_at_ms)
       select id, 'basic', 'under_review', 'x', id::text::bytea, $1 from (select id from customers order by id desc limit 3) as newest`,
      [server.clock.nowMs],
    );
    await look();
    expect(await open()).toMatchObject([
      { kind: 'queue_long', subject: 'identity', figure: '3', limit: '2' },
    ]);
    server.clock.nowMs += 31 * MINUTE_MS;
    await freshen();
    await look();
    expect(await open()).toMatchObject([
      { kind: 'queue_old', subject: 'identity', figure: '31 min', limit: '30 min' },
      { kind: 'queue_long', figure: '3' },
    ]);
    // At the limit of two, which is not clearly below it.
    await pool.query(
      `delete from identity_applications where id = (select max(id) from identity_applications)`,
    );
    await look();
    expect(await opened('queue_long')).toHaveLength(1);
    await pool.query('delete from identity_applications');
    await look();
    expect(await open()).toEqual([]);
  });
});

/** Moves USDT between the house's funds. */
async function move(
  from: 'faucet' | 'treasury',
  to: 'treasury' | 'insurance' | 'optionPool',
  amountMinor: bigint,
): Promise<void> {
  await server.submit({ type: 'fundHouse', from, to, currencyId: 3, amountMinor, reference: 'test' });
}

describe('the funds behind promises', () => {
  it('the treasury covers too little of what may still be bought', async () => {
    await move('faucet', 'treasury', 1_000_000_000n);
    await server.submit({
      type: 'configureTrustProduct',
      productId: 1,
      enabled: true,
      terms: {
        currencyId: 3,
        cycleDays: 10,
        dailyYieldPpm: 1_000,
        penaltyPpm: 0,
        minimum: '1',
        maximum: '100000',
        capacity: '100000',
        customerLimit: '100000',
        opensAtMs: 0,
      },
    });
    // If all of it is bought, the interest is 1 % of 100,000.
    await look();
    expect(await opened('treasury_low')).toEqual([]);
    await move('treasury', 'optionPool', 990_000_000n);
    await look();
    expect(await opened('treasury_low')).toMatchObject([{ subject: 'USDT', figure: '1 %', limit: '20 %' }]);
    // Above the limit, but not clearly.
    await move('faucet', 'treasury', 200_000_000n);
    await look();
    expect(await opened('treasury_low')).toHaveLength(1);
    await move('faucet', 'treasury', 40_000_000n);
    await look();
    expect(await opened('treasury_low')).toEqual([]);
  });
});

describe('payouts', () => {
  it('that take too long or are doubted raise one alert', async () => {
    const { pool } = server.database;
    const { id } = await server.customer();
    await pool.query(
      `insert into withdrawals (customer_id, channel, currency_id, network, sealed, amount_minor, fee_minor,
              approvals_needed, state, flags, decided_at_ms, idempotency_key, input_hash, created_at_ms)
       select $1, 'chain', 3, 'ERC20', '', 10, 1, 1, 'sending', flags::text[], $2, key, '', 0
         from (values ('{}', 'late'), ('{payout_doubted}', 'doubted')) as new (flags, key)`,
      [id, server.clock.nowMs],
    );
    await look();
    expect(await opened('payout_failed')).toMatchObject([{ figure: '1', limit: '180 min' }]);
    await pool.query('delete from withdrawals where customer_id = $1', [id]);
    await look();
    expect(await opened('payout_failed')).toEqual([]);
  });

  it('that wait for the books are told of with what they wait for', async () => {
    const { reconciliation } = server;
    const status = { ...reconciliation.status, failure: 'no worker' };
    Object.defineProperty(reconciliation, 'status', { value: status, configurable: true });
    await look();
    expect(await opened('books_at_fault')).toMatchObject([{ subject: 'books' }]);
    Reflect.deleteProperty(reconciliation, 'status');
    await look();
    expect(await opened('books_at_fault')).toEqual([]);
  });
});

describe('an operator', () => {
  it('acknowledges an alert, once, in the log', async () => {
    server.clock.nowMs += 61_000;
    await freshen(BTC_USDT);
    await look();
    const [alert] = await opened('stale_index');
    expect((await desks.support.call('GET desk/alerts', {})).unseen).toBe(1);
    const wish = { id: alert!.id };
    expect(await desks.support.call('POST desk/alert_acknowledge', wish)).toMatchObject({
      acknowledged_by: 'support',
      acknowledged_at_ms: server.clock.nowMs,
    });
    expect((await desks.support.call('GET desk/alerts', {})).unseen).toBe(0);
    expect(await desks.compliance.refused('POST desk/alert_acknowledge', wish)).toBe('nothing_changed');
    expect(await desks.compliance.refused('POST desk/alert_acknowledge', { id: 999_999 })).toBe('not_found');
    const log = await desks.compliance.call('GET desk/audit', {});
    expect(log.items[0]).toMatchObject({ action: 'alert.acknowledge', subject: `alert:${alert!.id}` });
    await freshen();
    await look();
  });

  it('gets mails about alerts of their role, and of the kinds they chose', async () => {
    const { items, has_mailbox } = await desks.accountant.call('GET desk/alert_choices', {});
    expect(has_mailbox).toBe(true);
    const chosen = items.filter(({ mail }) => mail).map(({ kind }) => kind);
    expect(chosen).toEqual(['stale_index', 'treasury_low', 'insurance_low', 'payout_failed']);
    await desks.accountant.call('POST desk/alert_choose', { kind: 'stale_index', mail: false });
    await desks.support.call('POST desk/alert_choose', { kind: 'stale_index', mail: true });
    await server.database.pool.query(`delete from outbox`);
    server.clock.nowMs += 61_000;
    await freshen(BTC_USDT);
    await look();
    const symbol = server.engine.exchange.market(BTC_USDT)!.symbol;
    expect((await mailsOf(symbol)).toSorted()).toEqual([
      `administrator@desk.example Alert: Stale index: ${symbol}`,
      `support@desk.example Alert: Stale index: ${symbol}`,
    ]);
    const [{ body } = { body: '' }] = (
      await server.database.pool.query<{ body: string }>('select body from outbox limit 1')
    ).rows;
    expect(body).toContain('https://tally.example/desk/#/alerts');
  });
});
