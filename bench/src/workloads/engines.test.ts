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
import { assertSame, type Engine } from './engine.ts';
import { exchangeMix } from './exchange.ts';
import { GeneratorBook } from './generator-book.ts';
import { aroundOnePrice, everyPriceOnce, limitsAndMarkets } from './levels.ts';
import { NodejsOrderBookEngine } from './nodejs-order-book-engine.ts';
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
  assertSame('tallystick', ours, 'naive', replayed(new NaiveEngine(file.tradeCount), file));
  assertSame(
    'tallystick',
    ours,
    'nodejs-order-book',
    replayed(new NodejsOrderBookEngine(file.tradeCount, ids), file),
  );
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
  const ours = replayed(new TallystickEngine(file.tradeCount), file);
  const other = replayed(new TallystickEngine(file.tradeCount), file);
  other.trades.words[6]!++;
  expect(() => assertSame('a', ours, 'b', other)).toThrow(/^trade 1: a \d+ \d+ \d+ \d+, b \d+ \d+ \d+ \d+$/);
  other.trades.words[6]!--;
  other.book.reduce(other.finalOrders()[3]!.orderId, 1);
  expect(() => assertSame('a', ours, 'b', other)).toThrow(/^resting order 3: a \{.*\}, b \{.*\}$/);
  other.trades.length -= 4;
  expect(() => assertSame('a', ours, 'b', other)).toThrow(/^a made \d+ trades, b \d+$/);
});
