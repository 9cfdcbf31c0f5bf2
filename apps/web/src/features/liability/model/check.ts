import { recordHash, recordIn } from '@tallystick/verify/liability/proof';
import type { Report } from '@tallystick/verify/report';
import { verify } from '@tallystick/verify/verify';
import { keepProvenRoot, keepRoots, keptRoots } from '#lib/kept-roots.ts';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import type { ShownBalances } from '#lib/shown-balances.ts';
import type { BalanceProof, ListedPoint } from '../api/liability.ts';
import { shownAt } from './shown-at.ts';

export interface CheckedProof {
  readonly report: Report;
  /** Chain hash of the record, worked out here. */
  readonly hash: string;
  /** When this device showed the balances it was compared with; null: with none. */
  readonly shownAtMs: number | null;
  /** When it showed others, where it cannot be told which should be proven. */
  readonly otherAtMs: readonly number[];
  readonly tookMs: number;
}

export interface Checker {
  /** What the customer logs in with, and did before. */
  readonly names: readonly string[];
  readonly kept: readonly ShownBalances[];
  /** The state of the public log that this device trusts. */
  readonly trust: PublicLogTrust | null;
  /** Roots that were kept before this visit: the same again is news only then. */
  readonly earlier: Readonly<Record<string, string>>;
  /** The points as they are listed now. */
  readonly listed: readonly ListedPoint[];
}

/** Checks a proof on this device, and keeps the roots it names if it sees them for the first time in the log. */
export function checkProof(
  proof: BalanceProof,
  { names, kept, trust, earlier, listed }: Checker,
): CheckedProof {
  const startedAt = performance.now();
  const holders = new Set(proof.statements.map(({ holder }) => holder));
  const holder = names.find(name => holders.has(name)) ?? names[0] ?? null;
  const { shown, atMs, otherAtMs } = shownAt(proof, kept);
  const { point } = proof.record.body;
  const read = recordIn({ ok: true, value: proof });
  const hash = read === null ? '' : recordHash(read);
  const now = keptRoots()[point] ?? listed.find(one => one.point === point)?.record_hash ?? null;
  const keys = trust === null ? null : trust.keys.map(publicKey => ({ name: trust.origin, publicKey }));
  const report = verify(proof, {
    keys,
    // What was seen in this visit only contradicts: the list and the proof come from the same hand.
    liability: { holder, shown, recordHash: earlier[point] ?? (now === hash ? null : now) },
  });
  if (isInLog(report)) {
    keepProvenRoot({ point, record_hash: hash });
    keepRoots(listed);
  }
  return { report, hash, shownAtMs: atMs, otherAtMs, tookMs: performance.now() - startedAt };
}

/** Whether a signed head covers the record. */
export function isInLog({ checks }: Report): boolean {
  return checks.every(
    ({ name, state }) => (name !== 'signature' && name !== 'inclusion') || state === 'passed',
  );
}
