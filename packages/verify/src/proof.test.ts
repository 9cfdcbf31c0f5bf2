import { describe, expect, it } from 'vitest';
import { readNote } from './note.ts';
import { hashTick, type LoggedTick } from './price-log.ts';
import { verifyOption, type OptionProof } from './proof.ts';
import type { Problem } from './problems.ts';
import type { CheckName } from './report.ts';
import { promisedHash, termsHash, type OptionReceipt } from './receipt.ts';
import { chained, newSigner, SampleLog, signNote } from './testing/sample-log.ts';
import { prove, sampleProof, settled, START_MS, tickBody } from './testing/sample-proof.ts';
import { faults, log, proof, receipt, signer, checkOf } from './testing/right-proof.ts';

const flat = () => 10_438_100_000_000;

/** Changes the receipt and removes the terms' signature, as a forger without the key would. */
function withReceipt(change: Partial<OptionReceipt>): OptionProof {
  return { ...proof, signed_terms: null, receipt: { ...receipt, ...change } };
}

function withTicks(ticks: readonly LoggedTick[]): OptionProof {
  return { ...proof, log: { ...proof.log, range: { ...proof.log.range, ticks } } };
}

const shown = proof.log.range.ticks;
const exitAt = shown.findIndex(tick => tick.number === receipt.exit?.number);

describe('an honest proof', () => {
  it('passes every check, with its figures', () => {
    const report = verifyOption(proof, { termsHash: termsHash(receipt), keys: [signer.key] });
    expect(report.verdict).toBe('right');
    expect(report.checks.map(check => check.state)).toEqual(report.checks.map(() => 'passed'));
    expect(checkOf(report, 'terms')?.figures).toMatchObject({ kept: 'yes', signed: 'yes' });
    expect(checkOf(report, 'entry')?.figures).toMatchObject({ number: 13, price: '104381.01', sources: 3 });
    expect(checkOf(report, 'exit')?.figures).toMatchObject({ price: '104381.30' });
    expect(checkOf(report, 'result')?.figures).toMatchObject({ result: 'rise', outcome: 'won' });
    expect(checkOf(report, 'payout')?.figures).toMatchObject({ payout: '90', stake: '50', rate: '0.8' });
    expect(checkOf(report, 'signature')?.figures).toMatchObject({ trusted: 'yes', size: log.ticks.length });
  });

  it.each([
    ['a loss', sampleProof({ direction: 'fall' }), 'rise', 'lost', '0'],
    ['an even price', sampleProof({ prices: flat }), 'even', 'refunded', '50'],
    ['no entry in time', sampleProof({ silent: [1, 8] }), 'stale_entry', 'refunded', '50'],
    ['no tick at all', sampleProof({ silent: [1, 99] }), 'stale_entry', 'refunded', '50'],
    ['no exit in time', sampleProof({ silent: [20, 33] }), 'stale_exit', 'refunded', '50'],
    ['the log’s first ticks', sampleProof({ before: 0 }), 'rise', 'won', '90'],
  ] as const)('passes for %s', (_what, sample, result, outcome, payout) => {
    const report = verifyOption(sample.proof);
    expect(report.verdict).toBe('right');
    expect(checkOf(report, 'result')?.figures).toMatchObject({ result, outcome });
    expect(checkOf(report, 'payout')?.figures).toMatchObject({ payout });
  });

  it('accepts a tick exactly at delivery, and none after it', () => {
    const bodies = [1, 1000, 30_000, 30_001, 30_002].map((after, i) =>
      tickBody(1, 100_000_000 + i, START_MS + after),
    );
    const ticks = chained(bodies);
    const bought = { ...receipt, bought_at_ms: START_MS, delivery_at_ms: START_MS + 30_000 };
    const early = { ...bought, chain_head: { number: 0, hash: '0'.repeat(64) } };
    const own = prove(settled(early, ticks), new SampleLog(ticks, signer));
    expect(own.receipt.exit?.number).toBe(3);
    expect(verifyOption(own).verdict).toBe('right');
  });

  it('is unfinished, not wrong, while the option runs', () => {
    const running = { entry: null, exit: null, result: null, payout_minor: null, settled_at_ms: null };
    const bundle = { ...withReceipt(running) };
    const part = {
      ...bundle,
      log: { ...proof.log, range: { ...proof.log.range, ticks: shown.slice(0, 20) } },
    };
    const report = verifyOption({
      ...part,
      log: { ...part.log, inclusion: log.inclusion(32, log.ticks.length) },
    });
    expect(faults(report)).toEqual([]);
    expect(report.verdict).toBe('unfinished');
  });
});

/** The chain from a tick on with new hashes, which a forger can compute without the key. */
function rechained(ticks: readonly LoggedTick[]): LoggedTick[] {
  return chained(ticks, receipt.chain_head);
}

describe('a changed log is detected', () => {
  const changed = (at: number, change: Partial<LoggedTick>) => shown.with(at, { ...shown[at]!, ...change });
  const lower = tickBody(1, receipt.entry!.price_e8 - 1_000_000, shown[exitAt]!.at_ms);
  const inserted = tickBody(1, receipt.entry!.price_e8 - 1_000_000, shown[exitAt]!.at_ms + 1);

  it.each<[string, readonly LoggedTick[], CheckName, Problem]>([
    ['a changed price', changed(exitAt, { price_e8: 1 }), 'chain', 'hash_differs'],
    ['a changed market', changed(exitAt, { market_id: 9 }), 'chain', 'hash_differs'],
    ['a changed source', changed(5, { sources: [] }), 'chain', 'hash_differs'],
    ['a backdated tick', changed(exitAt, { at_ms: shown[exitAt]!.at_ms - 5 }), 'chain', 'hash_differs'],
    ['a tick from before its predecessor', changed(9, { at_ms: 1 }), 'chain', 'time_went_backwards'],
    ['a postdated tick', changed(exitAt, { at_ms: receipt.delivery_at_ms + 1 }), 'chain', 'hash_differs'],
    ['a dropped tick', shown.toSpliced(exitAt, 1), 'chain', 'number_skipped'],
    ['a dropped first tick', shown.slice(1), 'head', 'other_head'],
    ['a tick twice', shown.toSpliced(7, 0, shown[7]!), 'chain', 'number_skipped'],
    ['two ticks swapped', shown.toSpliced(7, 2, shown[8]!, shown[7]!), 'chain', 'number_skipped'],
    ['a replaced hash', changed(7, { hash: 'f'.repeat(64) }), 'chain', 'hash_differs'],
    ['a fraction for a price', changed(7, { price_e8: 0.5 }), 'chain', 'malformed'],
    ['something that is no tick', shown.with(7, null as unknown as LoggedTick), 'chain', 'malformed'],
    ['nothing in place of the first', shown.with(0, null as unknown as LoggedTick), 'chain', 'malformed'],
    ['an end before delivery', shown.slice(0, exitAt + 1), 'chain', 'range_too_short'],
    ['nothing at all', [], 'chain', 'range_too_short'],
  ])('%s', (_what, ticks, id, problem) => {
    const report = verifyOption(withTicks(ticks));
    expect(report.verdict).toBe('wrong');
    expect(faults(report)).toContainEqual([id, problem]);
  });

  it.each<[string, LoggedTick[]]>([
    ['a changed price', rechained(shown.with(exitAt, { ...shown[exitAt]!, ...lower }))],
    ['a dropped tick', rechained(shown.toSpliced(exitAt, 1))],
    ['an inserted tick', rechained(shown.toSpliced(exitAt + 1, 0, { ...inserted, number: 0, hash: '' }))],
    ['another market’s tick as its own', rechained(changed(exitAt + 1, { market_id: 1 }))],
    ['a backdated tick', rechained(changed(exitAt + 1, { at_ms: shown[exitAt]!.at_ms }))],
  ])('%s with all hashes made anew: it is not what was signed', (_what, ticks) => {
    const forged = settled(receipt, [...log.ticks.slice(0, 12), ...ticks]);
    const report = verifyOption({ ...withTicks(ticks), receipt: forged });
    expect(faults(report)).toEqual([['inclusion', 'not_included']]);
  });

  it('every single changed digit of the served ticks', () => {
    const text = JSON.stringify(proof.log.range.ticks);
    for (let at = 0; at < text.length; at += 97) {
      const digit = text[at]!;
      if (!/\d/.test(digit)) continue;
      const spoiled = `${text.slice(0, at)}${(Number(digit) + 1) % 10}${text.slice(at + 1)}`;
      let ticks: LoggedTick[];
      try {
        ticks = JSON.parse(spoiled) as LoggedTick[];
      } catch {
        // A number that begins with 0 is invalid JSON.
        continue;
      }
      expect(verifyOption(withTicks(ticks)).verdict, `digit ${at}`).toBe('wrong');
    }
  });

  it('a forged tick with a correct hash, by the tick after it', () => {
    const forged = { ...shown[7]!, price_e8: 1 };
    const hash = hashTick(shown[6]!.hash, forged);
    expect(faults(verifyOption(withTicks(shown.with(7, { ...forged, hash }))))[0]).toEqual([
      'chain',
      'hash_differs',
    ]);
  });
});

describe('a changed receipt is detected', () => {
  const other = { ...receipt.entry!, number: receipt.entry!.number + 3 };
  it.each<[string, Partial<OptionReceipt>, CheckName, Problem]>([
    ['a later entry', { entry: other }, 'entry', 'other_entry'],
    ['another entry price', { entry: { ...receipt.entry!, price_e8: 1 } }, 'entry', 'other_entry'],
    ['no entry', { entry: null }, 'entry', 'other_entry'],
    ['an earlier exit', { exit: { ...receipt.exit!, number: 40 } }, 'exit', 'other_exit'],
    [
      'another market’s exit',
      { exit: { ...receipt.exit!, number: receipt.exit!.number + 1 } },
      'exit',
      'other_exit',
    ],
    ['another result', { result: 'fall' }, 'result', 'other_result'],
    ['a refund instead', { result: 'stale_exit', payout_minor: '50000000' }, 'result', 'other_result'],
    ['a smaller payout', { payout_minor: '89999999' }, 'payout', 'other_payout'],
    ['no payout', { payout_minor: null }, 'payout', 'other_payout'],
    ['a lower rate', { payout_ppm: 700_000 }, 'terms', 'terms_contradict'],
    ['another break-even chance', { break_even_ppm: 500_000 }, 'terms', 'terms_contradict'],
    ['an earlier delivery', { delivery_at_ms: receipt.delivery_at_ms - 1000 }, 'terms', 'terms_contradict'],
    ['another head', { chain_head: { number: 12, hash: 'a'.repeat(64) } }, 'head', 'other_head'],
    ['a head further back', { chain_head: { number: 11, hash: log.ticks[10]!.hash } }, 'head', 'other_head'],
    ['another market', { market_id: 2 }, 'entry', 'other_entry'],
  ])('%s', (_what, change, id, problem) => {
    const report = verifyOption(withReceipt(change));
    expect(report.verdict).toBe('wrong');
    expect(faults(report)[0]).toEqual([id, problem]);
  });

  it('a head from before the last tick at purchase, with matching ticks', () => {
    const back = { number: 10, hash: log.ticks[9]!.hash };
    const bundle = prove(settled({ ...receipt, chain_head: back }, log.ticks), log);
    expect(faults(verifyOption(bundle))).toContainEqual(['head', 'head_too_old']);
  });

  it('terms that differ from those this device kept', () => {
    const kept = termsHash(receipt);
    const swapped = settled({ ...receipt, direction: 'fall' }, log.ticks);
    expect(verifyOption(prove(swapped, log)).verdict).toBe('right');
    expect(faults(verifyOption(prove(swapped, log), { termsHash: kept }))).toEqual([
      ['terms', 'terms_changed'],
    ]);
  });

  it.each<[string, Partial<OptionReceipt>]>([
    ['another direction', { direction: 'fall' }],
    ['a longer stale limit', { stale_ms: receipt.stale_ms + 1000 }],
    ['practice instead of money', { practice: true }],
    ['another currency', { currency: 'BTC', decimals: 8 }],
    ['another number', { option_id: 8 }],
  ])('%s than the exchange signed, however right the rest is', (_what, change) => {
    const swapped = prove(settled({ ...receipt, ...change }, log.ticks), log);
    expect(verifyOption(swapped).verdict).toBe('right');
    const { signed_terms } = proof;
    expect(faults(verifyOption({ ...swapped, signed_terms }))).toEqual([['terms', 'terms_signed_otherwise']]);
  });

  it('terms signed by somebody else, or by nobody', () => {
    const text = readNote(proof.signed_terms!)!.text;
    const stranger = signNote(text, newSigner());
    // The right key's signature of another text.
    const transplanted = `${text}\n${log.checkpoint(12).note.split('\n\n')[1]}`;
    for (const note of [stranger, transplanted, text, '', log.checkpoint(log.ticks.length).note]) {
      const report = verifyOption({ ...proof, signed_terms: note });
      expect(report.verdict).toBe('wrong');
      expect(faults(report)[0]?.[0]).toBe('terms');
    }
  });

  it('a proof from before terms were signed passes, and does not claim a signature', () => {
    const { signed_terms: _, ...before } = proof;
    const report = verifyOption(before);
    expect(report.verdict).toBe('right');
    expect(checkOf(report, 'terms')?.figures).toMatchObject({ signed: 'no' });
  });

  it('a device that kept the signed terms recognises them by their fingerprint', () => {
    expect(promisedHash(proof.signed_terms!)).toBe(termsHash(receipt));
    expect(promisedHash(log.checkpoint(12).note)).toBeNull();
    expect(promisedHash('')).toBeNull();
  });

  it('an index that is not the median of its sources', () => {
    const bodies = log.ticks.map(tick => ({ ...tick, sources: tick.sources.slice(0, 1) }));
    const bent = chained(bodies);
    const bought = { ...receipt, chain_head: { number: 12, hash: bent[11]!.hash } };
    const report = verifyOption(prove(settled(bought, bent), new SampleLog(bent, signer)));
    expect(faults(report)).toEqual([
      ['entry', 'not_the_median'],
      ['exit', 'not_the_median'],
    ]);
  });
});
