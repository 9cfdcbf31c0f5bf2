import { utf8ToBytes } from '@noble/hashes/utils.js';
import { checkSignedAddress } from '../reserves/signed-address.ts';
import { entryHash, readEntry, type PublicEntry } from './entry.ts';
import type { RecordBody } from './records.ts';
import { reservesFault } from './reserves-form.ts';

type Reserves = RecordBody<'reserves'>;
type Liabilities = RecordBody<'liabilities'>;
export type ReserveAsset = Reserves['assets'][number];
export type UnprovenAmount = Reserves['unproven'][number];
export type HouseAmount = Reserves['house'][number];

/** What was published of an audit point: two records of the public log. */
export interface PublishedReserves {
  readonly reserves: Reserves;
  readonly liabilities: Liabilities;
  /** Of the record of reserves. */
  readonly number: number;
  /** As the public log has it, hex. */
  readonly hash: string;
  /** When it was published. */
  readonly atMs: number;
}

/**
 * Reads both records as the public log has them; null: they are none, do not belong together, or cannot be added up.
 *
 * @param entries canonical JSON, as `GET reserves/newest` answers it
 */
export function readPublished(entries: {
  readonly reserves: string;
  readonly liabilities: string;
}): PublishedReserves | null {
  const bytes = utf8ToBytes(entries.reserves);
  const one = readEntry(bytes);
  const other = readEntry(utf8ToBytes(entries.liabilities));
  if (one?.kind !== 'reserves' || other?.kind !== 'liabilities') return null;
  const reserves = bodyOf<Reserves>(one);
  const liabilities = bodyOf<Liabilities>(other);
  if (reserves.liabilities_record !== other.number || reserves.point !== liabilities.point) return null;
  if (reservesFault(reserves, liabilities) !== null) return null;
  return { reserves, liabilities, number: one.number, hash: entryHash(bytes), atMs: one.at_ms };
}

/** The form of a body is checked where the entry is read. */
function bodyOf<Body>(entry: PublicEntry): Body {
  return entry.body as Body;
}

/** Of one currency, in minor units: what customers are owed, and what there is. */
export interface CurrencyReserves {
  readonly currency: string;
  readonly decimals: number;
  readonly owed: bigint;
  /** What stands behind it, by how it is shown to be there. */
  readonly signed: bigint;
  readonly observed: bigint;
  readonly statement: bigint;
  /** All three. */
  readonly assets: bigint;
  /** Assets for each unit owed, in millionths, truncated; null: nothing is owed. */
  readonly ratioPpm: bigint | null;
  readonly unproven: readonly UnprovenAmount[];
  /** The house's own: claims in the ledger, and assets that stand behind nothing. */
  readonly houseAccounts: readonly HouseAmount[];
  readonly houseAssets: bigint;
}

const MILLION = 1_000_000n;

/**
 * Every currency that is owed, held or claimed, in the order of the liabilities, then of the assets. Null: an address that
 * is said to have signed has not, for this exchange and at that time; nothing in such records is to be believed.
 *
 * @param origin of the exchange's logs, as whoever asks knows it: never as the records' sender says
 */
export function reservesByCurrency(
  { reserves, liabilities, atMs }: PublishedReserves,
  origin: string,
): CurrencyReserves[] | null {
  const { assets, unproven, house } = reserves;
  const isProven = assets.every(one => one.proof !== 'signed' || checkSignedAddress(one, origin, atMs).ok);
  if (!isProven) return null;
  const decimals = new Map<string, number>();
  for (const one of [...liabilities.tree, ...assets, ...unproven, ...house]) {
    if (!decimals.has(one.currency)) decimals.set(one.currency, one.decimals);
  }
  return [...decimals].map(([currency, places]) => {
    const isOwn = (one: { readonly currency: string }): boolean => one.currency === currency;
    const sumOf = (owner: ReserveAsset['owner'], proof: ReserveAsset['proof'] | null): bigint =>
      sum(assets.filter(one => isOwn(one) && one.owner === owner && (proof ?? one.proof) === one.proof));
    const owed = liabilities.tree.filter(isOwn).reduce((total, one) => total + BigInt(one.total), 0n);
    const behind = sumOf('customers', null);
    return {
      currency,
      decimals: places,
      owed,
      signed: sumOf('customers', 'signed'),
      observed: sumOf('customers', 'observed'),
      statement: sumOf('customers', 'statement'),
      assets: behind,
      ratioPpm: owed === 0n ? null : (behind * MILLION) / owed,
      unproven: unproven.filter(isOwn),
      houseAccounts: house.filter(isOwn),
      houseAssets: sumOf('house', null),
    };
  });
}

function sum(amounts: readonly { readonly amount: string }[]): bigint {
  return amounts.reduce((total, { amount }) => total + BigInt(amount), 0n);
}
