import type { RecordBody } from '@tallystick/verify/public-log/records';
import { reservesFault } from '@tallystick/verify/public-log/reserves-form';
import type { Reads } from '../../database/reads.ts';

/** What the public log proves in one currency, at its newest audit point with both sides. */
export interface Proof {
  readonly liabilitiesRecord: number;
  readonly reservesRecord: number;
  readonly atMs: number;
  /** Owed to customers. */
  readonly liabilitiesMinor: bigint;
  /** What stands behind it: signed, observed or by statement. */
  readonly assetsMinor: bigint;
}

interface RecordRow {
  readonly number: string;
  readonly body: string | object;
}

/**
 * Read from the public log itself, so that anybody can say what a withdrawal rested on. Null before the first point, and
 * while the newest records cannot be added up: nothing rests on them.
 */
export async function newestProof(db: Reads, code: string): Promise<Proof | null> {
  const { rows } = await db.query<RecordRow>(
    `select number, body from public_records where kind = 'reserves' order by number desc limit 1`,
  );
  const [found] = rows;
  if (found === undefined) return null;
  const reserves = bodyOf<'reserves'>(found);
  const { rows: against } = await db.query<RecordRow>(
    `select number, body from public_records where kind = 'liabilities' and number = $1`,
    [reserves.liabilities_record],
  );
  const [owed] = against;
  if (owed === undefined) return null;
  const liabilities = bodyOf<'liabilities'>(owed);
  if (reservesFault(reserves, liabilities) !== null) return null;
  const sum = (amounts: readonly string[]): bigint =>
    amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  return {
    liabilitiesRecord: Number(owed.number),
    reservesRecord: Number(found.number),
    // The older side: what is owed is of the point's moment.
    atMs: Math.min(liabilities.at_ms, reserves.at_ms),
    liabilitiesMinor: sum(liabilities.tree.filter(one => one.currency === code).map(one => one.total)),
    // What is published as the house's own stands behind nobody.
    assetsMinor: sum(
      reserves.assets
        .filter(one => one.currency === code && one.owner === 'customers')
        .map(one => one.amount),
    ),
  };
}

function bodyOf<Kind extends 'reserves' | 'liabilities'>({ body }: RecordRow): RecordBody<Kind> {
  return (typeof body === 'string' ? JSON.parse(body) : body) as RecordBody<Kind>;
}
