import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkJournal, readBooks } from '@tallystick/audit';
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
import { auditJournal } from '../audit-journal.ts';
import { auditDump } from './audit-dump.ts';
import { runDumpAudit, runExport } from './commands.ts';
import { readLiabilities } from './read-liabilities.ts';

let server: TestServer;
let folder: string;
let dump: string;
let records: string;
/** Books of the running exchange at each point, by sequence. */
const books = new Map<number, string>();

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
  dump = inFolder('journal.ndjson');
  records = inFolder('records.ndjson');
  const said: string[] = [];
  expect(await runExport(server.database.url, dump, { books: records }, line => said.push(line))).toBe(0);
  expect(said.join('\n')).toContain('4 records');
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
  const said: string[] = [];
  const code = await runDumpAudit(dump, { books: file, unreleased: true }, line => said.push(line));
  return [code, said.join('\n')];
}

describe('the public log’s records of an audit point', () => {
  it('name the books of the running exchange', async () => {
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
    expect(result.beyond).toEqual([]);
    expect([told, owed]).toEqual([[...books.keys()], [...books.keys()]]);
    const checked: number[] = [];
    await checkJournal(dump, { books: await readBooks(records), onBooks: at => checked.push(at) });
    expect(checked).toEqual([...books.keys()]);
    expect(await verdict(records)).toEqual([0, expect.stringContaining('as audit point 2 says')]);
  });

  it('fit the rows that are kept of the points', async () => {
    const audit = await auditJournal({ databaseUrl: server.database.url, unreleased: true });
    expect(audit.firstDifference).toBeNull();
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
