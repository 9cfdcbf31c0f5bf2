import type { CallInput, CallOutput } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, Traders } from '../../testing/traders.ts';
import { entryPages } from './entries.ts';
import { postingRange, tradeRange } from './bounds.ts';
import { PDF_MAX_ROWS } from './service.ts';
import { wireProfit } from './wire.ts';

type FileInput = CallInput<'GET statement/file'>;

let server: TestServer;
let traders: Traders;
let ann: TestCustomer;
let bob: TestCustomer;

/** July: demo funds and a purchase. August: sales and a transfer. It is 20 August 2026. */
beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
  await at('2026-07-20T10:00:00Z');
  await traders.begin();
  [ann, bob] = [await traders.join(), await traders.join()];
  await deal(ann, bob, '60000', '0.02');
  await at('2026-08-03T09:00:00Z');
  await traders.begin();
  await deal(bob, ann, '61000', '0.01');
  await server.call(
    'POST wallet/change',
    { currency_id: 3, from: 'spot', to: 'contract', amount: '100' },
    { token: ann.token, key: freshKey() },
  );
  await at('2026-08-05T09:00:00Z');
  await traders.begin();
  await deal(bob, ann, '59000', '0.005');
  await at('2026-08-20T12:00:00Z');
});
afterAll(() => server.close());

async function at(text: string): Promise<void> {
  server.clock.nowMs = Date.parse(text);
  await server.engine.wake();
}

/** `seller` places an order, `buyer` takes it. */
async function deal(
  buyer: TestCustomer,
  seller: TestCustomer,
  price: string,
  quantity: string,
): Promise<void> {
  await traders.place(seller, { side: 'sell', type: 'limit', price, quantity });
  await traders.place(buyer, { side: 'buy', type: 'limit', price, quantity });
}

function request(input: FileInput, who = ann, lang = 'en') {
  return {
    method: 'GET' as const,
    url: '/api/statement/file',
    query: Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)])),
    headers: { authorization: who.token, lang },
  };
}

async function file(input: FileInput, who = ann, lang = 'en') {
  const answer = await server.app.inject(request(input, who, lang));
  expect(answer.statusCode).toBe(200);
  return answer;
}

function cells(csv: string): string[][] {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  return csv
    .slice(1, -2)
    .split('\r\n')
    .map(line => line.split(','));
}

describe('a statement', () => {
  it('opens with the last month’s closing balance, and adds up', async () => {
    const july = await server.call('GET statement/summary', { period: '2026-07' }, auth(ann));
    const august = await server.call('GET statement/summary', { period: '2026-08' }, auth(ann));
    expect([july.complete, august.complete, july.first_month]).toEqual([true, false, '2026-07']);
    const spot = (summary: CallOutput<'GET statement/summary'>, currency: string) =>
      summary.lines.find(line => line.account === 'spot' && line.currency === currency);
    expect(spot(july, 'USDT')).toMatchObject({
      opening: '0',
      credits: '10000',
      debits: '-1200',
      closing: '8800',
      entries: 2,
    });
    // 0.1 from the faucet, and 0.02 less the fee of 0.1 %.
    expect(spot(july, 'BTC')).toMatchObject({ opening: '0', closing: '0.11998', entries: 2 });
    expect(spot(august, 'BTC')).toMatchObject({ opening: '0.11998', debits: '-0.015', closing: '0.10498' });
    expect(august.kinds.find(({ reason }) => reason === 'transfer')).toMatchObject({
      credits: '100',
      debits: '-100',
      entries: 2,
    });
    const wallet = await server.call('POST wallet/list', {}, auth(ann));
    for (const { account, balances } of wallet.accounts) {
      for (const { currency, total } of balances) {
        const line = august.lines.find(one => one.account === account && one.currency === currency.code);
        expect(line?.closing ?? '0', `${account} ${currency.code}`).toBe(total);
      }
    }
  });

  it('is the same as CSV and as JSON, each row with the balance after it', async () => {
    const csv = await file({ period: '2026-08', format: 'csv' });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tallystick-entries-2026-08.csv"',
      'cache-control': 'no-store',
    });
    const [heading, ...rows] = cells(csv.body);
    const json = JSON.parse((await file({ period: '2026-08', format: 'json' })).body) as {
      statement: object;
      accounts: Record<string, string>[];
      entries: Record<string, string>[];
    };
    expect(json.statement).toMatchObject({ period: '2026-08', complete: false, customer_id: ann.id });
    const listed = rows.filter(row => !(row[3] ?? '').endsWith('_balance'));
    expect(listed).toEqual(json.entries.map(entry => (heading ?? []).map(name => entry[name] ?? '')));
    // Two sales of two entries each, and two entries of the transfer.
    expect(listed.length).toBe(6);
    const balances = (kind: string) =>
      rows.filter(row => row[3] === kind).map(row => [row[1], row[2], row[5]].join(' '));
    expect(balances('opening_balance')).toEqual(
      json.accounts.map(line => `${line['account']} ${line['currency']} ${line['opening']}`),
    );
    expect(balances('closing_balance')).toEqual(
      json.accounts.map(line => `${line['account']} ${line['currency']} ${line['closing']}`),
    );
  });

  it('lists one account, currency or kind, and still adds up', async () => {
    const one = cells(
      (await file({ period: '2026-08', format: 'csv', account: 'spot', currency_id: 3 })).body,
    );
    expect(one.slice(1).map(row => [row[1], row[2]].join(' '))).toEqual(Array(5).fill('spot USDT'));
    const kind = cells((await file({ period: '2026', format: 'csv', reason: 'transfer' })).body);
    expect(kind.filter(row => row[3] === 'transfer').length).toBe(2);
    expect(kind.filter(row => row[3] === 'trade').length).toBe(0);
    expect(kind.filter(row => row[3] === 'closing_balance').length).toBe(4);
    expect(
      await server.refused('GET statement/summary', { period: '2026', currency_id: 77 }, auth(ann)),
    ).toMatchObject({
      code: 'unknown_currency',
    });
  });

  it('of a year without entries is complete and empty', async () => {
    const json = JSON.parse((await file({ period: '2024', format: 'json' })).body) as object;
    expect(json).toMatchObject({ accounts: [], entries: [], statement: { complete: true } });
    expect((await file({ period: '2024', format: 'pdf' })).rawPayload.subarray(0, 5).toString()).toBe(
      '%PDF-',
    );
  });

  it('breaks off when the books were changed, so that nobody gets a wrong file', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: string; minor: string }>(
      `select posting_id as id, amount_minor as minor from ledger_entries
        where owner_id = $1 and reason = 'trade' and currency_id = 3 order by posting_id limit 1`,
      [bob.id],
    );
    const change = (minor: bigint) =>
      pool.query(
        'update ledger_entries set amount_minor = $3 where owner_id = $1 and posting_id = $2 and currency_id = 3',
        [bob.id, rows[0]?.id, minor],
      );
    const right = BigInt(rows[0]?.minor ?? 0);
    await change(right + 1n);
    try {
      for (const format of ['csv', 'json', 'pdf'] as const) {
        // Refused before the first byte, or broken off before the end.
        const answer = await server.app.inject(request({ period: '2026', format }, bob)).catch(() => null);
        expect(answer?.statusCode ?? 500).toBe(500);
      }
    } finally {
      await change(right);
    }
    // The customer may start another file again.
    expect((await file({ period: '2026', format: 'csv' }, bob)).body).toContain('closing_balance');
  });

  it('is written once at a time for each customer, and stops when its reader leaves', async () => {
    const { url } = await listening();
    const begin = (who: TestCustomer, signal: AbortSignal) =>
      fetch(`${url}/api/statement/file?period=2026&format=csv`, {
        headers: { authorization: who.token },
        signal,
      });
    const gone = new AbortController();
    const first = server.services.statement;
    const held = await first.file(
      ann.id,
      { period: '2026', format: 'csv', contents: 'entries', method: 'average' },
      'en',
    );
    const busy = await server.refused('GET statement/file', { period: '2026', format: 'csv' }, auth(ann));
    expect(busy).toMatchObject({ code: 'statement_busy', status: 409 });
    expect((await begin(bob, gone.signal)).status).toBe(200);
    const reading = held.chunks[Symbol.asyncIterator]();
    await reading.next();
    await reading.return?.();
    await (await begin(ann, gone.signal)).text();
    // After half a minute without a reader the first file is stopped.
    const left = await first.file(
      ann.id,
      { period: '2026', format: 'csv', contents: 'entries', method: 'average' },
      'en',
    );
    server.clock.nowMs += 31_000;
    expect((await file({ period: '2026', format: 'csv' })).body).toContain('closing_balance');
    await expect(left.chunks[Symbol.asyncIterator]().next()).rejects.toThrow('nobody read on');
  });

  it('is refused beside eight PDFs of others, in the customer’s language; tables are not', async () => {
    const wish = { period: '2026', format: 'pdf', contents: 'entries', method: 'average' } as const;
    const others = [1, 2, 3, 4, 5, 6, 7, 8].map(n => 900_000 + n);
    const held = await Promise.all(others.map(id => server.services.statement.file(id, wish, 'en')));
    const { period, format } = wish;
    const busy = await server.app.inject(request({ period, format }, ann, 'esp'));
    expect([busy.statusCode, (busy.json() as { code: string; message: string }).code]).toEqual([503, 'busy']);
    expect((busy.json() as { message: string }).message).toContain('inténtalo');
    expect((await file({ period, format: 'csv' })).body).toContain('closing_balance');
    for (const { chunks } of held) await chunks[Symbol.asyncIterator]().return?.();
    expect((await file({ period, format })).rawPayload.length).toBeGreaterThan(1_000);
  });

  it.for(['file?period=2026&format=csv', 'summary?period=2026', 'tax_year?year=2026'])(
    'stops summing when its caller leaves: %s',
    async path => {
      const { pool } = server.database;
      const { url } = await listening();
      // So that the history is already read: the lock must block only the sums.
      if (path.startsWith('tax')) await server.call('GET statement/tax_year', { year: '2026' }, auth(ann));
      // The sums wait as long as this lock is held.
      const table = path.startsWith('tax') ? 'perpetual_liquidations' : 'ledger_entries';
      const holder = await pool.connect();
      const held = async (): Promise<number> => {
        const { rows } = await pool.query<{ count: number }>(
          `select count(*)::integer from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
          [table],
        );
        return rows[0]!.count;
      };
      try {
        await holder.query('begin');
        await holder.query(`lock table ${table} in access exclusive mode`);
        const asker = new AbortController();
        const asked = fetch(`${url}/api/statement/${path}`, {
          headers: { authorization: ann.token },
          signal: asker.signal,
        });
        await expect.poll(held).toBeGreaterThan(0);
        asker.abort();
        await expect(asked).rejects.toThrow('aborted');
        await expect.poll(held).toBe(0);
      } finally {
        await holder.query('rollback');
        holder.release();
      }
      // The customer may start another file as soon as the server notices the closed connection.
      const next = () => server.app.inject(request({ period: '2026', format: 'csv' }));
      await expect.poll(async () => (await next()).body).toContain('closing_balance');
    },
  );

  it('needs a session, and shows only one’s own entries', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/api/statement/file?period=2026&format=csv',
    });
    expect(answer.statusCode).toBe(401);
    const json = JSON.parse((await file({ period: '2026', format: 'json' }, bob)).body) as {
      entries: object[];
    };
    const { rows } = await server.database.pool.query<{ count: number }>(
      'select count(*)::integer as count from ledger_entries where owner_id = $1',
      [bob.id],
    );
    expect(json.entries.length).toBe(rows[0]?.count);
  });
});

/** Makes the server listen, for tests that need a real connection. */
async function listening(): Promise<{ url: string }> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  return { url: server.url };
}

describe('entries in pages', () => {
  it('contain each entry once, for any page size', async () => {
    const { pool } = server.database;
    const range = await postingRange(pool, ann.id, 0, Date.parse('2027-01-01'));
    const read = async (size: number) => {
      const rows = [];
      for await (const page of entryPages(pool, { customerId: ann.id }, range, size)) rows.push(...page);
      return rows.map(({ postingId, account, currencyId }) => `${postingId}.${account}.${currencyId}`);
    };
    const whole = await read(1_000);
    expect(new Set(whole).size).toBe(11);
    for (const size of [1, 2, 3, 5]) expect(await read(size)).toEqual(whole);
  });

  it('are found by time to the millisecond', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: string; at: string }>(
      'select posting_id as id, at_ms as at from ledger_entries where owner_id = $1 order by posting_id',
      [ann.id],
    );
    for (const { at: atMs } of rows) {
      const { first } = await postingRange(pool, ann.id, Number(atMs), Number(atMs) + 1);
      expect(first).toBeLessThanOrEqual(Number(rows.find(row => row.at === atMs)?.id));
      const later = await postingRange(pool, ann.id, Number(atMs) + 1, Number(atMs) + 2);
      expect(later.first).toBeGreaterThan(Number(rows.findLast(row => row.at === atMs)?.id));
    }
    const trades = await tradeRange(pool, 'trades', Date.parse('2026-08-01'), Date.parse('2026-09-01'));
    expect(trades.end - trades.first).toBe(2);
  });
});

describe('trades', () => {
  it('have pair, side, price, quantity, fee and order', async () => {
    const rows = cells((await file({ period: '2026', contents: 'trades', format: 'csv' })).body);
    const [names = [], ...trades] = rows;
    const told = trades.map(row => Object.fromEntries(names.map((name, i) => [name, row[i]])));
    expect(told).toMatchObject([
      {
        product: 'spot',
        side: 'buy',
        role: 'taker',
        price: '60000.0',
        quantity: '0.02',
        fee: '0.00002',
        fee_currency: 'BTC',
      },
      {
        side: 'sell',
        role: 'maker',
        price: '61000.0',
        quantity: '0.01',
        value: '610',
        fee: '0.61',
        fee_currency: 'USDT',
      },
      { side: 'sell', price: '59000.0', quantity: '0.005', value: '295' },
    ]);
    for (const { pair, order_id: orderId } of told)
      expect([pair, Number(orderId) > 0]).toEqual(['BTC/USDT', true]);
  });
});

describe('profit and loss', () => {
  const profit = (period: string, method: 'average' | 'fifo', who = ann) =>
    server.call('GET statement/profit', { period, method }, auth(who));

  it('is computed by either method, and not guessed where the cost is unknown', async () => {
    // There was no trade before the faucet's coins, so their value is unknown.
    const average = await profit('2026-08', 'average');
    const btc = average.coins.find(({ currency }) => currency === 'BTC');
    // 0.02 for 1200, less the fee of 0.00002: sold 0.015 of 0.01998 for 609.39 + 294.705.
    expect(btc).toMatchObject({ sold: '0.015', unknown_quantity: '0.1', unrealised: null });
    expect(btc?.realised).toBe('3.1941');
    expect(average).toMatchObject({ unrealised: null, unknown: 0 });
    // By first in, first out, the faucet's coins of unknown cost are sold first.
    const fifo = await profit('2026-08', 'fifo');
    expect(fifo.coins.find(({ currency }) => currency === 'BTC')).toMatchObject({
      realised: '0',
      unknown_quantity: '0.085',
      cost: '1200',
    });
    expect(fifo.unknown).toBe(2);
  });

  it('has a day for each day of the period until today', async () => {
    const { days, realised } = await profit('2026-08', 'average');
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: 20 }, (_, i) => `2026-08-${String(i + 1).padStart(2, '0')}`),
    );
    const told = days.filter(one => one.realised !== '0');
    expect(told.map(({ day }) => day)).toEqual(['2026-08-03', '2026-08-05']);
    expect(realised).toBe('3.1941');
  });

  it('continues with the entries since the last call', async () => {
    const carl = await traders.join();
    const before = await profit('2026', 'average', carl);
    expect(before.coins.find(({ currency }) => currency === 'BTC')?.bought).toBe('0');
    await traders.begin();
    await deal(carl, bob, '60000', '0.001');
    const after = await profit('2026', 'average', carl);
    const again = await new (await import('./service.ts')).StatementService({
      history: server.services.history,
      exchange: server.engine.exchange,
      units: server.services.units,
      now: () => server.clock.nowMs,
    }).profit(carl.id, '2026', 'average');
    const currencyOf = (id: number) => server.services.units.currency(id);
    expect(after).toEqual(wireProfit(again, currencyOf, currencyOf(USDT)));
    expect(after.coins.find(({ currency }) => currency === 'BTC')?.bought).toBe('0.000999');
  });

  it('asks to wait for a long history, and continues meanwhile', async () => {
    const { StatementService } = await import('./service.ts');
    const impatient = new StatementService({
      history: server.services.history,
      exchange: server.engine.exchange,
      units: server.services.units,
      now: () => server.clock.nowMs,
      answerWithinMs: 500,
    });
    // While this lock is held, even a short history takes long.
    const holder = await server.database.pool.connect();
    await holder.query('begin; lock table ledger_entries in access exclusive mode');
    const ask = () => impatient.profit(ann.id, '2026', 'fifo');
    await expect(ask()).rejects.toMatchObject({ code: 'statement_preparing' });
    await holder.query('rollback');
    holder.release();
    await expect.poll(() => ask().then(({ coins }) => coins.length, String)).toBeGreaterThan(0);
  });
});

describe('a year for taxes', () => {
  it('has the result of each product, fees, and what was paid in and out', async () => {
    const year = await server.call('GET statement/tax_year', { year: '2026', method: 'average' }, auth(ann));
    expect(year.products.find(({ product }) => product === 'spot')).toMatchObject({
      proceeds: '904.095',
      cost: '900.9009',
      result: '3.1941',
    });
    expect(year.fees.toSorted((a, b) => a.currency.localeCompare(b.currency, 'en'))).toEqual([
      { product: 'spot', currency: 'BTC', amount: '0.00002' },
      { product: 'spot', currency: 'USDT', amount: '0.905' },
    ]);
    expect(year.transfers).toContainEqual({ currency: 'USDT', paid_in: '10000', paid_out: '0' });
    const rows = cells((await file({ period: '2026', contents: 'taxes', format: 'csv' })).body);
    expect(rows[1]).toEqual(['result', 'spot', 'USDT', '904.095', '900.9009', '3.1941', '3', '0']);
  });
});

describe('a PDF', () => {
  it('with too many rows is refused before it begins', async () => {
    const { pool } = server.database;
    const dora = await server.customer();
    await pool.query(
      `insert into ledger_entries select $1, 1000000 + i, 'spot', 3, 1, i, 'faucet', 'faucet:x', $2
         from generate_series(1, $3::integer) i`,
      [dora.id, Date.parse('2026-08-20T12:00:00Z'), PDF_MAX_ROWS + 1],
    );
    try {
      const refused = await server.refused(
        'GET statement/file',
        { period: '2026', format: 'pdf' },
        auth(dora),
      );
      expect(refused).toMatchObject({ code: 'statement_too_long', data: { maximum: PDF_MAX_ROWS } });
      const whole = await file({ period: '2026', format: 'json' }, dora);
      expect((JSON.parse(whole.body) as { entries: object[] }).entries.length).toBe(PDF_MAX_ROWS + 1);
      // When a long file breaks off, the browser learns that it is incomplete.
      await pool.query('update ledger_entries set amount_minor = 2 where owner_id = $1 and posting_id = $2', [
        dora.id,
        1_000_000 + PDF_MAX_ROWS / 2,
      ]);
      const { url } = await listening();
      const reply = await fetch(`${url}/api/statement/file?period=2026&format=csv`, {
        headers: { authorization: dora.token },
      });
      expect(reply.status).toBe(200);
      await expect(reply.text()).rejects.toThrow('terminated');
    } finally {
      await pool.query('delete from ledger_entries where owner_id = $1', [dora.id]);
    }
  });
});
