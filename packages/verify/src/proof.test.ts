import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNote } from './note.ts';
import { hashTick, type LoggedTick } from './price-log.ts';
import { verifyOption, type OptionProof } from './proof.ts';
import type { Report, StepId, StepProblem } from './report.ts';
import { promisedHash, promiseText, termsHash, type OptionReceipt } from './receipt.ts';
import { chained, newSigner, ORIGIN, SampleLog, signNote } from './testing/sample-log.ts';
import { prove, sampleProof, settled, START_MS, tickBody } from './testing/sample-proof.ts';

const { proof, log, signer } = sampleProof();
const { receipt } = proof;
const flat = () => 10_438_100_000_000;

function faults({ steps }: Report): [StepId, StepProblem | null][] {
  return steps.filter(step => step.state === 'failed').map(step => [step.id, step.problem]);
}

function stepOf(report: Report, id: StepId) {
  return report.steps.find(step => step.id === id);
}

/** Without the signature under the terms, as of whoever could not make another. */
function withReceipt(change: Partial<OptionReceipt>): OptionProof {
  return { ...proof, signed_terms: null, receipt: { ...receipt, ...change } };
}

function withTicks(ticks: readonly LoggedTick[]): OptionProof {
  return { ...proof, log: { ...proof.log, range: { ...proof.log.range, ticks } } };
}

const shown = proof.log.range.ticks;
const exitAt = shown.findIndex(tick => tick.number === receipt.exit?.number);

describe('an honest proof', () => {
  it('passes every step, with its figures', () => {
    const report = verifyOption(proof, { termsHash: termsHash(receipt), keys: [signer.key] });
    expect(report.verdict).toBe('right');
    expect(report.steps.map(step => step.state)).toEqual(report.steps.map(() => 'passed'));
    expect(stepOf(report, 'terms')?.figures).toMatchObject({ kept: 'yes', signed: 'yes' });
    expect(stepOf(report, 'entry')?.figures).toMatchObject({ number: 13, price: '104381.01', sources: 3 });
    expect(stepOf(report, 'exit')?.figures).toMatchObject({ price: '104381.30' });
    expect(stepOf(report, 'result')?.figures).toMatchObject({ result: 'rise', outcome: 'won' });
    expect(stepOf(report, 'payout')?.figures).toMatchObject({ payout: '90', stake: '50', rate: '0.8' });
    expect(stepOf(report, 'signature')?.figures).toMatchObject({ trusted: 'yes', size: log.ticks.length });
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
    expect(stepOf(report, 'result')?.figures).toMatchObject({ result, outcome });
    expect(stepOf(report, 'payout')?.figures).toMatchObject({ payout });
  });

  it('takes a tick exactly at delivery, and none after it', () => {
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

  it('is unfinished while the option runs, not wrong', () => {
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

/** The chain from a tick on, hashed anew: what a forger can do without the key. */
function rechained(ticks: readonly LoggedTick[]): LoggedTick[] {
  return chained(ticks, receipt.chain_head);
}

describe('a changed log is found out', () => {
  const changed = (at: number, change: Partial<LoggedTick>) => shown.with(at, { ...shown[at]!, ...change });
  const lower = tickBody(1, receipt.entry!.price_e8 - 1_000_000, shown[exitAt]!.at_ms);
  const inserted = tickBody(1, receipt.entry!.price_e8 - 1_000_000, shown[exitAt]!.at_ms + 1);

  it.each<[string, readonly LoggedTick[], StepId, StepProblem]>([
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
        // A number may not begin with 0: the browser would not even read it.
        continue;
      }
      expect(verifyOption(withTicks(ticks)).verdict, `digit ${at}`).toBe('wrong');
    }
  });

  it('a forged tick whose own hash is right, by the tick after it', () => {
    const forged = { ...shown[7]!, price_e8: 1 };
    const hash = hashTick(shown[6]!.hash, forged);
    expect(faults(verifyOption(withTicks(shown.with(7, { ...forged, hash }))))[0]).toEqual([
      'chain',
      'hash_differs',
    ]);
  });
});

describe('a changed receipt is found out', () => {
  const other = { ...receipt.entry!, number: receipt.entry!.number + 3 };
  it.each<[string, Partial<OptionReceipt>, StepId, StepProblem]>([
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

  it('a head from before the last tick at purchase, with the ticks to match', () => {
    const back = { number: 10, hash: log.ticks[9]!.hash };
    const bundle = prove(settled({ ...receipt, chain_head: back }, log.ticks), log);
    expect(faults(verifyOption(bundle))).toContainEqual(['head', 'head_too_old']);
  });

  it('terms that are not those this device kept', () => {
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

  it('terms that somebody else signed, or nobody', () => {
    const text = readNote(proof.signed_terms!)!.text;
    const stranger = signNote(text, newSigner());
    // The right key's signature, under another text.
    const transplanted = `${text}\n${log.checkpoint(12).note.split('\n\n')[1]}`;
    for (const note of [stranger, transplanted, text, '', log.checkpoint(log.ticks.length).note]) {
      const report = verifyOption({ ...proof, signed_terms: note });
      expect(report.verdict).toBe('wrong');
      expect(faults(report)[0]?.[0]).toBe('terms');
    }
  });

  it('a proof of before terms were signed passes, and does not say that they were', () => {
    const { signed_terms: _, ...before } = proof;
    const report = verifyOption(before);
    expect(report.verdict).toBe('right');
    expect(stepOf(report, 'terms')?.figures).toMatchObject({ signed: 'no' });
  });

  it('a device that kept the signed terms knows them by their fingerprint', () => {
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

describe('a swapped checkpoint is found out', () => {
  const withLog = (change: Partial<OptionProof['log']>): OptionProof => ({
    ...proof,
    log: { ...proof.log, ...change },
  });
  const size = log.ticks.length;
  const fork = new SampleLog(
    chained(log.ticks.map((tick, i) => (i === 3 ? { ...tick, price_e8: tick.price_e8 + 1 } : tick))),
    signer,
  );
  const stranger = new SampleLog(log.ticks, newSigner());
  const renamed = new SampleLog(log.ticks, newSigner('log.example/other'));
  const bentHead = (at: number) => ({
    note: signNote(
      readNote(log.checkpoint(at).note)!.text.replace(/tick \w+/, `tick ${'a'.repeat(64)}`),
      signer,
    ),
  });

  it.each<[string, Partial<OptionProof['log']>, StepId, StepProblem]>([
    ['an older one', { checkpoint: log.checkpoint(20) }, 'inclusion', 'not_included'],
    ['one of a fork', { checkpoint: fork.checkpoint(size) }, 'inclusion', 'not_included'],
    ['one of a stranger', { checkpoint: stranger.checkpoint(size) }, 'signature', 'unknown_key'],
    ['one of another log’s key', { checkpoint: renamed.checkpoint(size) }, 'signature', 'unknown_key'],
    [
      'an unsigned one',
      { checkpoint: { note: log.checkpoint(size).note.split('—')[0]! } },
      'signature',
      'unreadable',
    ],
    ['text that is none', { checkpoint: { note: 'hello\n\n' } }, 'signature', 'unreadable'],
    ['another proof of inclusion', { inclusion: log.inclusion(5, size) }, 'inclusion', 'not_included'],
    [
      'an earlier one of a fork',
      {
        earlier: { checkpoint: fork.checkpoint(11), consistency: log.consistency(11, size) },
      },
      'consistency',
      'not_consistent',
    ],
    [
      'another proof of consistency',
      {
        earlier: { checkpoint: log.checkpoint(12), consistency: log.consistency(11, size) },
      },
      'consistency',
      'not_consistent',
    ],
    [
      'an earlier one of a stranger',
      {
        earlier: { checkpoint: stranger.checkpoint(12), consistency: log.consistency(12, size) },
      },
      'consistency',
      'unknown_key',
    ],
    [
      'the later one in place of the earlier, which contains itself',
      { earlier: { checkpoint: log.checkpoint(size), consistency: [] } },
      'consistency',
      'not_before',
    ],
    [
      'one of after the purchase in place of the earlier',
      { earlier: { checkpoint: log.checkpoint(13), consistency: log.consistency(13, size) } },
      'consistency',
      'not_before',
    ],
    [
      'an earlier one that names another newest tick than the receipt',
      { earlier: { checkpoint: bentHead(12), consistency: log.consistency(12, size) } },
      'consistency',
      'other_tick',
    ],
  ])('%s', (_what, change, id, problem) => {
    expect(faults(verifyOption(withLog(change)))[0]).toEqual([id, problem]);
  });

  it('a changed digit of the signed text', () => {
    const { note } = log.checkpoint(size);
    const spoiled = note.replace(/time (\d)/, (_, digit: string) => `time ${(Number(digit) + 1) % 10}`);
    expect(faults(verifyOption(withLog({ checkpoint: { note: spoiled } })))).toEqual([
      ['signature', 'wrong_signature'],
    ]);
  });

  it('a log that another key signs than the one trusted', () => {
    const report = verifyOption(prove(receipt, stranger), { keys: [signer.key] });
    expect(faults(report)).toEqual([
      ['terms', 'terms_unsigned'],
      ['signature', 'unknown_key'],
    ]);
    expect(verifyOption(prove(receipt, stranger)).verdict).toBe('right');
  });

  it('but a second signature by a new key is welcome: that is how keys are changed', () => {
    const next = newSigner();
    const both = new SampleLog(log.ticks, next, signer);
    expect(verifyOption(prove(receipt, both), { keys: [signer.key] }).verdict).toBe('right');
    expect(verifyOption(prove(receipt, both), { keys: [next.key] }).verdict).toBe('right');
  });
});

describe('anything else', () => {
  it.each([
    ['nothing', null, 'kind'],
    ['a text', 'proof', 'kind'],
    ['another kind', { ...proof, kind: 'x' }, 'kind'],
    ['no receipt', { ...proof, receipt: null }, 'receipt'],
    ['a number as text', { ...proof, receipt: { ...receipt, option_id: '7' } }, 'receipt.option_id'],
    ['a negative amount', { ...proof, receipt: { ...receipt, stake_minor: '-1' } }, 'receipt.stake_minor'],
    ['an exponent', { ...proof, receipt: { ...receipt, payout_minor: '1e3' } }, 'receipt.payout_minor'],
    ['a bent entry', { ...proof, receipt: { ...receipt, entry: { number: 1 } } }, 'receipt.entry'],
    ['no log', { ...proof, log: {} }, 'log'],
    ['a number for signed terms', { ...proof, signed_terms: 7 }, 'signed_terms'],
    ['keys that are none', { ...proof, log: { ...proof.log, keys: [{ public_key: 'x' }] } }, 'log'],
  ])('is not a proof: %s', (_what, given, field) => {
    const report = verifyOption(given);
    expect(report.verdict).toBe('wrong');
    expect(report.steps[0]).toEqual({
      id: 'format',
      state: 'failed',
      problem: 'not_a_proof',
      figures: { field },
    });
  });
});

/** Every place in a JSON value, as the keys that lead there. */
function placesIn(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], junk: unknown): unknown {
  if (key === undefined) return junk;
  if (Array.isArray(value)) return value.with(key as number, replaced(value[key as number], rest, junk));
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest, junk) };
}

describe('whatever is handed in', () => {
  const small = sampleProof({ seconds: 30, before: 2, markets: [1] }).proof;
  // Two ticks stand for all.
  const places = placesIn(small).filter(
    ([, , part, at]) => part !== 'ticks' || at === undefined || at === 0 || at === 7,
  );
  const junk = fc.oneof(
    fc.constantFrom(
      null,
      undefined,
      '',
      'x',
      0,
      -1,
      0.5,
      NaN,
      Infinity,
      1e300,
      true,
      [],
      {},
      [null],
      '0'.repeat(64),
    ),
    fc.jsonValue(),
  );

  it('is answered with a report, never with an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), junk, (place, other) => {
        const report = verifyOption(replaced(small, place, other));
        expect(report.steps).toHaveLength(11);
      }),
      { numRuns: 300 },
    );
  });

  it('is not found right with anything but what is there in a place that decides', () => {
    // What only names things for people, or repeats what the note says.
    const names = /^(receipt\.settled_at_ms|log\.origin|log\.keys\.0\.key_id)$/;
    const deciding = places.filter(
      place => typeof place.at(-1) === 'string' && !names.test(place.join('.')) && place.length > 1,
    );
    const believed = deciding.filter(
      place => verifyOption(replaced(small, place, 'f'.repeat(64))).verdict !== 'wrong',
    );
    expect(believed.map(place => place.join('.'))).toEqual([]);
  });
});

describe('the names in a receipt', () => {
  const earlier = { ...proof, signed_terms: signNote(promiseText(ORIGIN, proof.receipt, 1), ...log.signers) };
  const renamed = (of: OptionProof) => ({ ...of, receipt: { ...of.receipt, symbol: 'ETH/USDT' } });
  const symbolIn = (report: Report) => stepOf(report, 'terms')?.figures['symbol'];

  it('are signed: another one is found out', () => {
    const report = verifyOption(proof);
    expect([report.verdict, report.unchecked, symbolIn(report)]).toEqual([
      'right',
      ['settled_at_ms'],
      'BTC/USDT',
    ]);
    expect(faults(verifyOption(renamed(proof)))).toContainEqual(['terms', 'terms_signed_otherwise']);
    const version = { ...proof, receipt: { ...proof.receipt, terms_version: 2 } };
    expect(faults(verifyOption(version))).toContainEqual(['terms', 'terms_signed_otherwise']);
  });

  it('are not told as checked where an earlier signature leaves them out, which still counts', () => {
    const report = verifyOption(renamed(earlier));
    expect(report).toMatchObject({
      verdict: 'right',
      unchecked: ['symbol', 'terms_version', 'settled_at_ms'],
    });
    expect(symbolIn(report)).toBe('#1');
  });

  it('are covered by what the device kept, in the earlier form without them', () => {
    const kept = (version: 1 | 2) => termsHash(proof.receipt, version);
    expect(verifyOption(earlier, { termsHash: kept(2) }).unchecked).toEqual(['settled_at_ms']);
    expect(verifyOption(earlier, { termsHash: kept(1) })).toMatchObject({
      verdict: 'right',
      unchecked: ['symbol', 'terms_version', 'settled_at_ms'],
    });
    expect(faults(verifyOption(renamed(proof), { termsHash: kept(2) }))).toContainEqual([
      'terms',
      'terms_changed',
    ]);
  });

  it('and when it was settled are not asked of what is not settled', () => {
    const running = {
      ...proof.receipt,
      entry: null,
      exit: null,
      result: null,
      payout_minor: null,
      settled_at_ms: null,
    };
    expect(verifyOption({ ...proof, receipt: running }).unchecked).toEqual([]);
  });
});
