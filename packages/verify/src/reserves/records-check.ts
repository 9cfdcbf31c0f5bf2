import type { PublicEntry } from '../public-log/entry.ts';
import type { RecordBody } from '../public-log/records.ts';
import { checkSignedAsset, type ReserveAsset } from './published.ts';

const ENDING = '/public';
/** Messages that were verified, so that the same one is not each hour; and points that may still be named. */
const MOST_KEPT = 10_000;
/** More than a log has in the month within which a message is taken in. */
const MOST_HASHES = 200_000;

/**
 * The records of reserves, as they stand in the public log: each must name the liabilities of its own point, once, and every
 * address that counts as signed must have signed for this exchange, after an earlier record of this log. Whether it names
 * that record's hash is looked at for the newest 200,000.
 */
export class ReservesCheck {
  readonly #origin: string;
  /** By number, of records of liabilities that no reserves have named yet. */
  readonly #points = new Map<number, number>();
  readonly #hashes = new Map<number, string>();
  readonly #verified = new Set<string>();

  /** @param origin the public log's */
  constructor(origin: string) {
    this.#origin = origin.endsWith(ENDING) ? origin.slice(0, -ENDING.length) : origin;
  }

  /**
   * False for reserves that are not what they say. Other records are passed over.
   *
   * @param hash of the entry
   */
  take({ number, kind, body }: PublicEntry, hash: string): boolean {
    keep(this.#hashes, number, hash, MOST_HASHES);
    if (kind === 'liabilities')
      keep(this.#points, number, (body as RecordBody<'liabilities'>).point, MOST_KEPT);
    if (kind !== 'reserves') return true;
    const { point, liabilities_record: named, assets } = body as RecordBody<'reserves'>;
    if (this.#points.get(named) !== point) return false;
    this.#points.delete(named);
    return assets.every(asset => asset.proof !== 'signed' || this.#isSigned(asset, number));
  }

  #isSigned(asset: ReserveAsset, number: number): boolean {
    const key = JSON.stringify([asset.network, asset.address, asset.format, asset.message, asset.signature]);
    if (this.#verified.has(key)) return true;
    const checked = checkSignedAsset(asset, this.#origin);
    if (!checked.ok) return false;
    const { after } = checked.message;
    if (after !== null) {
      const hash = this.#hashes.get(after.number) ?? after.hash;
      if (after.number >= number || hash !== after.hash) return false;
    }
    if (this.#verified.size >= MOST_KEPT) this.#verified.clear();
    this.#verified.add(key);
    return true;
  }
}

/** The oldest goes when there are too many. */
function keep<Value>(kept: Map<number, Value>, key: number, value: Value, most: number): void {
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
}
