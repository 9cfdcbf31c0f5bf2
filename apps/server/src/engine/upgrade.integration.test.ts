import { BTC_USDT, configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import type { Command } from '@tallystick/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { anotherVersion, ROUNDED_UP, type AnotherVersion } from '../testing/another-version.ts';
import { Processes, until } from '../testing/cluster/processes.ts';
import { createTestDatabase } from '../testing/database.ts';
import { EngineChild } from './testing/engine-child.ts';

const ENGINE = 'apps/server/src/engine/testing/engine-process.ts';
/** Of an engine that stands by: for writing and for projecting. */
const SESSIONS = 2;
const FUNDS = 1_000_000_000_000n;

let newer: AnotherVersion;
beforeAll(async () => {
  newer = await anotherVersion(ROUNDED_UP);
});
afterAll(() => newer.remove());

let database: Database;
let processes: Processes;
let running: EngineChild[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  processes = new Processes();
});
afterEach(async () => {
  for (const one of [...running]) await end(one, 'kill');
  await processes.close();
  await database.close();
});

/** This version, or another one that waits for it. */
function start(program?: string): EngineChild {
  const one = new EngineChild(database, program === undefined ? {} : { program, standsBy: true });
  running.push(one);
  return one;
}

async function end(one: EngineChild, how: 'stop' | 'kill'): Promise<void> {
  running = running.filter(other => other !== one);
  await (how === 'stop' ? one.stop() : one.kill(running.length * SESSIONS));
}

async function open(): Promise<EngineChild> {
  const engine = start();
  await engine.ready;
  let id = 0;
  for (const command of [
    ...configureCommands(),
    ...fundedCustomerCommands(1, FUNDS),
    ...fundedCustomerCommands(2, FUNDS),
  ])
    expect(await engine.ask(--id, command)).toBe(true);
  return engine;
}

/** Customer 1 buys what customer 2 sells: two orders and a trade, whose seller's fee is no whole number. */
async function trade(engine: EngineChild, id: number): Promise<void> {
  for (const [index, side] of (['buy', 'sell'] as const).entries())
    expect(await engine.ask(id + index, order(side))).toBe(true);
}

function order(side: 'buy' | 'sell'): Command {
  return {
    type: 'placeOrder',
    customerId: side === 'buy' ? 1 : 2,
    marketId: BTC_USDT,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: 600_001,
    quantityLots: 1_001,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  };
}

/** Rows by who wrote them, and whether the last of them begins with a seam. */
async function versions(): Promise<{ version: number; rows: number; seams: number }[]> {
  const { rows } = await database.pool.query<{ version: number; rows: number; seams: number }>(
    `select logic_version as version, count(*)::int as rows,
       count(*) filter (where commands like '%"#seam"%')::int as seams
     from journal group by 1 order by 1`,
  );
  return rows;
}

async function lastSequence(): Promise<number> {
  const { rows } = await database.pool.query<{ last: string }>(
    'select max(last_sequence) as last from journal',
  );
  return Number(rows[0]!.last);
}

async function sellersFees(): Promise<string[]> {
  const { rows } = await database.pool.query<{ fee: string }>(
    `select case when taker_side = 'sell' then taker_fee_minor else maker_fee_minor end as fee
     from trades order by trade_id`,
  );
  return rows.map(({ fee }) => fee);
}

/** Runs a program of a version to its end, with the exchange's database. */
async function run(program: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, DATABASE_URL: database.url, MODE: 'demo' };
  const one = processes.start({ program: process.execPath, args: [program, ...args], env });
  await one.ended;
  return { code: one.exitCode(), output: one.output() };
}

/** Waits until it is where nothing is left but the lease. */
async function untilItWaits(): Promise<void> {
  await until(
    async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.locktype = 'advisory' and l.objid = 7465121 and not l.granted`,
      );
      return rowCount === 1;
    },
    () => 'nobody waits for the lease',
  );
}

it('another logic version waits, goes on where the old one ended, and there is no way back after its first row', async () => {
  const old = await open();
  await trade(old, 10);
  const other = start(newer.file(ENGINE));
  await untilItWaits();
  await trade(old, 20);
  const [before] = await versions();
  await end(old, 'stop');
  await other.ready;
  // The old one's last row names the state, and the new one's first row is the seam.
  expect(await versions()).toEqual([
    { version: 3, rows: before!.rows + 1, seams: 0 },
    { version: 4, rows: 1, seams: 1 },
  ]);
  // A key that the old one has answered is known; what is new goes by the new rule.
  const sequence = await lastSequence();
  await trade(other, 20);
  expect(await lastSequence()).toBe(sequence);
  await trade(other, 30);
  // The tables follow the answers.
  await expect.poll(sellersFees).toEqual(['1201202', '1201202', '1201203']);
  // A crash afterwards is one like any other.
  await end(other, 'kill');
  const again = start(newer.file(ENGINE));
  await again.ready;
  await trade(again, 30);
  await trade(again, 40);
  await end(again, 'stop');
  const refused = await run(new URL('./testing/engine-process.ts', import.meta.url).pathname, database.url);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    'logic version 4 has written to the journal, and this is 3: there is no way back',
  );
  expect(await versions()).toMatchObject([{ version: 3 }, { version: 4, seams: 1 }]);
  const audit = await run(newer.file('apps/server/src/audit/main.ts'));
  expect(audit.output).toContain('Everything stored is what the journal leads to');
  expect(audit.code).toBe(0);
});

it('until its first row the version before can go on: one that cannot read the state writes nothing', async () => {
  const unable = await anotherVersion([
    ...ROUNDED_UP,
    {
      file: 'packages/core/src/exchange.ts',
      from: 'const OLDEST_READABLE_VERSION = 2;',
      to: 'const OLDEST_READABLE_VERSION = 4;',
    },
  ]);
  const old = await open();
  await trade(old, 10);
  const rehearsal = await run(unable.file('apps/server/src/rehearse.ts'), '--once');
  expect(rehearsal).toMatchObject({ code: 1 });
  // Nothing but commands so far: the rehearsal begins from an empty state, and must read one at its end.
  expect(rehearsal.output).toContain('THE NEW VERSION CANNOT READ THE STATE');
  await end(old, 'stop');
  const sequence = await lastSequence();
  const failed = await run(unable.file(ENGINE), database.url, '0', 'stand-by');
  expect(failed.code).toBe(1);
  expect(failed.output).toContain('logic version 3, this is version 4');
  expect(await lastSequence()).toBe(sequence);
  // Nor does one that finds other tables than its state.
  const changeTables = (by: number) =>
    database.pool.query(`update balances set available_minor = available_minor + $1 where owner_id = 1`, [
      by,
    ]);
  await changeTables(1);
  const doubtful = await run(newer.file(ENGINE), database.url, '0', 'stand-by');
  expect(doubtful.output).toContain('the tables differ from the journal');
  expect(await lastSequence()).toBe(sequence);
  await changeTables(-1);
  const back = start();
  await back.ready;
  await trade(back, 10);
  await trade(back, 20);
  expect(await versions()).toMatchObject([{ version: 3, seams: 0 }]);
  await unable.remove();
});

it('the old version that is killed leaves more to do, which the new one does by the old one’s core', async () => {
  const old = await open();
  const other = start(newer.file(ENGINE));
  await untilItWaits();
  await trade(old, 10);
  await end(old, 'kill');
  await other.ready;
  await trade(other, 10);
  await trade(other, 20);
  // The tables follow the answers.
  await expect.poll(sellersFees).toEqual(['1201202', '1201203']);
  expect(await versions()).toMatchObject([
    { version: 3, seams: 0 },
    { version: 4, seams: 1 },
  ]);
});
