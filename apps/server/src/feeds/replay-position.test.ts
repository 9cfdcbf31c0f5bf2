import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import type { RecordedCandles } from './recorded-candles.ts';
import { chooseAnchor, recordedAt } from './replay-position.ts';

const START = Date.UTC(2025, 3, 3, 17, 5);
const NOW = Date.UTC(2026, 7, 20, 9, 31, 7, 123);
const column = new Float64Array();
const recordingOf = (days: number, startMs = START): RecordedCandles => ({
  name: 'X',
  startMs,
  lengthMs: 300_000,
  count: (days * DAY_MS) / 300_000,
  open: column,
  high: column,
  low: column,
  close: column,
  volume: column,
});

describe('where a replay starts', () => {
  test('two thirds in, shifted by whole weeks', () => {
    const anchor = chooseAnchor([recordingOf(30, START + 50 * DAY_MS), recordingOf(90)], null, 1, NOW);
    expect((NOW - anchor.recordedMs) % (7 * DAY_MS)).toBe(0);
    const share = (anchor.recordedMs - START) / (90 * DAY_MS);
    expect(Math.abs(share - 2 / 3)).toBeLessThan(3.6 / 90);
    expect(anchor).toMatchObject({ wallMs: NOW, speed: 1 });
  });

  test('two thirds into a short one as well, shifted by whole hours', () => {
    const anchor = chooseAnchor([recordingOf(1)], null, 1, NOW);
    expect((NOW - anchor.recordedMs) % 3_600_000).toBe(0);
    expect(Math.abs((anchor.recordedMs - START) / DAY_MS - 2 / 3)).toBeLessThan(0.05);
  });

  test('after a restart at the place reached by now', () => {
    const kept = { wallMs: NOW, recordedMs: START, speed: 60 };
    const anchor = chooseAnchor([recordingOf(90)], kept, 60, NOW + 5 * DAY_MS);
    expect(anchor).toBe(kept);
    expect(recordedAt(anchor, NOW + 60_000)).toBe(START + 3_600_000);
  });

  test('after a change of speed at the same place, continuing at the new speed', () => {
    const kept = { wallMs: NOW, recordedMs: START, speed: 60 };
    const anchor = chooseAnchor([recordingOf(90)], kept, 2, NOW + 1000);
    expect(recordedAt(anchor, NOW + 1000)).toBe(START + 60_000);
    expect(recordedAt(anchor, NOW + 2000)).toBe(START + 62_000);
  });
});
