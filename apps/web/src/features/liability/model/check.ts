import { verify } from '@tallystick/verify/verify';
import type { Report } from '@tallystick/verify/report';
import { keepRoots, keptRoot } from '#lib/kept-roots.ts';
import type { ShownBalances } from '#lib/shown-balances.ts';
import { recordHash } from '@tallystick/verify/liability/proof';
import type { BalanceProof } from '../api/liability.ts';
import { shownAt } from './shown-at.ts';

export interface CheckedProof {
  readonly report: Report;
  /** Chain hash of the record, worked out here. */
  readonly hash: string;
  /** When this device showed the balances it was compared with; null: with none. */
  readonly shownAtMs: number | null;
  readonly tookMs: number;
}

export interface Checker {
  /** What the customer logs in with. */
  readonly names: readonly string[];
  readonly kept: readonly ShownBalances[];
}

/** Checks a proof on this device, and keeps the roots it names if it sees them for the first time. */
export function checkProof(proof: BalanceProof, { names, kept }: Checker): CheckedProof {
  const startedAt = performance.now();
  const holders = new Set(proof.statements.map(({ holder }) => holder));
  const holder = names.find(name => holders.has(name)) ?? names[0] ?? null;
  const { shown, atMs } = shownAt(proof, kept);
  const { point } = proof.record.body;
  const report = verify(proof, { liability: { holder, shown, recordHash: keptRoot(point) } });
  const hash = report.checks[0]?.state === 'failed' ? '' : recordHash(proof.record);
  if (hash !== '') keepRoots([{ point, record_hash: hash }]);
  return { report, hash, shownAtMs: atMs, tookMs: performance.now() - startedAt };
}
