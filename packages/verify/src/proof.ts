import { formatMinor } from '@tallystick/core/money/decimal';
import { breakEvenPpm, profitOf, settleOption, type Settlement } from '@tallystick/core/option/settlement';
import { openCheckpoint } from './checkpoint.ts';
import { continues, includes, isEvidence, keysOf, type LogEvidence } from './evidence.ts';
import { keyIdOf, type NoteKey } from './note.ts';
import { medianE8, verifyTicks, type Head, type LoggedTick } from './price-log.ts';
import { openPromise } from './promise.ts';
import {
  receiptFault,
  termsHash,
  termsOf,
  type OptionReceipt,
  type ReceiptResult,
  type ReceiptTick,
} from './receipt.ts';
import { Story, type Report, type UncheckedField } from './report.ts';

/** A receipt with all that is needed to check it without a network. */
export interface OptionProof {
  readonly kind: 'tallystick option proof 1';
  readonly receipt: OptionReceipt;
  /** The exchange's signature under the receipt's terms. Proofs of before it gave one have none. */
  readonly signed_terms?: string | null;
  readonly log: LogEvidence;
}

export interface ProofOptions {
  /** `termsHash` of the receipt as it was handed out at purchase, if this device kept it. */
  readonly termsHash?: string | null;
  /** Keys trusted already. Left out: those the proof names, which then stand for themselves only. */
  readonly keys?: readonly NoteKey[] | null;
}

/**
 * Works an option's result out again from the published prices, and checks that those prices are the ones that were
 * chained and signed. Anything may be handed in. Nothing is thrown.
 *
 * It proves: the terms were fixed before the entry price existed; no tick was left out, added, moved or changed between
 * purchase and delivery; result and payout follow from them; and the log was signed and only grew. It cannot prove
 * that the sources told the truth about the world's markets.
 */
export function verifyOption(proof: unknown, options: ProofOptions = {}): Report {
  const story = new Story();
  const parts = partsOf(proof);
  if ('fault' in parts) {
    story.fail('format', 'not_a_proof', { field: parts.fault });
    return story.end(false);
  }
  const { receipt, log } = parts;
  story.pass('format', { option: receipt.option_id });
  const named = checkTerms(story, parts, options);
  checkHead(story, receipt, log);
  checkChain(story, receipt, log);
  checkSettlement(story, receipt, log.range.ticks);
  checkLog(story, log, receipt.chain_head, options.keys ?? null);
  return story.end(receipt.result === null, uncheckedOf(receipt, named));
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

/** Terms signed at first did not name these; when exactly it was settled, no result depends on. */
function uncheckedOf(receipt: OptionReceipt, named: boolean): UncheckedField[] {
  return [
    ...(named ? [] : (['symbol', 'terms_version'] as const)),
    ...(receipt.settled_at_ms === null ? [] : (['settled_at_ms'] as const)),
  ];
}

/** Whether the names in the receipt are covered, too: by the signature, or by what the device kept. */
function checkTerms(story: Story, { receipt, log, promise }: Parts, options: ProofOptions): boolean {
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
  if (!adds) story.fail('terms', 'terms_contradict', figures);
  else if (kept !== null && keptVersion === undefined) story.fail('terms', 'terms_changed', figures);
  else if (signed?.ok === false) story.fail('terms', signed.problem, figures);
  else story.pass('terms', figures);
  return named;
}

/** The receipt names the chain's end at purchase: whatever decides comes after it, and after the purchase. */
function checkHead(
  story: Story,
  { chain_head: head, bought_at_ms: boughtAtMs }: OptionReceipt,
  log: LogEvidence,
): void {
  const figures = { number: head.number, hash: head.hash, bought_at_ms: boughtAtMs };
  // Not looked at yet: it may be anything.
  const first = log.range.ticks[0] as LoggedTick | null | undefined;
  const follows = first === undefined || first?.number === head.number + 1;
  if (log.range.previous_hash !== head.hash || !follows) {
    story.fail('head', 'other_head', figures);
  } else if (first && first.at_ms < boughtAtMs) {
    story.fail('head', 'head_too_old', { ...figures, tick: first.number, at_ms: first.at_ms });
  } else {
    story.pass('head', figures);
  }
}

/** Every tick of every market from the purchase until after delivery: none can be missing between them. */
function checkChain(story: Story, receipt: OptionReceipt, { range }: LogEvidence): void {
  const { ticks } = range;
  const verdict = verifyTicks(ticks, { number: receipt.chain_head.number, hash: range.previous_hash });
  if (!verdict.ok) return story.fail('chain', verdict.problem, { number: verdict.number });
  const last = ticks.at(-1);
  if (last === undefined || last.at_ms <= receipt.delivery_at_ms) {
    if (receipt.result === null) return story.skip('chain', 'not_settled');
    return story.fail('chain', 'range_too_short', { number: verdict.head.number });
  }
  return story.pass('chain', { count: ticks.length, first: ticks[0]!.number, last: last.number });
}

type DerivedTick = { readonly number: number; readonly marketId: number; readonly priceE8: number } & {
  readonly atMs: number;
  readonly logged: LoggedTick;
};

function checkSettlement(story: Story, receipt: OptionReceipt, ticks: readonly LoggedTick[]): void {
  if (story.failed('head', 'chain', 'terms') || receipt.result === null) return;
  const settlement = settleOption<DerivedTick>(
    termsOf(receipt),
    ticks.map(logged => ({
      number: logged.number,
      marketId: logged.market_id,
      priceE8: logged.price_e8,
      atMs: logged.at_ms,
      logged,
    })),
  );
  checkEnd(story, 'entry', settlement.entry, receipt.entry);
  checkEnd(story, 'exit', settlement.exit, receipt.exit);
  const result = wireResult(settlement.result);
  const prices = {
    entry: settlement.entry === null ? '' : priceOf(settlement.entry.priceE8),
    exit: settlement.exit === null ? '' : priceOf(settlement.exit.priceE8),
  };
  const outcome = {
    result,
    outcome: outcomeOf(receipt, settlement),
    direction: receipt.direction,
    ...prices,
  };
  if (result === receipt.result) story.pass('result', outcome);
  else story.fail('result', 'other_result', { ...outcome, claimed: receipt.result });
  const payout = {
    payout: amountOf(receipt, String(settlement.payoutMinor)),
    stake: amountOf(receipt, receipt.stake_minor),
    rate: formatMinor(BigInt(receipt.payout_ppm), 6),
    currency: receipt.currency,
    outcome: outcome.outcome,
  };
  if (receipt.payout_minor === String(settlement.payoutMinor)) story.pass('payout', payout);
  else {
    const claimed = receipt.payout_minor === null ? '' : amountOf(receipt, receipt.payout_minor);
    story.fail('payout', 'other_payout', { ...payout, claimed });
  }
}

function checkEnd(
  story: Story,
  id: 'entry' | 'exit',
  derived: DerivedTick | null,
  claimed: ReceiptTick | null,
): void {
  const problem = id === 'entry' ? 'other_entry' : 'other_exit';
  if (derived === null || claimed === null) {
    // No fresh tick came: nothing may be claimed either.
    if (derived === null && claimed === null) story.pass(id, { number: 0 });
    else story.fail(id, problem, { number: derived?.number ?? 0, claimed: claimed?.number ?? 0 });
    return;
  }
  const { logged } = derived;
  const figures = {
    number: logged.number,
    price: priceOf(logged.price_e8),
    at_ms: logged.at_ms,
    sources: logged.sources.length,
    names: logged.sources.map(source => source.name).join(', '),
  };
  const same =
    logged.number === claimed.number &&
    logged.price_e8 === claimed.price_e8 &&
    logged.at_ms === claimed.at_ms &&
    logged.hash === claimed.hash;
  if (!same) story.fail(id, problem, { ...figures, claimed: claimed.number });
  else if (medianE8(logged.sources) !== logged.price_e8) story.fail(id, 'not_the_median', figures);
  else story.pass(id, figures);
}

/** The signed tree that holds the end of the chain, and that it grew from the one signed before the purchase. */
function checkLog(story: Story, log: LogEvidence, head: Head, trusted: readonly NoteKey[] | null): void {
  const keys = trusted ?? keysOf(log);
  const opened = openCheckpoint(log.checkpoint.note, keys);
  if (!opened.ok) return story.fail('signature', opened.problem, { origin: log.origin });
  const { checkpoint, signers } = opened;
  story.pass('signature', {
    origin: checkpoint.origin,
    size: checkpoint.size,
    root: checkpoint.root,
    at_ms: checkpoint.atMs,
    key: signers.map(keyIdOf).join(', '),
    trusted: trusted === null ? 'no' : 'yes',
  });
  const last = log.range.ticks.at(-1);
  if (last === undefined || story.failed('chain', 'head')) story.skip('inclusion');
  else if (!includes(checkpoint, last, log.inclusion)) {
    story.fail('inclusion', 'not_included', { number: last.number, size: checkpoint.size });
  } else if (last.number === checkpoint.size && last.hash !== checkpoint.headHash) {
    story.fail('inclusion', 'other_tick', { number: last.number });
  } else {
    story.pass('inclusion', { number: last.number, size: checkpoint.size, hashes: log.inclusion.length });
  }
  if (log.earlier === null) return story.skip('consistency');
  const earlier = openCheckpoint(log.earlier.checkpoint.note, keys);
  if (!earlier.ok) return story.fail('consistency', earlier.problem);
  const before = earlier.checkpoint;
  const figures = { from: before.size, to: checkpoint.size, at_ms: before.atMs };
  // The later tree itself, or any between, would be contained as well, and show nothing about what was before.
  if (before.size > head.number) story.fail('consistency', 'not_before', figures);
  else if (before.size === head.number && before.headHash !== head.hash) {
    story.fail('consistency', 'other_tick', { ...figures, number: head.number });
  } else if (!continues(before, checkpoint, log.earlier.consistency)) {
    story.fail('consistency', 'not_consistent', figures);
  } else story.pass('consistency', figures);
}

function wireResult(result: Settlement['result']): ReceiptResult {
  if (result === 'staleEntry') return 'stale_entry';
  return result === 'staleExit' ? 'stale_exit' : result;
}

function outcomeOf(receipt: OptionReceipt, { payoutMinor }: Settlement): 'won' | 'lost' | 'refunded' {
  if (payoutMinor === 0n) return 'lost';
  return payoutMinor === BigInt(receipt.stake_minor) ? 'refunded' : 'won';
}

function amountOf({ decimals }: OptionReceipt, minor: string): string {
  return formatMinor(BigInt(minor), decimals);
}

/** 1e-8 units as a decimal, at least two digits after the point. */
function priceOf(priceE8: number): string {
  const text = formatMinor(BigInt(priceE8), 8);
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
