import { hexToBytes } from '@noble/hashes/utils.js';
import { hashesOf } from '../bytes.ts';
import { openCheckpoint } from '../checkpoint.ts';
import { hash, list, record, type Field, type Of } from '../fields.ts';
import type { TrustedKeys } from '../log-checks.ts';
import { leafHash, verifyInclusion } from '../merkle.ts';
import { keyIdOf } from '../note.ts';
import { entryBytes, type PublicEntry } from '../public-log/entry.ts';
import type { Findings } from '../report.ts';

/** As long as a signed head with all its witnesses. */
const note: Field<string> = (value): value is string => typeof value === 'string' && value.length <= 16_384;
const origin: Field<string> = (value): value is string => typeof value === 'string' && value.length <= 255;

/** That a record is in the public log: a signed head that covers it, and the hashes between. */
export const PUBLIC_EVIDENCE = {
  origin,
  keys: list(record({ public_key: hash }), 16),
  /** The signed head. */
  note,
  inclusion: list(hash, 64),
};
export type PublicEvidence = Of<typeof PUBLIC_EVIDENCE>;

/**
 * Checks who signed the head, that it covers the record, and that point, record and head followed in time. Without evidence
 * both are left open.
 *
 * @param pointAtMs the moment that the record is of
 */
export function checkPublished(
  findings: Findings,
  entry: PublicEntry,
  pointAtMs: number,
  evidence: PublicEvidence | null,
  trusted: TrustedKeys,
): void {
  if (evidence === null) {
    for (const name of ['signature', 'inclusion'] as const) findings.leave(name, 'not_in_file');
    return;
  }
  const own = evidence.keys.map(key => ({ name: evidence.origin, publicKey: key.public_key }));
  const opened = openCheckpoint(evidence.note, trusted ?? own, 'record');
  if (!opened.ok) {
    findings.fail('signature', opened.problem, { origin: evidence.origin });
    return;
  }
  const { checkpoint, signers } = opened;
  findings.judge('signature', checkpoint.origin === evidence.origin, 'other_log', {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: checkpoint.root,
    at_ms: checkpoint.atMs,
    key: signers.map(key => keyIdOf(key)).join(', '),
    trusted: trusted === null ? 'no' : 'yes',
  });
  const proof = hashesOf(evidence.inclusion) ?? [];
  const isIncluded = verifyInclusion({
    index: entry.number - 1,
    size: checkpoint.size,
    leaf: leafHash(entryBytes(entry)),
    proof,
    root: hexToBytes(checkpoint.root),
  });
  const figures = { number: entry.number, size: checkpoint.size, hashes: proof.length };
  if (isIncluded && (pointAtMs > entry.at_ms || entry.at_ms > checkpoint.atMs)) {
    findings.fail('inclusion', 'time_went_backwards', figures);
  } else findings.judge('inclusion', isIncluded, 'not_included', figures);
}
