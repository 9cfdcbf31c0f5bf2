import { openCheckpoint, type Checkpoint } from './checkpoint.ts';
import { includes, keysOf, type LogEvidence } from './evidence.ts';
import { keyIdOf, type NoteKey } from './note.ts';
import { medianE8, verifyTicks, type LoggedTick } from './price-log.ts';
import type { Problem } from './problems.ts';
import type { CheckName, Findings } from './report.ts';
import { writtenPrice } from './amounts.ts';

/** Keys already trusted; null: use those in the file, which prove nothing about who made it. */
export type TrustedKeys = readonly NoteKey[] | null;

/**
 * Checks the signed tree, that it holds the last tick, and the signed head if this is one. `isChained`: the ticks follow
 * from one another, so the last one covers all of them.
 */
export function checkSigned(
  findings: Findings,
  log: LogEvidence,
  trusted: TrustedKeys,
  isChained: boolean,
): Checkpoint | null {
  const opened = openCheckpoint(log.checkpoint.note, trusted ?? keysOf(log));
  if (!opened.ok) {
    findings.fail('signature', opened.problem, { origin: log.origin });
    return null;
  }
  const { checkpoint, signers } = opened;
  findings.pass('signature', {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: checkpoint.root,
    at_ms: checkpoint.atMs,
    key: signers.map(key => keyIdOf(key)).join(', '),
    trusted: trusted === null ? 'no' : 'yes',
  });
  const last = log.range.ticks.at(-1);
  if (last === undefined || !isChained) findings.leave('inclusion');
  else if (!includes(checkpoint, last, log.inclusion)) {
    findings.fail('inclusion', 'not_included', { number: last.number, size: checkpoint.size });
  } else if (last.number === checkpoint.size && last.hash !== checkpoint.headHash) {
    findings.fail('inclusion', 'other_tick', { number: last.number });
  } else {
    const hashes = log.inclusion.length;
    findings.pass('inclusion', { number: last.number, size: checkpoint.size, hashes });
  }
  return checkpoint;
}

/** Whether a tick is the claimed one (`other`: why not, and what is claimed), and its price the median of its sources. */
export function checkTick(
  findings: Findings,
  name: CheckName,
  tick: LoggedTick,
  other: { readonly problem: Problem; readonly claimed: string | number } | null,
): void {
  const figures = {
    number: tick.number,
    price: writtenPrice(tick.price_e8),
    at_ms: tick.at_ms,
    sources: tick.sources.length,
    names: tick.sources.map(source => source.name).join(', '),
  };
  if (other !== null) findings.fail(name, other.problem, { ...figures, claimed: other.claimed });
  else if (medianE8(tick.sources) !== tick.price_e8) findings.fail(name, 'not_the_median', figures);
  else findings.pass(name, figures);
}

/** The index price that a record names, as the price log has it. */
export interface NamedIndex {
  readonly tick: number;
  readonly marketId: number;
  readonly priceE8: number;
  readonly atMs: number;
}

/** Whether the signed log has exactly this price under this number: it is the range's only tick. */
export function checkIndex(
  findings: Findings,
  log: LogEvidence | null,
  named: NamedIndex,
  trusted: TrustedKeys,
): void {
  if (log === null) {
    for (const name of ['index', 'signature', 'inclusion'] as const) findings.leave(name, 'not_in_file');
    return;
  }
  const { ticks, previous_hash: hash } = log.range;
  const verdict = verifyTicks(ticks, { number: named.tick - 1, hash });
  const [tick] = ticks;
  if (!verdict.ok) findings.fail('index', verdict.problem, { number: verdict.number });
  else if (tick === undefined || ticks.length > 1) {
    findings.fail('index', 'parts_contradict', { field: 'log.range.ticks' });
  } else {
    const isSame =
      tick.market_id === named.marketId && tick.price_e8 === named.priceE8 && tick.at_ms <= named.atMs;
    const other = { problem: 'other_tick', claimed: writtenPrice(named.priceE8) } as const;
    checkTick(findings, 'index', tick, isSame ? null : other);
  }
  checkSigned(findings, log, trusted, verdict.ok);
}
