import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decidedMoney } from '../../audit/decided-money.ts';
import { profitProofs } from '../../audit/profit-proofs.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';
import { agree } from '../correction/testing/mistakes.ts';
import { FailingBus } from '../testing/failing-bus.ts';
import { sumsToZero } from '../testing/ledger.ts';
import { fundFromBank, provePoint } from './testing/company.ts';

let server: TestServer;
let bus: FailingBus;
let ann: TestDesk;
let bob: TestDesk;
let accountId: number;

/** A treasury of 1,000 USDT that came over the bank, and an account that profit may go to. */
beforeEach(async () => {
  server = await TestServer.start({ bus: inner => (bus = new FailingBus(inner)) });
  ann = await TestDesk.open(server, 'accountant', 'ann');
  bob = await TestDesk.open(server, 'administrator', 'bob');
  await fundFromBank(server, 'treasury', 1_000);
  const account = { name: 'Tallystick Ltd., operating', channel: 'bank', destination: 'DE89 3704 0044' };
  await agree([ann, bob], 'company_account', account);
  accountId = (await bob.call('GET desk/profit', {})).accounts[0]!.id;
  await provePoint(server, 100, 1_100);
});
afterEach(async () => {
  await sumsToZero(server);
  await server.close();
});

const withdraw = (amount: string, change: object = {}) =>
  agree([ann, bob], 'profit_withdrawal', {
    account_id: accountId,
    from: 'treasury',
    currency_id: 3,
    amount,
    ...change,
  });
const treasury = () =>
  formatMinor(
    server.engine.exchange.balance({ ownerId: 0, account: 'treasury', currencyId: 3 }).availableMinor,
    6,
  );
const turn = () => server.services.books.turn();
const first = async () => (await bob.call('GET desk/profit', {})).items[0]!;
const told = async () => {
  const { rows } = await server.database.pool.query<{ body: string }>(
    `select body from public_records where kind = 'profit_withdrawal' order by number`,
  );
  return rows.map(({ body }) => (JSON.parse(body) as { state: string }).state);
};
/** So much leaves over the bank: a deposit that is taken back. */
async function payOut(units: number): Promise<void> {
  const { id: customerId } = await server.customer();
  const amountMinor = BigInt(units) * 1_000_000n;
  const money = { customerId, account: 'spot', currencyId: 3, amountMinor, reference: 'test:1' } as const;
  await server.submit({ ...money, type: 'credit', from: 'bank' });
  await server.submit({ ...money, type: 'reverseCredit', to: 'bank' });
}

/** What the audit finds wrong with what profit has left on. */
async function proofsAudited(): Promise<string | null> {
  const client = await server.database.pool.connect();
  try {
    await client.query('begin');
    const { exchange } = server.engine;
    return (await profitProofs({ stored: client, exchange }))?.what ?? null;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** A day later, with a newer audit point. */
async function aDayLater(liabilities = 100, assets = 1_100): Promise<void> {
  await TestDesk.wait(server, DAY_MS);
  await provePoint(server, liabilities, assets);
  await turn();
}

describe('the house’s profit', () => {
  it('is announced in public by two people and leaves a day later, once', async () => {
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS - 1);
    await provePoint(server, 100, 1_100);
    await turn();
    expect(treasury()).toBe('1000');
    expect(await first()).toMatchObject({ state: 'announced', made_by: 'ann', confirmed_by: 'bob' });
    const shown = await server.call('GET company/profit_withdrawals', {});
    expect(shown.items).toMatchObject([
      { currency: 'USDT', amount: '400', state: 'announced', account: 'Tallystick Ltd., operating' },
    ]);
    await TestDesk.wait(server, 1);
    await turn();
    await turn();
    expect(treasury()).toBe('600');
    expect(await first()).toMatchObject({ state: 'paid', liabilities_record: 4, reserves_record: 5 });
    expect(await told()).toEqual(['announced', 'paid']);
    const [shownNow] = (await server.call('GET company/profit_withdrawals', {})).items;
    expect(shownNow).toMatchObject({ state: 'paid', reserves_record: 5 });
  });

  it('takes two people, and nobody else’s proposal of one’s own', async () => {
    const change = { account_id: accountId, from: 'treasury', currency_id: 3, amount: '1' };
    const { id } = await ann.call('POST desk/propose', { kind: 'profit_withdrawal', change, note: 'x' });
    const own = await ann.try('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect(own.body.code).toBe('same_operator');
    expect(await told()).toEqual([]);
  });

  it('is refused beyond what is free, what is proven and what lies at the account’s channel', async () => {
    expect(await withdraw('1000.000001')).toBe('insufficient_balance');
    await fundFromBank(server, 'optionPool', 500);
    await provePoint(server, 100, 700);
    expect(await withdraw('600.000001')).toBe('profit_unproven');
    expect(await withdraw('600')).toBe(1);
    // What is announced counts already.
    expect(await withdraw('0.000001')).toBe('profit_unproven');
  });

  it('waits while the audit point is too old or proves too little, and leaves with a better one', async () => {
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS + HOUR_MS);
    await turn();
    expect(await first()).toMatchObject({ state: 'announced', failure: 'profit_unproven' });
    await provePoint(server, 800, 1_100);
    await turn();
    await turn();
    expect(treasury()).toBe('1000');
    await provePoint(server, 700, 1_100);
    await turn();
    expect(treasury()).toBe('600');
    expect(await told()).toEqual(['announced', 'paid']);
  });

  it('does not leave on what has left since it was seen, whatever came in meanwhile', async () => {
    const statedAtMs = server.clock.nowMs;
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS);
    // 700 leave over the bank; as much is said to have come in.
    await payOut(700);
    await fundFromBank(server, 'treasury', 700);
    await provePoint(server, 100, 1_100, { statedAtMs });
    await turn();
    expect(await first()).toMatchObject({ state: 'announced', failure: 'profit_unproven' });
    expect(
      (await bob.call('GET desk/profit', {})).free.find(one => one.currency === 'USDT')!.proven,
    ).toMatchObject({
      assets: '400',
      liabilities: '100',
    });
    expect(await withdraw('1')).toBe('profit_unproven');
    server.clock.nowMs += 1;
    await provePoint(server, 100, 500);
    await turn();
    expect(await first()).toMatchObject({ state: 'paid' });
  });

  it('does not leave on a statement of three days before its point', async () => {
    await TestDesk.wait(server, 4 * DAY_MS);
    await provePoint(server, 100, 1_100, { statedAtMs: server.clock.nowMs - 3 * DAY_MS - 1 });
    expect(await withdraw('1')).toBe('profit_unproven');
    await provePoint(server, 100, 1_100, { statedAtMs: server.clock.nowMs - 3 * DAY_MS });
    expect(await withdraw('1')).toBe(1);
  });

  it('leaves once on one proof, however often it is announced', async () => {
    const statedAtMs = server.clock.nowMs;
    await provePoint(server, 100, 700);
    expect(await withdraw('400')).toBe(1);
    await provePoint(server, 100, 1_100);
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS);
    await provePoint(server, 100, 700, { statedAtMs });
    await turn();
    await turn();
    expect(treasury()).toBe('600');
    const { items } = await bob.call('GET desk/profit', {});
    expect(items.map(one => [one.state, one.failure])).toEqual([
      ['announced', 'profit_unproven'],
      ['paid', null],
    ]);
  });

  it('is not announced while the clock is in doubt', async () => {
    server.clock.wrongMs = DAY_MS;
    expect(await withdraw('400')).toBe('clock_stopped');
    expect(await told()).toEqual([]);
    server.clock.wrongMs = 0;
  });

  it('is stopped by one person before it leaves, and given up after a week without proof', async () => {
    expect(await withdraw('100')).toBe(1);
    const { id } = await first();
    await ann.call('POST desk/profit_stop', { id, reason: 'Not this month' });
    const again = await ann.try('POST desk/profit_stop', { id, reason: 'Again' });
    expect(again.body.code).toBe('already_decided');
    expect(await withdraw('100')).toBe(1);
    await aDayLater(1_100, 1_100);
    await TestDesk.wait(server, 8 * DAY_MS);
    await turn();
    expect(treasury()).toBe('1000');
    expect(await first()).toMatchObject({ state: 'withdrawn' });
    expect(await told()).toEqual(['announced', 'withdrawn', 'announced', 'withdrawn']);
    const { items } = await bob.call('GET desk/profit', {});
    expect(items[1]).toMatchObject({ state: 'withdrawn', stopped_by: 'ann', stop_reason: 'Not this month' });
  });

  it('that was interrupted long ago is not sent on what was counted then', async () => {
    expect(await withdraw('400')).toBe(1);
    bus.failAt('withdrawProfit', 'before');
    await aDayLater();
    await server.stop();
    server = await TestServer.start({ after: server });
    await payOut(700);
    await fundFromBank(server, 'treasury', 700);
    server.clock.nowMs += 10 * MINUTE_MS + 1;
    await turn();
    await turn();
    expect(treasury()).toBe('1700');
    expect(await told()).toEqual(['announced']);
  });

  it.each(['before', 'after'] as const)('leaves once when the process dies %s the commit', async moment => {
    expect(await withdraw('400')).toBe(1);
    bus.failAt('withdrawProfit', moment);
    await aDayLater();
    expect(await told()).toEqual(['announced']);
    await server.stop();
    server = await TestServer.start({ after: server });
    await turn();
    expect(treasury()).toBe('600');
    expect(await told()).toEqual(['announced', 'paid']);
  });

  it('and the books are held against the ledger by the audit', async () => {
    const { pool } = server.database;
    const found = async () => {
      const client = await pool.connect();
      try {
        return (await decidedMoney({ stored: client }))?.table ?? null;
      } finally {
        client.release();
      }
    };
    const changed = async (statement: string) => {
      await pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      return found();
    };
    expect(await withdraw('400')).toBe(1);
    expect(await found()).toBeNull();
    expect(
      await changed(`update profit_withdrawals set state = 'paid', liabilities_record = 1, reserves_record = 2,
      proven_at_ms = 1, liabilities_minor = 1, assets_minor = 1, ended_at_ms = 1`),
    ).toBe('profit_withdrawals');
    expect(
      await changed(`update profit_withdrawals set state = 'announced', ended_at_ms = null,
      liabilities_record = null`),
    ).toBeNull();
    await aDayLater();
    expect(await found()).toBeNull();
    expect(await changed('update profit_withdrawals set amount_minor = 1')).toBe('profit_withdrawals');
    expect(await changed('update profit_withdrawals set amount_minor = 400000000')).toBeNull();
    expect(
      await changed('update company_turnovers set debit_minor = debit_minor + 1 where account = 1110'),
    ).toBe('company_turnovers');
  });

  it('and what it rested on is worked out again by the audit, from the journal and the public log', async () => {
    const { pool } = server.database;
    const found = proofsAudited;
    const changed = async (statement: string) => {
      await pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      return found();
    };
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS);
    await provePoint(server, 100, 1_100);
    await payOut(100);
    await fundFromBank(server, 'treasury', 100);
    await turn();
    expect(await first()).toMatchObject({ state: 'paid' });
    expect(await found()).toBeNull();
    for (const [field, before, after, what] of [
      ['assets_minor', 1_000_000_000, 1_100_000_000, 'are noted'],
      ['proven_at_ms', server.clock.nowMs, 1, 'are noted'],
      ['liabilities_record', 4, 2, 'the public log and the ledger give'],
      ['announced_at_ms', server.clock.nowMs - DAY_MS, 1, 'have agreed to'],
    ] as const) {
      expect(await changed(`update profit_withdrawals set ${field} = ${after}`)).toContain(what);
      expect(await changed(`update profit_withdrawals set ${field} = ${before}`)).toBeNull();
    }
    // The payout of 100 is left out: what was proven would be another sum.
    const counted = 'update profit_withdrawals set counted_posting = counted_posting';
    expect(await changed(`${counted} - 2`)).toContain('the public log and the ledger give');
    expect(await changed(`${counted} + 2`)).toBeNull();
    const body = `update public_records set body = replace(body, '"amount":"400000000"', '"amount":"40"')
      where kind = 'profit_withdrawal'`;
    expect(await changed(body)).toContain('has announced it');
    expect(
      await changed(body.replace('400000000', '#').replace('40"', '400000000"').replace('#', '40')),
    ).toBeNull();
    const late = (ms: number) =>
      `update public_records set at_ms = at_ms + ${ms} where kind = 'profit_withdrawal'`;
    expect(await changed(late(MINUTE_MS + 1))).toContain('has announced it');
    expect(await changed(late(-MINUTE_MS - 1))).toBeNull();
  });

  it('is found by the audit when it left long after it was counted what had left', async () => {
    expect(await withdraw('400')).toBe(1);
    await TestDesk.wait(server, DAY_MS);
    await provePoint(server, 100, 1_100);
    const { announced_at_ms: announcedAtMs } = await first();
    const [provenAtMs, countedPosting] = [server.clock.nowMs, server.engine.exchange.lastPostingId];
    await payOut(1);
    await TestDesk.wait(server, 12 * MINUTE_MS);
    const command = {
      type: 'withdrawProfit',
      from: 'treasury',
      to: 'bank',
      currencyId: 3,
      amountMinor: 400_000_000n,
      announcedAtMs,
      provenAtMs,
      liabilitiesMinor: 100_000_000n,
      assetsMinor: 1_100_000_000n,
      reference: 'profit:1',
    } as const;
    await server.submit(command);
    const { pool } = server.database;
    await pool.query(`begin; set local session_replication_role = replica;
      update profit_withdrawals set state = 'paid', attempt = 1, liabilities_record = 4, reserves_record = 5,
        proven_at_ms = ${provenAtMs}, liabilities_minor = 100000000, assets_minor = 1100000000,
        counted_posting = ${countedPosting}, ended_at_ms = 1; commit`);
    expect(await proofsAudited()).toContain('leave out what had left before');
  });

  it('is found by the audit when nobody has agreed to it', async () => {
    await server.submit({
      type: 'withdrawProfit',
      from: 'treasury',
      to: 'bank',
      currencyId: 3,
      amountMinor: 1n,
      announcedAtMs: server.clock.nowMs - DAY_MS,
      provenAtMs: server.clock.nowMs,
      liabilitiesMinor: 0n,
      assetsMinor: 1n,
      reference: 'profit:7',
    });
    expect(await proofsAudited()).toContain('no two people');
  });

  it('stays in the database as it was announced', async () => {
    expect(await withdraw('400')).toBe(1);
    const { pool } = server.database;
    await pool.query(`update profit_withdrawals set state = 'leaving', attempt = 1, liabilities_record = 1,
      reserves_record = 2, proven_at_ms = 1, liabilities_minor = 1, assets_minor = 1, counted_posting = 1,
      attempted_at_ms = 1`);
    for (const change of [
      'assets_minor = 2',
      'proven_at_ms = 2, attempt = 2',
      `state = 'announced', liabilities_minor = 0`,
      'amount_minor = 1000000000',
      'due_at_ms = announced_at_ms + 86400000, announced_at_ms = announced_at_ms - 1',
    ]) {
      await expect(pool.query(`update profit_withdrawals set ${change}`)).rejects.toThrow(/violat|stays/);
    }
    await expect(pool.query('delete from profit_withdrawals')).rejects.toThrow('never changes');
    await expect(pool.query(`update company_accounts set destination = 'mine'`)).rejects.toThrow(
      'never changes',
    );
  });
});
