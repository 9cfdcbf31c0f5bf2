import type { Command } from '@tallystick/core';
import { arbitraryCommand } from '@tallystick/core/testing/arbitrary-commands';
import { configureCommands, fundedCustomerCommands, USDT } from '@tallystick/core/testing/demo-exchange';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { verifyProjections } from './projections/verify.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

let database: Database;
let engine: TestEngine;

beforeEach(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database);
  await submitAll([
    ...configureCommands(),
    ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
  ]);
});
afterEach(async () => {
  await engine.stop();
  await database.close();
});

/** Sent at once, so that they share batches. */
function submitAll(commands: readonly Command[]) {
  return Promise.all(commands.map(command => engine.bus.submit(command)));
}

async function restart(): Promise<void> {
  await engine.stop();
  engine = await startTestEngine(database);
}

function request(withdrawalId: number): Command {
  const amounts = { amountMinor: 100_000_000n, feeMinor: 2_000_000n };
  const common = { type: 'requestWithdrawal', customerId: 1, withdrawalId, currencyId: USDT } as const;
  return { ...common, ...amounts, via: 'custodyTron' };
}
const release = (withdrawalId: number): Command => ({ type: 'releaseWithdrawal', withdrawalId });
const settle = (withdrawalId: number): Command => ({ type: 'settleWithdrawal', withdrawalId });

async function states(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ withdrawal_id: string; state: string; sequence: string }>(
    'select withdrawal_id, state, sequence from withdrawal_states order by withdrawal_id',
  );
  return rows.map(row => [Number(row.withdrawal_id), row.state, Number(row.sequence)]);
}

async function verify(): Promise<string[]> {
  return verifyProjections(database.pool, engine.exchange);
}

describe('the tables of the wallet', () => {
  it("show where a withdrawal’s money is as soon as the core's answer is given", async () => {
    const start = engine.sequence();
    await engine.bus.submit(request(1));
    expect(await states()).toEqual([[1, 'pending', start + 1]]);
    const { rows } = await database.pool.query('select * from withdrawal_states');
    expect(rows[0]).toMatchObject({
      customer_id: 1,
      currency_id: USDT,
      amount_minor: '100000000',
      fee_minor: '2000000',
      via: 'custodyTron',
    });
    await engine.bus.submit(settle(1));
    expect(await states()).toEqual([[1, 'settled', start + 2]]);
    expect(await verify()).toEqual([]);
  });

  it('hold the latest state when several fall into one batch', async () => {
    const start = engine.sequence();
    const answers = await submitAll([
      request(1),
      release(1),
      request(2),
      settle(2),
      request(3),
      settle(2),
      { type: 'setCustomerFrozen', customerId: 1, frozen: true },
      { type: 'setCustomerFrozen', customerId: 1, frozen: false },
    ]);
    expect(answers.map(({ outcome }) => outcome.ok)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(await states()).toEqual([
      [1, 'released', start + 2],
      [2, 'settled', start + 4],
      [3, 'pending', start + 5],
    ]);
    const { rows } = await database.pool.query('select customer_id, frozen, sequence from customer_states');
    expect(rows).toEqual([{ customer_id: 1, frozen: false, sequence: String(start + 7) }]);
    expect(await verify()).toEqual([]);
  });

  it('agree with the core after a restart on what is open, frozen and owed', async () => {
    await submitAll([
      request(1),
      request(2),
      settle(2),
      { type: 'setCustomerFrozen', customerId: 2, frozen: true },
      {
        type: 'reverseCredit',
        customerId: 3,
        account: 'trust',
        currencyId: USDT,
        amountMinor: 5n,
        to: 'bank',
        reference: 'deposit:1',
      },
    ]);
    await restart();
    expect(await verify()).toEqual([]);
    expect(engine.exchange.frozenCustomers()).toEqual([2]);
    expect(engine.exchange.owedMinor(3, USDT)).toBe(5n);
    const [twice, again] = await submitAll([settle(2), request(2)]);
    expect(twice!.outcome).toMatchObject({ refusal: { code: 'unknown_withdrawal' } });
    expect(again!.outcome).toMatchObject({ refusal: { code: 'withdrawal_exists' } });
    await engine.bus.submit(settle(1));
    expect(await verify()).toEqual([]);
  });

  it('equal the exchange through random histories of customers and operators', async () => {
    const commands = fc.sample(arbitraryCommand, { numRuns: 3_000, seed: 3 });
    for (let i = 0; i < commands.length; i += 250) {
      await submitAll(commands.slice(i, i + 250));
      if (i === 1_500) await restart();
    }
    expect(await verify()).toEqual([]);
    const { rows } = await database.pool.query<{ state: string }>(
      'select distinct state from withdrawal_states order by state',
    );
    expect(rows.map(row => row.state)).toContain('settled');
    expect(engine.exchange.debts().length).toBeGreaterThan(0);
  });

  it.each([
    [`update withdrawal_states set state = 'settled'`, 'money has left'],
    [`update withdrawal_states set amount_minor = amount_minor + 1`, 'what is frozen of 1/3'],
    [`update withdrawal_states set via = 'pigeon'`, 'withdrawal_states.via is no text as declared: pigeon'],
    [`delete from withdrawal_states`, 'pending withdrawals of customer 1 differ'],
    [`insert into customer_states values (2, true, 0, 0)`, 'the freeze of customer 2 differ'],
    [`insert into customer_debts values (2, 3, 1, 0, 0)`, 'the receivable of currency 3'],
  ])('are found out when they lie: %s', async (sql, problem) => {
    await engine.bus.submit(request(1));
    expect(await verify()).toEqual([]);
    await database.pool.query(sql);
    expect((await verify()).join('\n')).toContain(problem);
  });
});
