import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkJournal, journalHeads, readBooks } from '@tallystick/audit';
import { HOUR_MS } from '@tallystick/core/durations';
import type { LiabilitiesRecord } from '@tallystick/verify/liability/proof';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { USDT } from '@tallystick/protocol/currency-ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booksHashOf } from '../../engine/books-hash.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer } from '../../testing/test-server.ts';
import { BTC_USDT } from '../../testing/traders.ts';
import { recordBytes, type RecordRow } from '../../transparency-log/record-source.ts';
import { auditJournal } from '../audit-journal.ts';
import { liabilityPoints } from '../liability-points.ts';
import { auditDump } from './audit-dump.ts';
import { runDumpAudit, runExport } from './commands.ts';
import { readLiabilities } from './read-liabilities.ts';

let server: TestServer;
let folder: string;
let dump: string;
let records: string;
/** Books of the running exchange at each point, by sequence. */
const books = new Map<number, string>();

/** By the export. */
const said: string[] = [];

const inFolder = (name: string): string => path.join(folder, name);

/** Two audit points of a running exchange: one with a position at a loss and an open order, one an hour later. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-points-'));
  server = await TestServer.start();
  const traders = new PerpetualTraders(server);
  await traders.begin();
  const ann = await traders.join();
  await houseSells();
  await traders.open(ann, { direction: 'long' });
  await traders.index(59_990);
  await point();
  const ben = await server.customer('funded');
  await server.call(
    'POST wallet/change',
    { currency_id: 3, from: 'spot', to: 'trust', amount: '12.5' },
    { token: ben.token, key: freshKey() },
  );
  server.clock.nowMs += HOUR_MS;
  await point();
  await writeFile(inFolder('log.ndjson'), `${(await published()).join('\n')}\n`);
  dump = inFolder('journal.ndjson');
  records = inFolder('records.ndjson');
  await runExport(server.database.url, dump, { books: records }, line => said.push(line));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** The house's result stands beside in another sum than its customers'. */
async function houseSells(): Promise<void> {
  await server.submit({ type: 'openCustomer', customerId: LAST_HOUSE_ID });
  await server.submit({
    type: 'credit',
    customerId: LAST_HOUSE_ID,
    account: 'contract',
    currencyId: USDT,
    amountMinor: 10_000_000_000n,
    from: 'faucet',
    reference: 'test:house',
  });
  await server.submit({
    type: 'placePerpetualOrder',
    customerId: LAST_HOUSE_ID,
    marketId: BTC_USDT,
    side: 'short',
    orderType: 'limit',
    priceTicks: 600_000,
    lots: 100,
    multiple: 10,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    worstPriceTicks: null,
    clientOrderId: null,
  });
}

async function point(): Promise<void> {
  const made = await server.services.liability.maker.step();
  expect(made!.sequence).toBe(server.engine.sequence());
  books.set(made!.sequence, booksHashOf(server.engine.exchange));
  await server.heads.turn();
  await server.services.sources.turn();
}

/** The public log as a mirror has it. */
async function published(): Promise<string[]> {
  const { rows } = await server.database.pool.query<RecordRow>(
    'select * from public_records order by number',
  );
  return rows.map(row => recordBytes(row).toString('utf8'));
}

/** A file of the records with one of them changed. */
async function altered(change: (body: RecordBody<'liabilities'>) => object): Promise<string> {
  const lines = (await readFile(records, 'utf8')).trimEnd().split('\n');
  const changed = lines.map(line => {
    const record = JSON.parse(line) as LiabilitiesRecord & { readonly kind: string };
    return record.kind === 'liabilities' ? JSON.stringify({ ...record, body: change(record.body) }) : line;
  });
  await writeFile(inFolder('altered.ndjson'), changed.join('\n'));
  return inFolder('altered.ndjson');
}

async function verdict(file: string): Promise<[code: number, text: string]> {
  const lines: string[] = [];
  const code = await runDumpAudit(
    dump,
    { books: file, unreleased: true },
    { say: line => lines.push(line), warn: () => {} },
  );
  return [code, lines.join('\n')];
}

describe('the public log’s records of an audit point', () => {
  it('name the books of the running exchange', async () => {
    expect(said.join('\n')).toContain('4 records');
    expect(await readBooks(records)).toEqual(books);
  });

  it('are what the journal leads to, by this code and by the independent checker', async () => {
    const owed: number[] = [];
    const told: number[] = [];
    const liabilities = await readLiabilities(records);
    expect([...liabilities.keys()]).toEqual([...books.keys()]);
    const beside = [...liabilities.values()].flatMap(one => one.beside.map(({ name }) => name));
    expect(beside).toContain('unrealised_profit');
    const result = await auditDump(dump, {
      unreleased: true,
      books: await readBooks(records),
      liabilities,
      onBooks: at => told.push(at),
      onLiabilities: at => owed.push(at),
    });
    expect([result.books, result.liabilities]).toMatchObject([
      { named: 2, compared: 2, beyond: [], passed: [] },
      { named: 2, compared: 2, beyond: [], passed: [] },
    ]);
    expect([told, owed]).toEqual([[...books.keys()], [...books.keys()]]);
    const checked: number[] = [];
    await checkJournal(dump, { books: await readBooks(records), onBooks: at => checked.push(at) });
    expect(checked).toEqual([...books.keys()]);
    expect(await verdict(records)).toEqual([0, expect.stringContaining('as audit point 2 says')]);
  });

  it('tie the dump to the heads that were signed, and to the core that was named', async () => {
    const log = inFolder('log.ndjson');
    const lines: string[] = [];
    const said = { say: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
    const audit = async (file: string) => runDumpAudit(file, { log, unreleased: true }, said);
    expect([await audit(dump), lines.join('\n')]).toEqual([
      0,
      expect.stringContaining('2 of 2 signed heads of the journal compared'),
    ]);
    expect((await checkJournal(dump, { heads: journalHeads(log) })).heads).toMatchObject({
      named: 2,
      compared: 2,
    });
    const [first, ...rest] = (await readFile(dump, 'utf8')).split('\n');
    expect(first).toMatch(/^\{"kind":"tallystick journal 1","blinding":"[0-9a-f]{64}"\}$/);
    const other = inFolder('other.ndjson');
    await writeFile(other, [first!.replace(/[0-9a-f]{64}/, 'ab'.repeat(32)), ...rest].join('\n'));
    expect(await audit(other)).toBe(1);
    await expect(checkJournal(other, { heads: journalHeads(log) })).rejects.toThrow('other rows');
  });

  it.each([
    [
      'a total',
      ({ tree, ...body }) => ({ ...body, tree: tree.map(one => ({ ...one, total: `${one.total}0` })) }),
    ],
    ['a currency left out', ({ tree, ...body }) => ({ ...body, tree: tree.slice(1) })],
    [
      'what stands beside',
      ({ beside, ...body }) => ({ ...body, beside: beside.map(one => ({ ...one, total: `${one.total}1` })) }),
    ],
    ['the moment', body => ({ ...body, at_ms: body.at_ms + 1 })],
  ] satisfies [string, (body: RecordBody<'liabilities'>) => object][])(
    'are found if they say otherwise: %s',
    async (_, change) => {
      expect(await verdict(await altered(change))).toEqual([
        1,
        expect.stringContaining('THE FIRST DIFFERENCE: liabilities, point=1'),
      ]);
    },
  );

  it('are refused if they contradict each other', async () => {
    const [first, ...rest] = (await readFile(records, 'utf8')).trimEnd().split('\n');
    const other = JSON.parse(first!) as LiabilitiesRecord;
    const forked = { ...other, body: { ...other.body, point: 7 } };
    await writeFile(inFolder('altered.ndjson'), [first, JSON.stringify(forked), ...rest].join('\n'));
    await expect(readLiabilities(inFolder('altered.ndjson'))).rejects.toThrow('two liabilities');
    const twice = [...books].flatMap(([sequence, hash]) => [
      JSON.stringify({ sequence, hash }),
      JSON.stringify({ sequence, hash: 'ab'.repeat(32) }),
    ]);
    await writeFile(inFolder('altered.ndjson'), twice.join('\n'));
    await expect(readBooks(inFolder('altered.ndjson'))).rejects.toThrow('two hashes');
  });
});

describe('the rows kept of audit points', () => {
  /** What the audit's check finds after statements of the database's owner, which are taken back. */
  const found = async (...statements: string[]): Promise<string | null> => {
    const stored = await server.database.pool.connect();
    try {
      await stored.query('begin; set local session_replication_role = replica');
      for (const statement of statements) await stored.query(statement);
      const difference = await liabilityPoints({ stored, exchange: server.engine.exchange });
      return difference?.table ?? null;
    } finally {
      await stored.query('rollback');
      stored.release();
    }
  };

  it('fit the public log', async () => {
    expect(await found()).toBeNull();
    const audit = await auditJournal({ databaseUrl: server.database.url, unreleased: true });
    expect(audit.firstDifference).toBeNull();
    // One that is not after the one before it.
    expect(
      await found(
        'insert into audit_points select 3, last_sequence, 0, 0, null from journal order by 2 desc limit 1',
      ),
    ).toBe('audit_points');
  });

  it.each([
    ['audit_points', 'number = 9 where number = 2'],
    ['audit_points', 'sequence = sequence - 1 where number = 2'],
    ['audit_points', 'at_ms = at_ms + 1 where number = 1'],
    ['audit_points', 'public_record = public_record + 1 where number = 1'],
    ['audit_points', 'public_record = null where number = 2'],
    ['liability_totals', 'point = 1, currency_id = currency_id + 90 where point = 2 and total_minor = 0'],
    ['liability_totals', 'currency_id = currency_id + 90 where point = 2'],
    ['liability_totals', `code = 'USDC' where code = 'USDT'`],
    ['liability_totals', `decimals = decimals + 1 where total_minor = 0`],
    ['liability_totals', `root = set_byte(root, 9, get_byte(root, 9) # 1) where point = 2`],
    ['liability_totals', `root = null where point = 1`],
    ['liability_totals', `total_minor = total_minor + 1 where total_minor > 0`],
    ['liability_totals', `total_minor = total_minor + 1 where total_minor = 0`],
    ['liability_totals', `leaves = leaves + 1 where root is not null`],
    ['liability_totals', `leaves = leaves + 1 where root is null`],
    ['liability_totals', 'house_minor = house_minor + 1'],
    ['liability_totals', 'pending_deposits_minor = pending_deposits_minor + 1'],
    ['liability_totals', 'unrealised_minor = unrealised_minor + 1'],
    ['liability_totals', 'owed_by_customers_minor = owed_by_customers_minor + 1'],
    ['public_records', `body = replace(body, '"leaves":', '"leaves":1') where kind = 'liabilities'`],
    [
      'public_records',
      `kind = 'notice' where number = (select public_record from audit_points where number = 2)`,
    ],
  ])('are found if one is changed: %s, %s', async (table, change) => {
    expect(await found(`update ${table} set ${change}`)).not.toBeNull();
  });

  it.each([
    'audit_points where number = 2',
    'audit_points where number = 1',
    'liability_totals where root is not null',
    'liability_totals where root is null and point = 2',
  ])('are found if one is deleted: %s', async which => {
    expect(await found(`delete from ${which}`)).not.toBeNull();
  });
});
