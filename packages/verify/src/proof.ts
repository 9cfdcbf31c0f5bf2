import { breakEvenPpm, profitOf } from '@tallystick/core/option/settlement';
import { openCheckpoint } from './checkpoint.ts';
import { continues, isEvidence, keysOf, type LogEvidence } from './evidence.ts';
import { checkSigned, type TrustedKeys } from './log-checks.ts';
import type { NoteKey } from './note.ts';
import { verifyTicks, type Head, type LoggedTick } from './price-log.ts';
import { openPromise } from './promise.ts';
import { receiptFault, termsHash, type OptionReceipt } from './receipt.ts';
import { Findings, type Report } from './report.ts';
import { amountOf, checkSettlement } from './settlement.ts';

/** A receipt with everything needed to check it offline. */
export interface OptionProof {
  readonly kind: 'tallystick option proof 1';
  readonly receipt: OptionReceipt;
  /** The exchange's signature under the receipt's terms. Missing in proofs from before terms were signed. */
  readonly signed_terms?: string | null;
  readonly log: LogEvidence;
}

export interface ProofOptions {
  /** `termsHash` of the receipt as received at purchase, if this device kept it. */
  readonly termsHash?: string | null;
  /** Keys already trusted. Left out: those in the proof, which prove nothing about who made it. */
  readonly keys?: readonly NoteKey[] | null;
}

/**
 * Recomputes an option's result from the published prices, and checks that these prices are the chained and signed ones.
 * Input is untrusted; nothing is thrown.
 *
 * It proves: the terms were fixed before the entry price existed; no tick was left out, added, moved or changed between
 * purchase and delivery; result and payout follow from them; and the log was signed and only grew. It cannot prove
 * that the sources reported the true prices of their markets.
 */
export function verifyOption(proof: unknown, options: ProofOptions = {}): Report {
  const findings = new Findings('option');
  const parts = partsOf(proof);
  if ('fault' in parts) {
    findings.fail('format', 'not_a_proof', { field: parts.fault });
    return findings.end();
  }
  const { receipt, log } = parts;
  findings.pass('format', { option: receipt.option_id });
  const named = checkTerms(findings, parts, options);
  checkHead(findings, receipt, log.range);
  checkChain(findings, receipt, log.range);
  checkSettlement(findings, receipt, log.range.ticks);
  checkLog(findings, log, receipt.chain_head, options.keys ?? null);
  return findings.end(uncheckedOf(receipt, named), receipt.result === null);
}

/** The same from the prices of the log's pages alone, without their signatures. */
export function verifyReplay(receipt: OptionReceipt, range: LogEvidence['range']): Report {
  const findings = new Findings('option');
  findings.pass('format', { option: receipt.option_id });
  checkHead(findings, receipt, range);
  // The first price after delivery may still be missing; those until then must be there.
  checkChain(findings, receipt, range, true);
  checkSettlement(findings, receipt, range.ticks);
  for (const name of ['terms', 'signature', 'inclusion', 'consistency'] as const) {
    findings.leave(name, 'not_in_file');
  }
  return findings.end([], receipt.result === null);
}

type Parts = Pick<OptionProof, 'receipt' | 'log'> & { readonly promise: string | null };

function partsOf(proof: unknown): Parts | { readonly fault: string } {
  if (typeof proof !== 'object' || proof === null) return { fault: 'kind' };
  const { kind, receipt, log, signed_terms: promise = null } = proof as Readonly<Record<string, unknown>>;
  if (kind !== 'tallystick option proof 1') return { fault: 'kind' };
  const fault = receiptFault(receipt);
  if (fault !== null) return { fault: fault === '' ? 'receipt' : `receipt.${fault}` };
  if (promise !== null && typeof promise !== 'string') return { fault: 'signed_terms' };
  return isEvidence(log) ? { receipt: receipt as OptionReceipt, log, promise } : { fault: 'log' };
}

/** Fields that early signed terms left out, or, as the settlement's time, that no result depends on. */
function uncheckedOf(receipt: OptionReceipt, named: boolean): string[] {
  return [
    ...(named ? [] : ['symbol', 'terms_version']),
    ...(receipt.settled_at_ms === null ? [] : ['settled_at_ms']),
  ];
}

/** Whether the names in the receipt are covered, too: by the signature, or by what the device kept. */
function checkTerms(findings: Findings, { receipt, log, promise }: Parts, options: ProofOptions): boolean {
  const kept = options.termsHash ?? null;
  const signed = promise === null ? null : openPromise(promise, receipt, options.keys ?? keysOf(log));
  const keptVersion = ([2, 1] as const).find(version => kept === termsHash(receipt, version));
  const named = keptVersion === 2 || (signed?.ok === true && signed.version === 2);
  const figures = {
    direction: receipt.direction,
    symbol: named ? receipt.symbol : `#${receipt.market_id}`,
    stake: amountOf(receipt, receipt.stake_minor),
    profit: amountOf(receipt, receipt.profit_minor),
    currency: receipt.currency,
    seconds: receipt.seconds,
    bought_at_ms: receipt.bought_at_ms,
    delivery_at_ms: receipt.delivery_at_ms,
    kept: kept === null ? 'no' : 'yes',
    signed: signed?.ok === true ? 'yes' : 'no',
  };
  const adds =
    receipt.delivery_at_ms === receipt.bought_at_ms + receipt.seconds * 1000 &&
    BigInt(receipt.profit_minor) === profitOf(BigInt(receipt.stake_minor), receipt.payout_ppm) &&
    receipt.break_even_ppm === breakEvenPpm(receipt.payout_ppm);
  if (!adds) findings.fail('terms', 'terms_contradict', figures);
  else if (kept !== null && keptVersion === undefined) findings.fail('terms', 'terms_changed', figures);
  else if (signed?.ok === false) findings.fail('terms', signed.problem, figures);
  else findings.pass('terms', figures);
  return named;
}

/** The receipt names the chain's end at purchase: all ticks that decide come after it, and after the purchase. */
function checkHead(
  findings: Findings,
  { chain_head: head, bought_at_ms: boughtAtMs }: OptionReceipt,
  range: LogEvidence['range'],
): void {
  const figures = { number: head.number, hash: head.hash, bought_at_ms: boughtAtMs };
  // Not checked yet: it may be anything.
  const first = range.ticks[0] as LoggedTick | null | undefined;
  const follows = first === undefined || first?.number === head.number + 1;
  if (range.previous_hash !== head.hash || !follows) {
    findings.fail('head', 'other_head', figures);
  } else if (first && first.at_ms < boughtAtMs) {
    findings.fail('head', 'head_too_old', { ...figures, tick: first.number, at_ms: first.at_ms });
  } else {
    findings.pass('head', figures);
  }
}

/** Every tick of every market from the purchase until after delivery, so none in between can be missing. */
function checkChain(
  findings: Findings,
  receipt: OptionReceipt,
  range: LogEvidence['range'],
  mayGoOn = false,
): void {
  const { ticks } = range;
  const verdict = verifyTicks(ticks, { number: receipt.chain_head.number, hash: range.previous_hash });
  if (!verdict.ok) return findings.fail('chain', verdict.problem, { number: verdict.number });
  const last = ticks.at(-1);
  if (last === undefined || last.at_ms <= receipt.delivery_at_ms) {
    if (mayGoOn || receipt.result === null) return findings.leave('chain', 'not_settled');
    return findings.fail('chain', 'range_too_short', { number: verdict.head.number });
  }
  return findings.pass('chain', { count: ticks.length, first: ticks[0]!.number, last: last.number });
}

/** The signed tree holds the end of the chain, and grew from the one signed before the purchase. */
function checkLog(findings: Findings, log: LogEvidence, head: Head, trusted: TrustedKeys): void {
  const checkpoint = checkSigned(findings, log, trusted, !findings.failed('chain', 'head'));
  if (checkpoint === null || log.earlier === null) return findings.leave('consistency');
  const earlier = openCheckpoint(log.earlier.checkpoint.note, trusted ?? keysOf(log));
  if (!earlier.ok) return findings.fail('consistency', earlier.problem);
  const before = earlier.checkpoint;
  const figures = { from: before.size, to: checkpoint.size, at_ms: before.atMs };
  // The later tree, or one between, would be contained as well, but prove nothing about the time before.
  if (before.size > head.number) findings.fail('consistency', 'not_before', figures);
  else if (before.size === head.number && before.headHash !== head.hash) {
    findings.fail('consistency', 'other_tick', { ...figures, number: head.number });
  } else if (!continues(before, checkpoint, log.earlier.consistency)) {
    findings.fail('consistency', 'not_consistent', figures);
  } else findings.pass('consistency', figures);
}
