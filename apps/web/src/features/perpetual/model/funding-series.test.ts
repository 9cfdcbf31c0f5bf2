import { describe, expect, test } from 'vitest';
import { fundingPlot, fundingSeries } from './funding-series.ts';

const rates = (...newestFirst: string[]) =>
  newestFirst.map((rate_percent, i) => ({ at_ms: (newestFirst.length - i) * 1_000, rate_percent }));

describe('a series of funding rates', () => {
  test('adds up exactly, oldest first, and has a mean', () => {
    const { points, total, average } = fundingSeries(rates('0.1', '-0.0003', '0.0101'));
    expect(points.map(point => [point.atMs, point.rate, point.total])).toEqual([
      [1_000, '0.0101', '0.0101'],
      [2_000, '-0.0003', '0.0098'],
      [3_000, '0.1', '0.1098'],
    ]);
    expect(total).toBe('0.1098');
    expect(average).toBe('0.0366');
  });

  test('of nothing is nothing', () => {
    expect(fundingSeries([])).toEqual({ points: [], total: '0', average: undefined });
  });
});

describe('its plot', () => {
  test('has one line of zero for bars and totals, each by its own scale', () => {
    const plot = fundingPlot(fundingSeries(rates('0.02', '0.02', '-0.01')));
    expect(plot.zero).toBeCloseTo(2 / 3);
    expect(plot.bars.map(y => Math.round(y * 100))).toEqual([100, 0, 0]);
    expect(plot.line.map(y => Math.round(y * 100))).toEqual([89, 44, 0]);
    expect(plot.rates).toEqual({ top: '0.02', bottom: '-0.01' });
    expect(plot.totals).toEqual({ top: '0.03', bottom: '-0.015' });
  });

  test('of zeros is a line at the bottom, not outside', () => {
    const plot = fundingPlot(fundingSeries(rates('0', '0')));
    expect(plot.rates).toEqual({ top: null, bottom: null });
    for (const y of [plot.zero, ...plot.bars, ...plot.line]) expect(y).toBe(0);
  });
});
