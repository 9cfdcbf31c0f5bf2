import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adaptiveMix } from './adaptive.ts';
import {
  CANCEL,
  CommandWriter,
  FOK_BUDGET,
  IOC,
  LIMIT,
  MARKET,
  MOVE,
  REDUCE,
  type CommandFile,
} from './command-file.ts';
import type { Engine } from './engine.ts';
import { exchangeMix } from './exchange.ts';
import { GeneratorBook } from './generator-book.ts';
import { aroundOnePrice, everyPriceOnce, limitsAndMarkets } from './levels.ts';
import { NodejsOrderBookEngine } from './nodejs-order-book-engine.ts';
import { assertSame, outcomeOf, readOutcome, writeOutcome, type Outcome } from './outcome.ts';
import { TallystickEngine } from './tallystick-engine.ts';
import { NaiveEngine } from './testing/naive-engine.ts';

function replayed<E extends Engine>(engine: E, file: CommandFile): E {
  engine.replay(file.records, 0, file.commandCount);
  return engine;
}

/** Throws unless our book, the naive one and nodejs-order-book make the same trades and keep the same orders. */
function agreedTrades(file: CommandFile): number {
  const ids = Array.from({ length: file.commandCount + 2 }, (_, id) => String(id));
  const ours = replayed(new TallystickEngine(file.tradeCount), file);
  ours.book.checkInvariants();
  const naive = replayed(new NaiveEngine(file.tradeCount), file);
  const reference = replayed(new NodejsOrderBookEngine(file.tradeCount, ids), file);
  assertSame('tallystick', outcomeOf(ours), 'naive', outcomeOf(naive));
  assertSame('tallystick', outcomeOf(ours), 'nodejs-order-book', outcomeOf(reference));
  return ours.trades.count;
}

test.each<[string, CommandFile]>([
  ['adaptive mix', adaptiveMix(1, 200, 3000)],
  ['exchange mix', exchangeMix(1, 200, 3000)],
  ['every price once', everyPriceOnce(1, 1000)],
  ['around one price', aroundOnePrice(1, 1000)],
  ['a market order each hundred', limitsAndMarkets(1, 1000, 100, 100)],
  ['a market order after each', limitsAndMarkets(1, 1000, 1, 50)],
])('%s: the three books agree', (_name, file) => {
  expect(agreedTrades(file)).toBe(file.tradeCount);
});

const command = fc.record({
  operation: fc.constantFrom(LIMIT, LIMIT, LIMIT, MARKET, IOC, FOK_BUDGET, CANCEL, REDUCE, MOVE),
  side: fc.constantFrom<0 | 1>(0, 1),
  price: fc.integer({ min: 95, max: 105 }),
  lots: fc.integer({ min: 1, max: 9 }),
  pick: fc.nat(1000),
});

test('random commands: the three books agree', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 30, maxLength: 200, size: 'max' }), commands => {
      const book = new GeneratorBook(new CommandWriter());
      let nextId = 1;
      for (const { operation, side, price, lots, pick } of commands) {
        if (operation === CANCEL || operation === REDUCE || operation === MOVE) {
          if (book.liveCount === 0) continue;
          const order = book.live(pick % book.liveCount);
          book.apply(operation, order.side, 0, order.orderId, price, lots);
        } else {
          book.apply(operation, side, 1, nextId++, price, lots);
        }
      }
      const file = book.finish();
      expect(agreedTrades(file)).toBe(file.tradeCount);
    }),
    { numRuns: 100 },
  );
});

test('a difference is named', () => {
  const file = limitsAndMarkets(1, 100, 1, 50);
  const { trades, orders } = outcomeOf(replayed(new TallystickEngine(file.tradeCount), file));
  const changed = (words: Int32Array, at: number) =>
    words.map((word, index) => (index === at ? word + 1 : word));
  const compare = (other: Outcome) => () => assertSame('a', { trades, orders }, 'b', other);
  expect(compare({ trades, orders })).not.toThrow();
  expect(compare({ trades: changed(trades, 6), orders })).toThrow(/^trade 1: a [\d ]+, b [\d ]+$/);
  expect(compare({ trades: trades.slice(0, -4), orders })).toThrow(/^trade \d+: a [\d ]+, b none$/);
  expect(compare({ trades, orders: changed(orders, 11) })).toThrow(/^resting order 3: a [\d ]+, b [\d ]+$/);
  expect(compare({ trades, orders: orders.slice(3) })).toThrow(/^resting order 0: /);
});

test('an outcome reads back as written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outcome-'));
  try {
    const file = exchangeMix(1, 50, 200);
    const outcome = outcomeOf(replayed(new TallystickEngine(file.tradeCount), file));
    writeOutcome(join(folder, 'outcome.bin'), outcome);
    expect(readOutcome(join(folder, 'outcome.bin'))).toEqual(outcome);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
