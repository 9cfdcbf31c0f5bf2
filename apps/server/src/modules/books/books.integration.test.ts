import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyBooks } from '../../audit/company-books.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { agree } from '../correction/testing/mistakes.ts';
import { BooksBroken } from './bookings.ts';
import { writeLedgerFile } from './ledger-file.ts';
import { keptFile } from './month-files.ts';
import { monthNamed } from './months.ts';
import { fundFromBank } from './testing/company.ts';
import { readPosition } from './turnovers.ts';

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
let seller: TestCustomer;
let buyer: TestCustomer;

/** Two people trade 0.01 BTC for 600 USDT on the last day of November and the first of December. */
beforeAll(async () => {
  server = await TestServer.start();
  server.clock.nowMs = Date.UTC(2026, 10, 30, 12);
  ann = await TestDesk.open(server, 'accountant', 'ann');
  bob = await TestDesk.open(server, 'administrator', 'bob');
  await fundFromBank(server, 'treasury', 1_000);
  [seller, buyer] = [await server.customer('funded'), await server.customer('funded')];
  await trade('0.01');
});
afterAll(() => server.close());

async function trade(quantity: string): Promise<void> {
  await server.tick(1, 60_000e8);
  const order = { market_id: 1, price: '60000.0', quantity } as const;
  for (const [who, side] of [
    [seller, 'sell'],
    [buyer, 'buy'],
  ] as const) {
    await server.call('POST coin/trade', { ...order, side }, { token: who.token, key: freshKey() });
  }
}

/** What was paid for a bitcoin in this minute. */
async function candle(price: number): Promise<void> {
  const ticks = price * 10;
  await server.database.pool.query(
    `insert into candles (market_id, interval, open_ms, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots,
       quote_minor) values (1, '1m', $1, $2, $2, $2, $2, 1, 1)`,
    [server.clock.nowMs, ticks],
  );
}

/** The table in which the audit finds that the books differ. */
async function audited(): Promise<string | null> {
  const client = await server.database.pool.connect();
  try {
    const { exchange } = server.engine;
    return (await companyBooks({ stored: client, exchange }))?.table ?? null;
  } finally {
    client.release();
  }
}

const turn = () => server.services.books.turn();
const books = (month?: string) => bob.call('GET desk/books', month === undefined ? {} : { month });

/** The whole file, and its records without the head. */
async function exported(month: string) {
  let csv = '';
  let after: number | undefined;
  let complete = false;
  do {
    const page = await bob.call('GET desk/books_export', {
      month,
      ...(after === undefined ? {} : { after }),
    });
    csv += page.csv;
    complete = page.complete;
    after = page.next_after ?? undefined;
  } while (after !== undefined);
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  return { csv, head, complete, lines: lines.map(line => line.replaceAll(/"[^"]*"/g, 'name').split(',')) };
}

describe('the company’s books', () => {
  it('have the month’s fees by product and day, in coins and in USDT', async () => {
    // A price counts once its minute is over; until then nobody knows one.
    await turn();
    expect(await books()).toMatchObject({ value: '0.6', unvalued: 1 });
    await candle(60_000);
    await TestDesk.wait(server, 60_000);
    const { products, days, fees, value, unvalued, behind, month } = await books();
    expect(unvalued).toBe(0);
    expect(month).toBe('2026-11');
    expect(behind).toBe(0);
    const spot = products.find(({ product }) => product === 'spot')!;
    const [line] = spot.lines;
    expect(line).toMatchObject({ account: 4110, class: 'income' });
    expect(line!.amounts.map(({ currency }) => currency)).toEqual(['BTC', 'USDT']);
    expect(fees.map(({ product, rebates }) => [product, rebates])).toEqual([
      ['spot', '0'],
      ['spot', '0'],
    ]);
    expect(days).toMatchObject([{ day: '2026-11-30', value }]);
    // 0.01 BTC at 60,000 USDT: 600 USDT, of which the buyer paid 0.1 % in coins and the seller in USDT.
    expect(value).toBe('1.2');
  });

  it('keep customers’ money apart from the company’s, and agree with the ledger', async () => {
    const { position } = await books();
    const { exchange } = server.engine;
    for (const { id, code } of exchange.currencies()) {
      const found = position.find(({ currency }) => currency === code);
      if (found === undefined) continue;
      expect(Number(found.assets)).toBeCloseTo(Number(found.customers) + Number(found.company), 6);
      const held = exchange
        .customerIds()
        .filter(one => one > LAST_HOUSE_ID)
        .flatMap(one => exchange.balancesOf(one))
        .filter(one => one.currencyId === id)
        .reduce((sum, one) => sum + one.availableMinor + one.frozenMinor, 0n);
      const decimals = exchange.currency(id)!.decimals;
      expect(Number(found.customers) * 10 ** decimals).toBeCloseTo(Number(held), 0);
    }
  });

  it('are a file in which every posting balances, in pages that go on where one ended', async () => {
    const { head, lines, complete } = await exported('2026-11');
    expect(head).toBe('posting,time,reason,reference,account,account_name,owner,currency,debit,credit');
    expect(complete).toBe(false);
    expect(lines.length).toBeGreaterThan(6);
    const sums = new Map<string, number>();
    for (const [posting, , , , , , , currency, debit, credit] of lines) {
      const key = `${posting} ${currency}`;
      sums.set(key, Number(((sums.get(key) ?? 0) + Number(debit) - Number(credit)).toFixed(9)));
    }
    expect([...sums.values()].every(sum => sum === 0)).toBe(true);
    const [firstPosting] = lines.map(line => Number(line[0]));
    const later = await bob.call('GET desk/books_export', { month: '2026-11', after: firstPosting! });
    expect(later.csv).not.toContain('posting,');
    expect(later.lines).toBe(lines.filter(line => Number(line[0]) > firstPosting!).length);
  });

  it('are reports, too', async () => {
    const accounts = await bob.call('GET desk/books_accounts', { month: '2026-11' });
    expect(accounts.items.find(({ account }) => account === 1110)).toMatchObject({
      name: 'Bank',
      class: 'asset',
      closing: '-1000',
    });
    for (const report of ['result', 'fees', 'accounts'] as const) {
      const { csv, rows } = await bob.call('GET desk/books_report', { month: '2026-11', report });
      expect(csv.trimEnd().split('\r\n')).toHaveLength(rows + 1);
    }
    const unknown = await bob.try('GET desk/books', { month: '2020-01' });
    expect(unknown.body.code).toBe('not_found');
  });
});

describe('a month’s file', () => {
  const month = monthNamed('2026-11');
  const written = (path: string) => writeLedgerFile(server.database.pool, month, path, () => {});

  it('is the same, whole or cut off anywhere and gone on with', async () => {
    const folder = await scratchFolder('ledger');
    const path = join(folder.path, 'ledger.csv');
    const { lines, resumedAfter } = await written(path);
    expect(resumedAfter).toBeNull();
    const whole = await readFile(path);
    expect(String(whole)).toBe((await exported('2026-11')).csv);
    expect(lines).toBe(String(whole).trimEnd().split('\r\n').length - 1);
    for (const bytes of [0, 10, 80, 200, whole.length - 1, whole.length - 60, whole.length]) {
      await writeFile(path, whole.subarray(0, bytes));
      await written(path);
      expect(await readFile(path)).toEqual(whole);
    }
    await folder.remove();
  });

  it('with an amount that somebody changed is refused', async () => {
    const folder = await scratchFolder('ledger');
    const path = join(folder.path, 'ledger.csv');
    await written(path);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(',1000,', ',1001,'));
    await expect(written(path)).rejects.toThrow(BooksBroken);
    // Both sides alike: it balances, but is not what was counted.
    await writeFile(path, text.replace(',1000,', ',1001,').replace(',1000\r', ',1001\r'));
    await expect(written(path)).rejects.toThrow('differs from what was counted');
    await folder.remove();
  });
});

describe('a month', () => {
  const close = (month: string) => agree([ann, bob], 'books_close', { month });

  it('is closed by two people once it is over and counted; its figures are frozen', async () => {
    expect(await close('2026-11')).toBe('month_not_closable');
    // It stays open for an hour.
    await TestDesk.wait(server, Date.UTC(2026, 11, 1, 1) - server.clock.nowMs - 1);
    await trade('0.01');
    await turn();
    expect(await close('2026-11')).toBe('month_not_closable');
    await TestDesk.wait(server, 1);
    server.clock.wrongMs = DAY_MS;
    expect(await close('2026-11')).toBe('clock_stopped');
    // It is right again for a while.
    server.clock.wrongMs = 0;
    expect(server.services.clock.stop()).not.toBeNull();
    server.clock.nowMs += 3_000;
    expect(server.services.clock.stop()).toBeNull();
    await TestDesk.wait(server, 11 * HOUR_MS);
    await trade('0.01');
    await turn();
    expect(await close('2026-12')).toBe('month_not_closable');
    const open = await books('2026-11');
    expect(await close('2026-11')).toBe(1);
    expect(await close('2026-11')).toBe('month_not_closable');
    const frozen = await books('2026-11');
    expect(frozen.closed).toMatchObject({ closed_by: 'bob', agrees: true });
    expect(frozen.products).toEqual(open.products);
    expect(frozen.months).toEqual([
      { month: '2026-12', closed: false },
      { month: '2026-11', closed: true },
    ]);
    const { rows } = await server.database.pool.query<{ figures: string }>(
      'select figures from company_periods',
    );
    const hash = createHash('sha256').update(rows[0]!.figures).digest('hex');
    expect(frozen.closed!.hash).toBe(hash);
    expect((await exported('2026-11')).complete).toBe(true);
  });

  it('takes nothing more: what is corrected later stands in the next month', async () => {
    const before = await books('2026-11');
    await server.submit({
      type: 'payGoodwill',
      goodwillId: 1,
      customerId: buyer.id,
      currencyId: 3,
      amountMinor: 5_000_000n,
    });
    await turn();
    expect(await books('2026-11')).toEqual({ ...before, counted_to_ms: expect.any(Number) as number });
    const { products } = await books('2026-12');
    expect(products.find(({ product }) => product === 'correction')).toMatchObject({ value: '-5' });
    const { pool } = server.database;
    await expect(pool.query('update company_turnovers set credit_minor = credit_minor + 1')).rejects.toThrow(
      'is closed',
    );
    await expect(pool.query(`update company_periods set figures = '{}'`)).rejects.toThrow('never changes');
  });

  it('takes nothing late, either: a posting of its days that was not counted stands in the first open day', async () => {
    const { pool } = server.database;
    const before = await books('2026-11');
    const { postingId } = await readPosition(pool);
    await server.submit({
      type: 'payGoodwill',
      goodwillId: 2,
      customerId: buyer.id,
      currencyId: 3,
      amountMinor: 7_000_000n,
    });
    await pool.query(`begin; set local session_replication_role = replica;
      update ledger_entries set at_ms = ${Date.UTC(2026, 10, 30, 23)} where posting_id > ${postingId}; commit`);
    await turn();
    expect((await readPosition(pool)).postingId).toBe(server.engine.exchange.lastPostingId);
    expect(await books('2026-11')).toEqual({ ...before, counted_to_ms: expect.any(Number) as number });
    const { products } = await books('2026-12');
    expect(products.find(({ product }) => product === 'correction')).toMatchObject({ value: '-12' });
    expect(await audited()).toBeNull();
  });

  it('has a digest of its file, made when it was closed', async () => {
    const { pool } = server.database;
    await server.services.books.keepFiles();
    const { csv, lines } = await exported('2026-11');
    expect(await keptFile(pool, '2026-11')).toEqual({
      sha256: createHash('sha256').update(csv).digest('hex'),
      postings: expect.any(Number) as number,
      lines: lines.length,
    });
    expect(await keptFile(pool, '2026-12')).toBeNull();
    await expect(pool.query('delete from company_files')).rejects.toThrow('never changes');
  });

  it.each([
    [
      'a result',
      'company_turnovers',
      'credit_minor = credit_minor + 1 where account = 4110',
      'credit_minor = credit_minor - 1 where account = 4110',
    ],
    [
      'what balances',
      'company_turnovers',
      'debit_minor = debit_minor + 1, credit_minor = credit_minor + 1 where account = 5510',
      'debit_minor = debit_minor - 1, credit_minor = credit_minor - 1 where account = 5510',
    ],
    ['which postings a day has', 'company_days', 'postings = postings + 1', 'postings = postings - 1'],
    [
      'a closed month’s chain',
      'company_periods',
      `figures = replace(figures, '"previous":null', '"previous":"x"'),
        hash = sha256(convert_to(replace(figures, '"previous":null', '"previous":"x"'), 'UTF8'))`,
      `figures = replace(figures, '"previous":"x"', '"previous":null'),
        hash = sha256(convert_to(replace(figures, '"previous":"x"', '"previous":null'), 'UTF8'))`,
    ],
  ])('is found by the audit when somebody has changed %s', async (_what, table, change, back) => {
    const tampered = (statement: string) =>
      server.database.pool.query(
        `begin; set local session_replication_role = replica; update ${table} set ${statement}; commit`,
      );
    await tampered(change);
    expect(await audited()).toBe(table);
    await tampered(back);
    expect(await audited()).toBeNull();
  });

  it('is found by the audit when not all is counted that is said to be', async () => {
    const { pool } = server.database;
    await pool.query('update company_position set posting_id = posting_id - 1');
    expect(await audited()).toBe('company_days');
    await pool.query('update company_position set posting_id = posting_id + 1');
    expect(await audited()).toBeNull();
  });

  it('says so when stored figures were changed all the same', async () => {
    const { pool } = server.database;
    await pool.query(`begin; set local session_replication_role = replica;
      update company_turnovers set credit_minor = credit_minor + 1 where account = 4110; commit`);
    expect((await books('2026-11')).closed).toMatchObject({ agrees: false });
    await pool.query(`begin; set local session_replication_role = replica;
      update company_turnovers set credit_minor = credit_minor - 1 where account = 4110; commit`);
    expect((await books('2026-11')).closed).toMatchObject({ agrees: true });
  });
});

it('each posting is counted once, by two at once and after a restart', async () => {
  const sums = async () => {
    const { rows } = await server.database.pool.query<{ lines: string; postings: string }>(
      'select (select sum(lines) from company_turnovers) as lines, (select sum(postings) from company_days) as postings',
    );
    return rows[0]!;
  };
  await trade('0.01');
  await Promise.all([turn(), turn()]);
  const before = await sums();
  const { rows } = await server.database.pool.query<{ postings: string }>(
    'select count(distinct posting_id) as postings from ledger_entries',
  );
  expect(before.postings).toBe(rows[0]!.postings);
  await server.stop();
  server = await TestServer.start({ after: server });
  await turn();
  expect(await sums()).toEqual(before);
});
