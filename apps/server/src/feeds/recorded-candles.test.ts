import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseRecording, readRecordings } from './recorded-candles.ts';

const HEADER = 'timestamp,open,high,low,close,volume';
const FIRST = '2025-04-03 17:05:00,100.1,101,99.5,100.7,12.5';
const parse = (...lines: string[]) =>
  parseRecording('BTCUSDT', 300_000, [HEADER, ...lines, ''].join('\n'), 'x.csv');

describe('a recording', () => {
  test('is read exactly', () => {
    const candles = parse(FIRST, '2025-04-03 17:10:00,100.7,100.9,100.6,100.8,0');
    expect(candles).toMatchObject({ startMs: Date.UTC(2025, 3, 3, 17, 5), lengthMs: 300_000, count: 2 });
    expect([...candles.open]).toEqual([10_010_000_000, 10_070_000_000]);
    expect([...candles.low]).toEqual([9_950_000_000, 10_060_000_000]);
    expect([...candles.volume]).toEqual([12.5, 0]);
  });

  test('is filled up where candles are missing', () => {
    const candles = parse(FIRST, '2025-04-03 17:20:00,101,102,100,101.5,3');
    expect(candles.count).toBe(4);
    expect([...candles.high]).toEqual([10_100_000_000, 10_070_000_000, 10_070_000_000, 10_200_000_000]);
    expect([...candles.volume]).toEqual([12.5, 0, 0, 3]);
  });

  test.each([
    ['2025-04-03 17:10:00,1,2', /x\.csv:3: expected 6 fields, found 3/],
    ['yesterday,1,1,1,1,1', /x\.csv:3: "yesterday" is not a time/],
    ['2025-04-03 17:10:00,1,1,1,0,1', /x\.csv:3: a price is not a positive decimal/],
    ['2025-04-03 17:10:00,1e3,1e3,1e3,1e3,1', /x\.csv:3: a price is not/],
    ['2025-04-03 17:10:00,1,1.5,0.9,2,1', /x\.csv:3: high and low do not enclose/],
    ['2025-04-03 17:10:00,1,1,1,1,many', /x\.csv:3: the volume is not a number/],
    ['2025-04-03 17:05:00,1,1,1,1,1', /x\.csv:3: this candle is not later/],
    ['2025-04-03 17:12:00,1,1,1,1,1', /x\.csv:3: candles of 5 minutes do not start at such times/],
    ['2025-06-03 17:05:00,1,1,1,1,1', /x\.csv:3: \d+ candles are missing/],
  ])('is refused with %s', (line, problem) => {
    expect(() => parse(FIRST, line)).toThrow(problem);
  });

  test('is refused without its header or without candles', () => {
    expect(() => parseRecording('BTCUSDT', 300_000, FIRST, 'x.csv')).toThrow(/first line must be/);
    expect(() => parse()).toThrow(/there are no candles/);
  });
});

test('a folder is read by its file names', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-recordings-'));
  await expect(readRecordings(folder)).rejects.toThrow(/holds no recordings/);
  await writeFile(path.join(folder, 'BTCUSDT_5m.csv'), `${HEADER}\n${FIRST}\n`);
  await writeFile(path.join(folder, 'ETHUSDT_1h.csv'), `${HEADER}\n${FIRST}\n`);
  await writeFile(path.join(folder, 'notes.csv'), 'nothing');
  const recordings = await readRecordings(folder);
  expect(recordings.map(one => [one.name, one.lengthMs])).toEqual([
    ['BTCUSDT', 300_000],
    ['ETHUSDT', 3_600_000],
  ]);
  await rm(folder, { recursive: true });
});
