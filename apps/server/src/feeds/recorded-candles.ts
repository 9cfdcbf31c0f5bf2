import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseDecimal } from '@tallystick/core/money/decimal';

/**
 * Recorded candles of one market, consecutive without gaps. Prices are whole numbers of 1e-8 quote units, volumes base
 * units.
 */
export interface RecordedCandles {
  /** As in the file's name, e.g. `BTCUSDT`. */
  readonly name: string;
  readonly startMs: number;
  readonly lengthMs: number;
  readonly count: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const HEADER = 'timestamp,open,high,low,close,volume';
const FILE_NAME = /^([A-Z0-9]{2,24})_(\d{1,2})(m|h)\.csv$/;
const UNIT_MS = { m: 60_000, h: 3_600_000 } as const;

/** Most candles a recording may lack in a row (an exchange's maintenance); a longer gap means two recordings. */
const MAX_GAP = 2016;

/**
 * Reads all recordings of a folder: files like `BTCUSDT_5m.csv` with the columns timestamp (UTC), open, high, low,
 * close, volume. Missing candles are filled in as flat, without volume.
 *
 * @throws naming file and line of an error.
 */
export async function readRecordings(folder: string): Promise<RecordedCandles[]> {
  const recordings: RecordedCandles[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    const [, name, count, unit] = FILE_NAME.exec(file) ?? [];
    if (!name || !unit) continue;
    const lengthMs = Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
    recordings.push(parseRecording(name, lengthMs, await readFile(path.join(folder, file), 'utf8'), file));
  }
  if (recordings.length === 0) throw new Error(`${folder} holds no recordings named like BTCUSDT_5m.csv`);
  return recordings;
}

/** @param file only for messages */
export function parseRecording(name: string, lengthMs: number, csv: string, file: string): RecordedCandles {
  const lines = csv.split(/\r?\n/);
  if (lines[0] !== HEADER) throw new Error(`${file}: the first line must be ${HEADER}`);
  const rows: Row[] = [];
  for (const [i, line] of lines.entries()) {
    if (i === 0 || line === '') continue;
    const row = parseRow(line);
    const before = rows.at(-1);
    const problem = typeof row === 'string' ? row : before && gapProblem(before.atMs, row.atMs, lengthMs);
    if (problem || typeof row === 'string') throw new Error(`${file}:${i + 1}: ${problem}`);
    if (before) for (const flat of flatBetween(before, row.atMs, lengthMs)) rows.push(flat);
    rows.push(row);
  }
  const first = rows[0];
  if (!first) throw new Error(`${file}: there are no candles`);
  const column = (of: (row: Row) => number) => Float64Array.from(rows, of);
  return {
    name,
    startMs: first.atMs,
    lengthMs,
    count: rows.length,
    open: column(row => row.open),
    high: column(row => row.high),
    low: column(row => row.low),
    close: column(row => row.close),
    volume: column(row => row.volume),
  };
}

interface Row {
  readonly atMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

function parseRow(line: string): Row | string {
  const fields = line.split(',');
  if (fields.length !== 6) return `expected 6 fields, found ${fields.length}`;
  const [timestamp = '', ...numbers] = fields;
  const atMs = Date.parse(`${timestamp.replace(' ', 'T')}Z`);
  if (Number.isNaN(atMs)) return `"${timestamp}" is not a time such as 2025-04-03 17:05:00`;
  const [open, high, low, close] = numbers.slice(0, 4).map(priceE8);
  if (!open || !high || !low || !close) return 'a price is not a positive decimal below 90 million';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'high and low do not enclose open and close';
  const volume = Number(numbers[4]);
  if (!(volume >= 0) || volume === Infinity) return 'the volume is not a number';
  return { atMs, open, high, low, close, volume };
}

function priceE8(text: string): number | null {
  const price = parseDecimal(text, 8);
  return price !== null && price > 0n && price <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(price) : null;
}

function gapProblem(beforeMs: number, atMs: number, lengthMs: number): string | null {
  const steps = (atMs - beforeMs) / lengthMs;
  if (steps <= 0) return 'this candle is not later than the one before';
  if (!Number.isInteger(steps)) return `candles of ${lengthMs / 60_000} minutes do not start at such times`;
  return steps > MAX_GAP ? `${steps} candles are missing before this one` : null;
}

function* flatBetween(before: Row, untilMs: number, lengthMs: number): Generator<Row> {
  const { close } = before;
  for (let atMs = before.atMs + lengthMs; atMs < untilMs; atMs += lengthMs) {
    yield { atMs, open: close, high: close, low: close, close, volume: 0 };
  }
}
