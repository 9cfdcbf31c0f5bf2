import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { rehearsalMetrics } from './rehearsal-metrics.ts';
import { reportLines, type RehearsalReport } from './report.ts';
import { Times } from './times.ts';

const times = new Times();
for (let i = 1; i <= 1_000; i++) times.add(i / 1000);
const conversion = { bytes: 100_000_000, writeMs: 900, restoreMs: 1_500, hashMs: 700 };
const report: RehearsalReport = {
  verdict: 'differs',
  ended: 'it was told to end',
  startedAt: '2026-11-28T00:00:00.000Z',
  reportedAt: '2026-11-28T01:00:00.000Z',
  from: 100,
  to: 1_300,
  behind: 7,
  old: [{ hash: 'a'.repeat(64), logicVersion: 3 }],
  own: { hash: 'b'.repeat(64), logicVersion: 4 },
  commands: { compared: 1_000, later: 190, passedOver: 10 },
  differences: [
    {
      command: 'placeOrder',
      kind: 'events',
      what: ['traded.takerFeeMinor'],
      first: 3,
      later: 4,
      expected: null,
      example: { sequence: 105, before: '1', after: '2' },
    },
    {
      command: 'cancelOrder',
      kind: 'result',
      what: ['accepted → unknown_order'],
      first: 5,
      later: 0,
      expected: 'meant',
      example: { sequence: 106, before: '1', after: '2' },
    },
  ],
  beyond: 2,
  unseen: [{ command: '*', kind: 'due', what: '*', why: 'sooner' }],
  times: { old: times.report(), own: times.report() },
  conversions: { count: 4, last: conversion, longest: { ...conversion, writeMs: 2_000 } },
  memory: { rss: 500_000_000, heapUsed: 300_000_000 },
};

it('tells people what was compared, what differs, and how long the exchange would stand still', () => {
  const text = reportLines(report).join('\n');
  for (const words of [
    'Journal 101 to 1300, written by core aaaaaaaaaaaa (logic version 3); compared with core bbbbbbbbbbbb (logic version 4)',
    '1000 commands compared on equal states, 190 on states that differed already, 10 passed over; 7 to come',
    'DIFFERS: events of placeOrder: traded.takerFeeMinor\n    3 times, and 4 after other differences',
    'Expected: result of cancelOrder: accepted → unknown_order\n    5 times, and 0 after other differences; expected: meant',
    'And 2 unexpected differences of other kinds',
    'Expected, but not seen: due of * (sooner)',
    'a pause of 4.6 s at least, 5.7 s at most',
    'THE NEW VERSION DIFFERS in what nobody expected (it was told to end)',
  ])
    expect(text).toContain(words);
});

it('shows the same figures to Prometheus', async () => {
  const registry = new Registry();
  rehearsalMetrics(registry)(report);
  const text = await registry.metrics();
  for (const line of [
    'tallystick_rehearsal_sequence 1300',
    'tallystick_rehearsal_behind 7',
    'tallystick_rehearsal_commands{how="later"} 190',
    'tallystick_rehearsal_differences{expected="no"} 9',
    'tallystick_rehearsal_differences{expected="yes"} 5',
    'tallystick_rehearsal_pause_seconds 4.6',
  ])
    expect(text).toContain(line);
});

it('durations are counted in classes of a quarter', () => {
  const { count, mean, p50, p99, max } = times.report();
  expect([count, max]).toEqual([1_000, 1]);
  expect(mean).toBeCloseTo(0.5005);
  for (const [is, should] of [
    [p50, 0.5],
    [p99, 0.99],
  ] as const) {
    expect(is).toBeGreaterThanOrEqual(should);
    expect(is).toBeLessThanOrEqual(should * 1.25);
  }
  expect(new Times().report()).toEqual({ count: 0, mean: 0, p50: 0, p99: 0, max: 0 });
});
