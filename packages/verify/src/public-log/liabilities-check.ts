import type { PublicEntry } from './entry.ts';
import type { RecordBody } from './records.ts';
import { haveSameDecimals, isOwedOnce } from './reserves-form.ts';

/**
 * The records of liabilities, as they stand in the public log: one for each audit point, in their order, so that nobody can
 * be shown another root of the same point. Each is of a later command and moment than the one before, but not of one to
 * come; says each amount once; and a currency keeps its decimals for ever.
 */
export class LiabilitiesCheck {
  readonly #decimals = new Map<string, number>();
  #point = 0;
  #sequence = 0;
  #atMs = 0;

  /** False for liabilities that do not follow those before. Other records are passed over. */
  take({ kind, body, at_ms: publishedAtMs }: PublicEntry): boolean {
    if (kind !== 'liabilities') return true;
    const { point, sequence, at_ms: atMs, tree, beside } = body as RecordBody<'liabilities'>;
    const isNext = point === this.#point + 1 && sequence >= this.#sequence;
    const isInTime = atMs >= this.#atMs && atMs <= publishedAtMs;
    if (!isNext || !isInTime || !isOwedOnce({ tree, beside })) return false;
    this.#point = point;
    this.#sequence = sequence;
    this.#atMs = atMs;
    return haveSameDecimals([...tree, ...beside], this.#decimals);
  }
}
