import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '@tallystick/server/database/database';
import { createTestDatabase } from '@tallystick/server/testing/database';
import { Door, type Strike, type StrikeKind } from './door.ts';
import { boundValues } from './wire.ts';

let database: Database;
let door: Door;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table struck (number int, bytes bytea)');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query('truncate struck');
  door = await Door.open(database.url);
});
afterEach(() => door.close());

async function connected(name = 'tallystick writer'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: door.url, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const insert = (number: number): pg.QueryConfig => ({
  name: 'batch 1',
  text: 'insert into struck values ($1, $2)',
  values: [number, Buffer.from([0, number, 255])],
});

const strike = (kind: StrikeKind, more: Partial<Strike> = {}): Strike => ({
  kind,
  role: 'writer',
  of: 'commit',
  skip: 0,
  takes: 'connection',
  ...more,
});

async function numbers(): Promise<number[]> {
  const { rows } = await database.pool.query<{ number: number }>('select number from struck order by 1');
  return rows.map(row => row.number);
}

/** Whether the client gets an error of the connection, not of the server. */
async function fails(client: pg.Client, number: number): Promise<boolean> {
  const error: unknown = await client.query(insert(number)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return error !== null && !(error instanceof pg.DatabaseError);
}

it.each([
  ['cutBefore', []],
  ['tornStatement', []],
  ['cutAfter', [2]],
  ['tornAnswer', [2]],
] as const)('%s: the statement fails, and of it stands %j', async (kind, stands) => {
  const client = await connected();
  await client.query(insert(1));
  const struck = door.arm(strike(kind));
  expect(await fails(client, 2)).toBe(true);
  await struck;
  // The server may still be reading.
  await expect.poll(numbers).toEqual([1, ...stands]);
  const other = await connected();
  await other.query(insert(3));
  expect(await numbers()).toEqual([1, ...stands, 3]);
});

it('refuses a statement with an error, and the connection stays', async () => {
  const client = await connected();
  const struck = door.arm(strike('refuse'));
  await expect(client.query(insert(1))).rejects.toMatchObject({ code: '53100' });
  await struck;
  await client.query(insert(2));
  expect(await numbers()).toEqual([2]);
});

it('holds a statement, or its answer, until it is released', async () => {
  const client = await connected();
  const isHeld = door.arm(strike('holdStatement'));
  const first = client.query(insert(1));
  await isHeld;
  expect(await numbers()).toEqual([]);
  door.release();
  await first;
  expect(await numbers()).toEqual([1]);

  const held = door.arm(strike('holdAnswer'));
  let answered = false;
  const second = client.query(insert(2)).then(() => (answered = true));
  await held;
  expect(await numbers()).toEqual([1, 2]);
  expect(answered).toBe(false);
  door.release();
  await second;
});

it('waits for the role, for commits, and counts', async () => {
  const [writer, projector] = [await connected(), await connected('tallystick projector')];
  const struck = door.arm(strike('cutBefore', { skip: 1 }));
  await projector.query(insert(1));
  await writer.query('select 1');
  await writer.query(insert(2));
  expect(door.isArmed).toBe(true);
  expect(await fails(writer, 3)).toBe(true);
  await struck;
  expect(door.isArmed).toBe(false);
  await projector.query(insert(4));
  expect(await numbers()).toEqual([1, 2, 4]);

  const again = await connected();
  void door.arm(strike('cutBefore', { of: 'any' }));
  await expect(again.query('select 1')).rejects.toThrow('Connection terminated');
});

it('takes all connections of the door along, refuses new ones, and leaves other doors alone', async () => {
  const [writer, other] = [await connected(), await connected('tallystick')];
  const beside = await Door.open(database.url);
  const client = new pg.Client({ connectionString: beside.url });
  try {
    await client.connect();
    const ended = new Promise(resolve => other.once('end', resolve));
    void door.arm(strike('cutBefore', { takes: 'all' }));
    expect(await fails(writer, 1)).toBe(true);
    await ended;
    door.refusing = true;
    await expect(connected()).rejects.toThrow('Connection terminated');
    await expect(client.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  } finally {
    await client.end();
    await beside.close();
  }
});

it('records what committed, so that it can be sent again', async () => {
  const client = await connected();
  await client.query(insert(7));
  const { text, bind } = door.lastBatch!;
  await database.pool.query(text, boundValues(bind));
  const { rows } = await database.pool.query('select number, bytes from struck');
  expect(rows).toEqual([
    { number: 7, bytes: Buffer.from([0, 7, 255]) },
    { number: 7, bytes: Buffer.from([0, 7, 255]) },
  ]);
});
