import { beforeAll, describe, expect, it } from 'vitest';
import { verifyOption } from '@tallystick/verify/proof';
import { sampleProof } from '@tallystick/verify/testing/sample-proof';
import { loadTexts, translate, type FullKey, type TextParams } from '#i18n/texts.ts';
import { describeReport } from './describe.ts';

beforeAll(async () => {
  await Promise.all([loadTexts('prices'), loadTexts('option')]);
});

const t = (key: string, params?: TextParams) =>
  translate((key.includes(':') ? key : `prices:${key}`) as FullKey, params);

const described = (proof: unknown) => describeReport(t, verifyOption(proof));
const flat = () => 10_438_100_000_000;

describe('the story of a proof', () => {
  it('names each check, its figure, and what it means', () => {
    const checks = described(sampleProof().proof);
    expect(checks.map(check => check.key)).not.toContain('format');
    const { entry, result, payout, chain } = Object.fromEntries(checks.map(check => [check.key, check]));
    expect(entry).toMatchObject({ name: 'Entry price', value: '104,381.01', state: 'passed' });
    expect(entry?.lines.join(' ')).toMatch(/Tick 13, .* The middle of 3 sources: alpha, beta, gamma\./);
    expect(result).toMatchObject({
      value: '104,381.30 > 104,381.01',
      lines: ['The price went your way: you won.'],
    });
    expect(payout).toMatchObject({
      value: '90.00 USDT',
      lines: ['50.00 × (1 + 0.8) = 90.00, to the last digit.'],
    });
    expect(chain?.value).toBe('91');
  });

  it.each([
    [
      sampleProof({ direction: 'fall' }),
      'The price did not go your way: you lost.',
      'A lost option pays nothing.',
    ],
    [
      sampleProof({ prices: flat }),
      'Exactly the same price: the stake goes back.',
      'The stake came back, all of it.',
    ],
    [
      sampleProof({ silent: [1, 99] }),
      'Without a fresh price the stake goes back.',
      'The stake came back, all of it.',
    ],
  ])('tells how it ended otherwise: %#', ({ proof }, result, payout) => {
    const lines = described(proof).flatMap(check => check.lines);
    expect(lines).toContain(result);
    expect(lines).toContain(payout);
  });

  it('says what does not fit, and that the rest rests on it', () => {
    const { proof } = sampleProof();
    const range = { ...proof.log.range, ticks: proof.log.range.ticks.toSpliced(7, 1) };
    const checks = described({ ...proof, log: { ...proof.log, range } });
    expect(checks.find(check => check.key === 'chain')).toMatchObject({
      state: 'failed',
      value: null,
      lines: ['A tick is missing or too many at 20.'],
    });
    expect(checks.find(check => check.key === 'entry')?.lines).toEqual([
      'It rests on something above that does not fit.',
    ]);
  });

  it('says that a file is no proof', () => {
    expect(described({ kind: 'x' })[0]).toMatchObject({
      key: 'format',
      state: 'failed',
      lines: ['This is not a proof, or a part of it is missing (kind).'],
    });
  });
});
