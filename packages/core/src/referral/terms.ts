import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** A promoter's part of the fee, in ppm: for direct invitees, and for those whom these invited. 0: nothing. */
export interface ReferralTerms {
  readonly firstPpm: number;
  readonly secondPpm: number;
}

export interface AnnouncedReferralTerms {
  readonly terms: ReferralTerms;
  readonly announcedAtMs: number;
  readonly effectiveAtMs: number;
}

/**
 * Both levels together get at most half of a fee. So a fee always covers its rebates, and three accounts of one person
 * that trade with each other still lose by every trade.
 */
export const MAX_REBATE_PPM = 500_000;

export const NO_REBATES: ReferralTerms = { firstPpm: 0, secondPpm: 0 };

export function refuseTerms(terms: ReferralTerms): Refusal | null {
  const { firstPpm, secondPpm } = terms;
  const maximum = { maximum: `${MAX_REBATE_PPM / 10_000}` };
  if (!isIntegerWithin(firstPpm, 0, MAX_REBATE_PPM))
    return refuse('rebate_above_ceiling', 'first_ppm', maximum);
  if (!isIntegerWithin(secondPpm, 0, MAX_REBATE_PPM - firstPpm)) {
    return refuse('rebate_above_ceiling', 'second_ppm', maximum);
  }
  return null;
}

/**
 * Which terms apply at once, and which after the notice; null: everything applies at once. Lower ratios are worse. A
 * ratio that may rise only as far as the other falls waits for the notice.
 */
export function splitTerms(
  from: ReferralTerms,
  to: ReferralTerms,
): { readonly now: ReferralTerms; readonly later: ReferralTerms | null } {
  const better = {
    firstPpm: Math.max(from.firstPpm, to.firstPpm),
    secondPpm: Math.max(from.secondPpm, to.secondPpm),
  };
  const now = refuseTerms(better) === null ? better : from;
  const same = now.firstPpm === to.firstPpm && now.secondPpm === to.secondPpm;
  return { now, later: same ? null : to };
}

export function writeReferralTerms(writer: SnapshotWriter, terms: ReferralTerms): void {
  writer.int(terms.firstPpm);
  writer.int(terms.secondPpm);
}

export function readReferralTerms(reader: SnapshotReader): ReferralTerms {
  return { firstPpm: reader.int(), secondPpm: reader.int() };
}
