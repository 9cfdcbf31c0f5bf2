import type { BalanceProof, ListedPoint } from '../api/liability.ts';
import { isInLog, type CheckedProof } from './check.ts';

/**
 * How a proof stands, in one word. `nothing`: it names nothing that is owed, which a tree cannot prove. `waiting`: no head that
 * this device trusts covers it yet. `differs`: what this device showed before and after is something else.
 */
export type Standing = 'right' | 'wrong' | 'forked' | 'nothing' | 'waiting' | 'differs';

/** What this device knows of the logs that a proof leads to. */
export interface LogView {
  /** The state of the public log, as it was compared with what this device has seen. */
  readonly state: 'checking' | 'first' | 'same' | 'waiting' | 'alarm';
  /** Whether roots were seen that are others now. */
  readonly isForked: boolean;
}

/** Only `right` may look so: a fork, a head that is not trusted or an empty proof never does. */
export function standingOf(
  { report, otherAtMs }: Pick<CheckedProof, 'report' | 'otherAtMs'>,
  { statements }: Pick<BalanceProof, 'statements'>,
  { state, isForked }: LogView,
): Standing {
  if (report.verdict === 'wrong') return 'wrong';
  if (isForked || state === 'alarm') return 'forked';
  if (statements.length === 0) return 'nothing';
  if (!isInLog(report) || state === 'checking') return 'waiting';
  if (otherAtMs.length > 0) return 'differs';
  return report.verdict === 'right' ? 'right' : 'waiting';
}

/** All trees are kept for so long. */
const KEPT_MS = 48 * 3_600_000;

/** Why there is no proof: `withheld` if the exchange should have it. */
export function absenceOf(point: number, listed: readonly ListedPoint[], nowMs: number): 'gone' | 'withheld' {
  const one = listed.find(found => found.point === point);
  return one !== undefined && (one.kept || nowMs - one.at_ms < KEPT_MS) ? 'withheld' : 'gone';
}
