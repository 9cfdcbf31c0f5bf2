import type { Report, Step, StepId, StepProblem } from '../report.ts';
import { sampleProof } from './sample-proof.ts';

/** A proof that is right, and what it was made from. */
export const { proof, log, signer } = sampleProof();
export const { receipt } = proof;

/** Steps that failed, each with its problem. */
export function faults({ steps }: Report): [StepId, StepProblem | null][] {
  return steps.filter(step => step.state === 'failed').map(step => [step.id, step.problem]);
}

export function stepOf(report: Report, id: StepId): Step | undefined {
  return report.steps.find(step => step.id === id);
}
