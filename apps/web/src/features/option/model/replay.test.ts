import { describe, expect, test } from 'vitest';
import type { WireOptionReceipt } from '@tallystick/protocol/wire';
import { sampleProof, START_MS, type SampleOptions } from '@tallystick/verify/testing/sample-proof';
import { replay } from './replay.ts';

const replayed = (options: SampleOptions = {}, change: Partial<WireOptionReceipt> = {}) => {
  const { receipt, log } = sampleProof(options).proof;
  return replay({ ...receipt, ...change }, log.range);
};
const failed = ({ report }: ReturnType<typeof replay>) =>
  report.checks.filter(check => check.state === 'failed').map(check => check.name);

describe('“would I have won?”', () => {
  test('finds entry, exit, result and payout from the ticks alone', () => {
    const { report, entry, otherPayout } = replayed();
    expect(entry).toMatchObject({ number: 13, price: '104381.01' });
    expect(otherPayout).toBe('0');
    expect(report.verdict).toBe('right');
    const state = (name: string) => report.checks.find(check => check.name === name)?.state;
    expect(['chain', 'entry', 'exit', 'result', 'payout'].map(state)).toEqual(Array(5).fill('passed'));
    expect(state('signature')).toBe('not_checkable');
  });

  test('shows the market’s own ticks until the end', () => {
    const { ticks } = replayed();
    expect(ticks).toHaveLength(30);
    expect(ticks.at(-1)?.atMs).toBe(START_MS + 30_001);
  });

  test.each([
    ['another result', { result: 'fall' as const }, ['result']],
    ['another payout', { payout_minor: '0' }, ['payout']],
    ['another entry tick', { entry: null }, ['entry']],
  ])('says when %s was booked', (_, booked, names) => {
    expect(failed(replayed({}, booked))).toEqual(names);
  });

  test('an equal price gives both sides the stake back', () => {
    const { report, otherPayout } = replayed({ prices: () => 10_438_100_000_000 });
    expect([report.verdict, otherPayout]).toEqual(['right', '50']);
  });

  test('before the first tick after its end the prices until then are enough', () => {
    const { receipt, log } = sampleProof().proof;
    const ticks = log.range.ticks.filter(tick => tick.at_ms <= receipt.delivery_at_ms);
    expect(replay(receipt, { ...log.range, ticks }).report.verdict).toBe('right');
    const spoiled = ticks.with(3, { ...ticks[3]!, price_e8: 1 });
    expect(failed(replay(receipt, { ...log.range, ticks: spoiled }))).toEqual(['chain']);
  });
});
