import { describe, expect, test } from 'vitest';
import { sampleDeposit } from './testing/sample-files.ts';
import { replaced } from './testing/places.ts';
import { proofFile, verify } from './verify.ts';

function wrong(file: unknown, changes: Readonly<Record<string, unknown>> = {}): string[] {
  const bent = Object.entries(changes).reduce(
    (now, [place, value]) => replaced(now, place.split('.'), value),
    file,
  );
  return verify(bent)
    .checks.filter(check => check.state === 'failed')
    .map(check => `${check.name} ${check.problem}`);
}

describe('a deposit', () => {
  const hosting = proofFile('trust', sampleDeposit(3, 'hosting'));
  const redeemed = proofFile('trust', sampleDeposit(4, 'redeemed'));

  test('that has paid nothing yet is correct so far', () => {
    expect(verify(proofFile('trust', sampleDeposit(0, 'hosting'))).verdict).toBe('right');
  });

  test('left on the first day has only its penalty booked', () => {
    expect(verify(proofFile('trust', sampleDeposit(0, 'redeemed'))).verdict).toBe('right');
  });

  test('whose missed days were paid at one moment is checked in the order of its postings', () => {
    const { order, entries } = proofFile('trust', sampleDeposit(12, 'hosting'));
    const late = entries.map(one => ({ ...one, at_ms: entries.at(-1)!.at_ms })).toReversed();
    expect(new Set(late.map(one => one.amount)).size).toBe(2);
    expect(verify(proofFile('trust', { order, entries: late })).verdict).toBe('right');
  });

  test('that was renewed continues without a gap', () => {
    const { order } = hosting;
    const renewed = { 'order.renewal_of': 3, 'order.bought_at_ms': order.starts_at_ms };
    expect(wrong(hosting, renewed)).toEqual([]);
    expect(wrong(hosting, { 'order.renewal_of': 3 })).toEqual(['dates other_dates']);
  });

  test.each([
    ['a day less', { 'entries.1.amount': '4.938270' }, ['days other_interest']],
    ['a day missing', { entries: hosting.entries.slice(1) }, ['days other_days']],
    [
      'a day twice',
      { entries: [...hosting.entries, hosting.entries[0]] },
      ['format parts_contradict', 'days other_days'],
    ],
    ['a day before it was over', { 'entries.0.at_ms': hosting.entries[0]!.at_ms - 1 }, ['days paid_early']],
    ['another deposit’s day', { 'entries.0.reference': 'trust:8' }, ['format parts_contradict']],
    ['a smaller promise', { 'order.promised': '74.074072' }, ['promised figures_differ']],
    ['less earned', { 'order.earned': '14.8' }, ['earned figures_differ']],
    ['a smaller next payment', { 'order.next_payment': '4.938' }, ['next figures_differ']],
    ['a longer cycle', { 'order.completes_at_ms': hosting.order.completes_at_ms + 1 }, ['dates other_dates']],
    ['an account that is another', { 'entries.0.account': 'spot' }, ['format not_a_proof']],
    ['a negative number of days', { 'order.paid_days': -1 }, ['format not_a_proof']],
  ])('that was bent is found: %s', (_, changes, problems) => {
    expect(wrong(hosting, changes)).toEqual(problems);
  });

  test('left early costs the penalty that was booked', () => {
    expect(wrong(redeemed)).toEqual([]);
    expect(wrong(redeemed, { 'order.penalty': '81.5' })).toEqual(['penalty figures_differ']);
    expect(wrong(redeemed, { 'entries.4.amount': '-90' })).toEqual(['penalty other_days']);
    expect(wrong(redeemed, { entries: redeemed.entries.slice(0, -1) })).toEqual(['penalty other_days']);
  });
});
