import type { Channel } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { reservesFault } from '@tallystick/verify/public-log/reserves-form';
import { custodyOf } from '../../chains/custody.ts';
import { NETWORKS, type Network } from '../../chains/networks.ts';
import type { Reads } from '../../database/reads.ts';

/** What was seen longer before its record of reserves counts for nothing here, though it is published for longer. */
export const ASSET_COUNTS_MS = 3 * DAY_MS;

/** What the public log proves in one currency, at its newest audit point with both sides. */
export interface Proof {
  readonly liabilitiesRecord: number;
  readonly reservesRecord: number;
  readonly atMs: number;
  /** Owed to customers. */
  readonly liabilitiesMinor: bigint;
  /** What stands behind it, signed, observed or by statement, less what has left since it was seen. */
  readonly assetsMinor: bigint;
  /** The newest posting that was looked at for what has left. */
  readonly countedPosting: number;
}

type Reserves = RecordBody<'reserves'>;
interface CurrencyNamed {
  readonly id: number;
  readonly code: string;
}

interface RecordRow {
  readonly number: string;
  readonly body: string | object;
}

/**
 * Read from the public log itself, so that anybody can say what a withdrawal rested on. Null before the first point, and
 * while the newest records cannot be added up.
 *
 * @param countedPosting the exchange's newest posting, read before: what has left up to it is taken away
 */
export async function newestProof(
  db: Reads,
  currency: CurrencyNamed,
  countedPosting: number,
): Promise<Proof | null> {
  const { rows } = await db.query<{ number: string }>(
    `select number from public_records where kind = 'reserves' order by number desc limit 1`,
  );
  const [found] = rows;
  return found === undefined ? null : proofOf(db, Number(found.number), currency, countedPosting);
}

/** What a record of reserves and the liabilities that it names prove. Null: there are none, or they do not add up. */
export async function proofOf(
  db: Reads,
  reservesRecord: number,
  currency: CurrencyNamed,
  countedPosting: number,
): Promise<Proof | null> {
  const reserves = await findRecord(db, 'reserves', reservesRecord);
  if (reserves === null) return null;
  const liabilities = await findRecord(db, 'liabilities', reserves.liabilities_record);
  if (liabilities === null || reservesFault(reserves, liabilities) !== null) return null;
  return {
    liabilitiesRecord: reserves.liabilities_record,
    reservesRecord,
    // The older side: what is owed is of the point's moment.
    atMs: Math.min(liabilities.at_ms, reserves.at_ms),
    liabilitiesMinor: sum(
      liabilities.tree.filter(one => one.currency === currency.code).map(({ total }) => BigInt(total)),
    ),
    assetsMinor: await assetsLeft(db, reserves, currency, countedPosting),
    countedPosting,
  };
}

/**
 * What is published as the customers' own, less all that has left its place since it was seen: customers' withdrawals,
 * deposits taken back, profit. What came in since counts for nothing; it may be money that is only said to be there.
 */
async function assetsLeft(
  db: Reads,
  reserves: Reserves,
  { id, code }: CurrencyNamed,
  countedPosting: number,
): Promise<bigint> {
  const channels = new Map<Channel, { minor: bigint; sinceMs: number }>();
  for (const { currency, owner, network, amount, at_ms: atMs } of reserves.assets) {
    // What is published as the house's own stands behind nobody.
    if (currency !== code || owner !== 'customers' || atMs < reserves.at_ms - ASSET_COUNTS_MS) continue;
    const channel = channelOf(network);
    if (channel === null) continue;
    const known = channels.get(channel) ?? { minor: 0n, sinceMs: atMs };
    known.minor += BigInt(amount);
    // From which of several accounts or addresses something left, the ledger does not say: the oldest look counts.
    known.sinceMs = Math.min(known.sinceMs, atMs);
    channels.set(channel, known);
  }
  let leftMinor = 0n;
  for (const [channel, { minor, sinceMs }] of channels) {
    const stillMinor = minor - (await outflowMinor(db, channel, id, sinceMs, countedPosting));
    // Beyond what was seen only money can have left that came later.
    if (stillMinor > 0n) leftMinor += stillMinor;
  }
  return leftMinor;
}

/** All that left a place outside from a moment on, that moment included, up to a posting. */
async function outflowMinor(
  db: Reads,
  channel: Channel,
  currencyId: number,
  sinceMs: number,
  countedPosting: number,
): Promise<bigint> {
  const { rows } = await db.query<{ minor: string }>(
    `select coalesce(sum(amount_minor), 0)::text as minor from ledger_entries
      where owner_id = 0 and amount_minor > 0 and (account = 'bank' or account like 'custody%')
        and account = $1 and currency_id = $2 and at_ms >= $3 and posting_id <= $4`,
    [channel, currencyId, sinceMs, countedPosting],
  );
  return BigInt(rows[0]!.minor);
}

/** Whether anything has left in a currency in postings after one and before another, up to a moment. */
export async function hasLeftBetween(
  db: Reads,
  currencyId: number,
  between: { readonly after: number; readonly before: number; readonly untilMs: number },
): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `select exists (select from ledger_entries
      where owner_id = 0 and amount_minor > 0 and (account = 'bank' or account like 'custody%')
        and currency_id = $1 and posting_id > $2 and posting_id < $3 and at_ms <= $4) as has`,
    [currencyId, between.after, between.before, between.untilMs],
  );
  return rows[0]!.has;
}

/** Null: no place that the ledger knows, so nobody can say what has left it. */
function channelOf(network: string): Channel | null {
  if (network === 'bank') return 'bank';
  return Object.hasOwn(NETWORKS, network) ? custodyOf(network as Network) : null;
}

async function findRecord<Kind extends 'reserves' | 'liabilities'>(
  db: Reads,
  kind: Kind,
  number: number,
): Promise<RecordBody<Kind> | null> {
  const { rows } = await db.query<RecordRow>(
    'select number, body from public_records where kind = $1 and number = $2',
    [kind, number],
  );
  const body = rows[0]?.body;
  if (body === undefined) return null;
  return (typeof body === 'string' ? JSON.parse(body) : body) as RecordBody<Kind>;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
