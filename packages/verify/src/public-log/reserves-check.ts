import type { ReserveMessage } from '../reserves/message.ts';
import { checkSignedAddress, countsAt } from '../reserves/signed-address.ts';
import type { PublicEntry } from './entry.ts';
import type { RecordBody } from './records.ts';
import { reservesFault } from './reserves-form.ts';
import type { ReserveAsset } from './reserves.ts';

const ENDING = '/public';
/** Messages that were verified, so that the same one is not each hour. */
const MOST_KEPT = 10_000;
/** Newest points, which may still be named. */
const MOST_POINTS = 100;
/** More than a log has in the month within which a message is taken in. */
const MOST_HASHES = 200_000;

/**
 * The records of reserves, as they stand in the public log: each must name the liabilities of its own point, once, say
 * each amount once, and every address that counts as signed must have signed for this exchange, within 90 days, after an
 * earlier record of this log. Whether it names that record's hash is looked at for the newest 200,000.
 */
export class ReservesCheck {
  readonly #origin: string;
  /** By number, of records of liabilities that no reserves have named yet. */
  readonly #points = new Map<number, Pick<RecordBody<'liabilities'>, 'point' | 'tree' | 'beside'>>();
  readonly #hashes = new Map<number, string>();
  readonly #verified = new Map<string, ReserveMessage>();
  /** Of the log's first record. */
  #beganAtMs = 0;

  /** @param origin the public log's */
  constructor(origin: string) {
    this.#origin = origin.endsWith(ENDING) ? origin.slice(0, -ENDING.length) : origin;
  }

  /**
   * False for reserves that are not what they say. Other records are passed over.
   *
   * @param hash of the entry
   */
  take({ number, kind, body, at_ms: atMs }: PublicEntry, hash: string): boolean {
    if (number === 1) this.#beganAtMs = atMs;
    keep(this.#hashes, number, hash, MOST_HASHES);
    if (kind === 'liabilities') {
      const { tree, beside, point } = body as RecordBody<'liabilities'>;
      keep(this.#points, number, { tree, beside, point }, MOST_POINTS);
    }
    if (kind !== 'reserves') return true;
    const reserves = body as RecordBody<'reserves'>;
    const { point, liabilities_record: named, assets } = reserves;
    const liabilities = this.#points.get(named);
    if (liabilities?.point !== point || reservesFault(reserves, liabilities) !== null) return false;
    this.#points.delete(named);
    return assets.every(asset => asset.proof !== 'signed' || this.#isSigned(asset, number, atMs));
  }

  #isSigned(asset: ReserveAsset, number: number, atMs: number): boolean {
    const key = JSON.stringify([asset.network, asset.address, asset.format, asset.message, asset.signature]);
    const before = this.#verified.get(key);
    if (before !== undefined) return countsAt(before, atMs);
    const checked = checkSignedAddress(asset, this.#origin, atMs);
    if (!checked.ok) return false;
    const { after, day } = checked.message;
    if (after === null) {
      // There was a record to name.
      if (this.#beganAtMs < Date.parse(`${day}T00:00:00Z`)) return false;
    } else {
      const hash = this.#hashes.get(after.number) ?? after.hash;
      if (after.number >= number || hash !== after.hash) return false;
    }
    if (this.#verified.size >= MOST_KEPT) this.#verified.clear();
    this.#verified.set(key, checked.message);
    return true;
  }
}

/** The oldest goes when there are too many. */
function keep<Value>(kept: Map<number, Value>, key: number, value: Value, most: number): void {
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
}
