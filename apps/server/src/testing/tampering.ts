import { createHash } from 'node:crypto';
import { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { USDT } from '@tallystick/protocol/currency-ids';

/** A connection with the rights of the database's owner. */
export type TamperingClient = ClientBase;

/** Something the database's owner could do, and how it is undone. */
export interface Tampering {
  /** E.g. `a balance was raised`. */
  readonly what: string;
  /** Returns the function that undoes it, on any connection. */
  readonly carryOut: (client: ClientBase) => Promise<(client: ClientBase) => Promise<void>>;
}

const FORGED_MINOR = 5_000_000_000_000n;

/** Forges the newest snapshot: credits the customer 5,000,000 USDT and writes it back with its new hash. */
export function forgedSnapshot(customerId: number): Tampering {
  return {
    what: 'the newest snapshot was forged, with its hash',
    async carryOut(client) {
      const { rows } = await client.query<{ sequence: string; state_hash: string; byte_length: string }>(
        'select sequence, state_hash, byte_length from snapshots order by sequence desc limit 1',
      );
      const { sequence, ...before } = rows[0]!;
      const chunks = await client.query<{ bytes: Buffer }>(
        'select bytes from snapshot_chunks where sequence = $1 order by number',
        [sequence],
      );
      const bytes = Buffer.concat(chunks.rows.map(chunk => chunk.bytes));
      const forged = forge(bytes, customerId);
      const hash = createHash('sha256').update(forged).digest('hex');
      await write(client, sequence, forged, { state_hash: hash, byte_length: String(forged.length) });
      return async later => write(later, sequence, bytes, before);
    },
  };
}

function forge(bytes: Buffer, customerId: number): Buffer {
  const exchange = Exchange.restore(bytes);
  const outcome = exchange.apply(
    {
      type: 'credit',
      customerId,
      account: 'spot',
      currencyId: USDT,
      amountMinor: FORGED_MINOR,
      from: 'faucet',
      reference: 'forged',
    },
    exchange.lastAtMs,
  );
  if (!outcome.ok) throw new Error(`nothing could be forged: ${outcome.refusal.code}`);
  return Buffer.from(exchange.snapshot());
}

async function write(
  client: ClientBase,
  sequence: string,
  bytes: Buffer,
  { state_hash: hash, byte_length: length }: { readonly state_hash: string; readonly byte_length: string },
): Promise<void> {
  await client.query('delete from snapshot_chunks where sequence = $1', [sequence]);
  const CHUNK = 1_000_000;
  for (let number = 0; number * CHUNK < bytes.length; number++) {
    await client.query('insert into snapshot_chunks (sequence, number, bytes) values ($1, $2, $3)', [
      sequence,
      number,
      bytes.subarray(number * CHUNK, (number + 1) * CHUNK),
    ]);
  }
  await client.query('update snapshots set state_hash = $2, byte_length = $3 where sequence = $1', [
    sequence,
    hash,
    length,
  ]);
}

/**
 * Runs a statement on one table; undoing it restores all the table's rows. Triggers do not fire, because the owner of
 * a table can disable them.
 */
export function tampered(what: string, table: string, statement: string): Tampering {
  return {
    what,
    async carryOut(client) {
      await client.query('begin');
      await client.query(`set local session_replication_role = replica`);
      await client.query(`create table put_aside as select * from ${table}`);
      const { rowCount } = await client.query(statement);
      if (rowCount === 0) {
        await client.query('rollback');
        throw new Error(`nothing was tampered with: ${statement}`);
      }
      await client.query('commit');
      return async later => {
        const columns = await writableColumns(later, table);
        await later.query('begin');
        await later.query(`set local session_replication_role = replica`);
        await later.query(`delete from ${table}`);
        await later.query(
          `insert into ${table} (${columns}) overriding system value select ${columns} from put_aside`,
        );
        await later.query('drop table put_aside');
        await later.query('commit');
      };
    },
  };
}

/** Runs statements; undoing it works even after an exchange has written more. Triggers do not fire. */
export function undoable(what: string, statements: string, back: string): Tampering {
  const run = (client: ClientBase, sql: string): Promise<unknown> =>
    client.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
  return {
    what,
    async carryOut(client) {
      const results = (await run(client, statements)) as unknown as { readonly rowCount: number | null }[];
      // The last result is that of the commit.
      if (!(results.at(-2)?.rowCount ?? 0)) throw new Error(`nothing was tampered with: ${statements}`);
      return async later => void (await run(later, back));
    },
  };
}

async function writableColumns(client: ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(row => row.name).join(', ');
}
