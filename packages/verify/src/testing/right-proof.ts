import type { Problem } from '../problems.ts';
import type { Report, Check, CheckName } from '../report.ts';
import { sampleProof } from './sample-proof.ts';

/** A correct proof, with the log and signer it was made with. */
export const { proof, log, signer } = sampleProof();
export const { receipt } = proof;

/** Failed checks, each with its problem. */
export function faults({ checks }: Report): [CheckName, Problem | null][] {
  return checks.filter(check => check.state === 'failed').map(check => [check.name, check.problem]);
}

export function checkOf(report: Report, id: CheckName): Check | undefined {
  return report.checks.find(check => check.name === id);
}
