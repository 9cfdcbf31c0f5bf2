import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adaptiveMix } from './adaptive.ts';
import {
  CANCEL,
  COMMAND_INTS,
  FOK_BUDGET,
  IOC,
  LIMIT,
  MARKET,
  MOVE,
  REDUCE,
  readCommandFile,
  writeCommandFile,
  type CommandFile,
} from './command-file.ts';
import { exchangeMix } from './exchange.ts';
import { everyPriceOnce } from './levels.ts';
import { TallystickEngine } from './tallystick-engine.ts';

/** Percentage of each operation among the commands after the pre-fill. */
function shares(file: CommandFile): number[] {
  const counts = Array.from({ length: 7 }, () => 0);
  for (let at = file.prefill * COMMAND_INTS; at < file.records.length; at += COMMAND_INTS) {
    counts[file.records[at]! & 7]!++;
  }
  return counts.map(count => (count * 100) / (file.commandCount - file.prefill));
}

function bookAfter(file: CommandFile, commands: number): TallystickEngine['book'] {
  const engine = new TallystickEngine(file.tradeCount);
  engine.replay(file.records, 0, commands);
  return engine.book;
}

test('the adaptive mix has its proportions, levels and resting orders', () => {
  const file = adaptiveMix(7, 10_000, 200_000);
  const share = shares(file);
  expect(share[LIMIT]).toBeCloseTo(48.5, 0);
  expect(share[MARKET]).toBeCloseTo(9.5, 0);
  expect(share[CANCEL]).toBeCloseTo(42, 0);
  for (const at of [file.prefill, file.commandCount / 2, file.commandCount]) {
    const book = bookAfter(file, Math.floor(at));
    expect(Math.abs(book.orderCount(0) + book.orderCount(1) - 10_000)).toBeLessThan(500);
  }
  const final = bookAfter(file, file.commandCount);
  expect(Math.abs(final.levelCount(0) + final.levelCount(1) - 950)).toBeLessThan(50);
});

test('the exchange mix has its proportions and resting orders', () => {
  const file = exchangeMix(7, 1000, 200_000);
  const share = shares(file);
  expect(Math.abs(share[LIMIT]! - 9)).toBeLessThan(1);
  expect(Math.abs(share[IOC]! + share[FOK_BUDGET]! - 3)).toBeLessThan(1);
  expect(share[FOK_BUDGET]! * 32).toBeGreaterThan(share[IOC]! / 2);
  expect(Math.abs(share[CANCEL]! - 6)).toBeLessThan(1);
  expect(Math.abs(share[REDUCE]! - 6)).toBeLessThan(1);
  expect(Math.abs(share[MOVE]! - 76)).toBeLessThan(2);
  for (const at of [file.prefill, file.commandCount]) {
    const book = bookAfter(file, at);
    expect(Math.abs(book.orderCount(0) - 500)).toBeLessThan(50);
    expect(Math.abs(book.orderCount(1) - 500)).toBeLessThan(50);
  }
});

test('the same seed gives the same commands, another seed others', () => {
  expect(adaptiveMix(3, 100, 500)).toEqual(adaptiveMix(3, 100, 500));
  expect(exchangeMix(3, 100, 500)).toEqual(exchangeMix(3, 100, 500));
  expect(exchangeMix(3, 100, 500)).not.toEqual(exchangeMix(4, 100, 500));
});

test('every price comes once', () => {
  const book = bookAfter(everyPriceOnce(1, 500), 500);
  expect(book.depth(0).map(level => level.priceTicks)).toEqual(
    Array.from({ length: 500 }, (_, i) => 500 - i),
  );
});

describe('the command file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'command-file-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('reads back as written', () => {
    const file = exchangeMix(1, 50, 200);
    const path = join(folder, 'whole.bin');
    writeCommandFile(path, file);
    expect(readCommandFile(path)).toEqual(file);
  });

  test('is refused when it is something else or cut short', () => {
    const path = join(folder, 'broken.bin');
    writeFileSync(path, 'something else, long enough');
    expect(() => readCommandFile(path)).toThrow('is not a command file');
    writeFileSync(path, '');
    expect(() => readCommandFile(path)).toThrow('is not a command file');
    const file = exchangeMix(1, 50, 200);
    writeCommandFile(path, { ...file, commandCount: file.commandCount + 1 });
    expect(() => readCommandFile(path)).toThrow('is cut short');
  });
});
