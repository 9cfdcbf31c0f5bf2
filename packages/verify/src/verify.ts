import { finish, type Stepwise } from '@tallystick/core/stepwise';
import { verifyAllocation } from './allocation.ts';
import { faultIn, pick, type Of, type Shape } from './fields.ts';
import {
  checkDeleveraging,
  checkFunding,
  checkLiquidation,
  checkOffset,
  checkTopUp,
  checkTrigger,
} from './perpetual/checks.ts';
import { PERPETUAL_PARTS } from './perpetual/records.ts';
import {
  checkLiability,
  LIABILITY_PARTS,
  unsignedFields,
  type LiabilityKnown,
  type LiabilityProof,
} from './liability/proof.ts';
import { verifyOption, type ProofOptions as OptionOptions } from './proof.ts';
import { CHECKS, Findings, unreadable, type ProofKind, type Report } from './report.ts';
import { checkTrust, TRUST_PARTS } from './trust.ts';

/**
 * A file that proves something begins with its kind and form: `"kind": "tallystick liquidation proof 1"`. All kinds share
 * one number: a reader knows a form, or refuses the file.
 */
const KIND = /^tallystick ([a-z]+) proof 1$/;

function kindOf(proof: unknown): ProofKind | null {
  const { kind } = (typeof proof === 'object' && proof !== null ? proof : {}) as { readonly kind?: unknown };
  const word = typeof kind === 'string' && kind.length < 64 ? KIND.exec(kind)?.[1] : undefined;
  return word !== undefined && Object.hasOwn(CHECKS, word) ? (word as ProofKind) : null;
}

export interface ProofOptions extends OptionOptions {
  /** The root of an offer's list, which the user got elsewhere. */
  readonly root?: string | null;
  /** What the customer of a proof of liabilities knows. */
  readonly liability?: LiabilityKnown;
}

const PARTS = { ...PERPETUAL_PARTS, trust: TRUST_PARTS, liability: LIABILITY_PARTS };
type RecordKind = keyof typeof PARTS;
type Parts<Kind extends RecordKind> = Of<(typeof PARTS)[Kind]>;

const CHECK: {
  readonly [Kind in RecordKind]: (
    findings: Findings,
    parts: Parts<Kind>,
    keys: NonNullable<ProofOptions['keys']> | null,
    options: ProofOptions,
  ) => readonly string[];
} = {
  liquidation: checkLiquidation,
  funding: checkFunding,
  topup: checkTopUp,
  trigger: checkTrigger,
  deleveraging: checkDeleveraging,
  offset: checkOffset,
  trust: checkTrust,
  liability: checkLiabilityFile,
};

function checkLiabilityFile(
  findings: Findings,
  proof: LiabilityProof,
  keys: NonNullable<ProofOptions['keys']> | null,
  { liability: known = {} }: ProofOptions,
): readonly string[] {
  checkLiability(findings, proof, known, keys);
  return unsignedFields(proof);
}

/** What stands in a file of a kind. */
export type ProofFile<Kind extends RecordKind = RecordKind> = { readonly kind: string } & Parts<Kind>;

/** A file of that kind, with only the fields of its parts that count. */
export function proofFile<Kind extends RecordKind>(kind: Kind, parts: Parts<Kind>): ProofFile<Kind> {
  return { kind: `tallystick ${kind} proof 1`, ...pick(parts, PARTS[kind] as Shape as (typeof PARTS)[Kind]) };
}

/** A file of an offer's final list, with the root that the offer shows. */
export function allocationFile<List>(list: List, root: string) {
  return { kind: 'tallystick allocation proof 1', root, list };
}

/**
 * Recomputes what a file of ours claims, from that file alone. Input is untrusted; nothing is thrown. Runs in steps, for
 * a list may be long.
 */
export function* verifyStepwise(proof: unknown, options: ProofOptions = {}): Stepwise<Report> {
  const kind = kindOf(proof);
  if (kind === null) return unreadable('not_a_proof', { field: 'kind' });
  if (kind === 'option') return verifyOption(proof, options);
  const fields = proof as Readonly<Record<string, unknown>>;
  try {
    return kind === 'allocation'
      ? (yield* verifyAllocation(fields['list'], options.root ?? fields['root'])).report
      : verifyRecord(kind, proof, options);
  } catch (error) {
    // Impossible figures: a price with too many digits, a division by zero.
    if (!(error instanceof RangeError)) throw error;
    const findings = new Findings(kind);
    findings.fail('format', 'out_of_range');
    return findings.end();
  }
}

export function verify(proof: unknown, options: ProofOptions = {}): Report {
  return finish(verifyStepwise(proof, options));
}

function verifyRecord<Kind extends RecordKind>(kind: Kind, proof: unknown, options: ProofOptions): Report {
  const findings = new Findings(kind);
  const field = faultIn(proof, PARTS[kind]);
  if (field !== null) {
    findings.fail('format', 'not_a_proof', { field });
    return findings.end();
  }
  findings.pass('format', { kind });
  return findings.end(CHECK[kind](findings, proof as Parts<Kind>, options.keys ?? null, options));
}
