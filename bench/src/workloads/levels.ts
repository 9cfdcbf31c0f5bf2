import { ASK, BID } from '@tallystick/core/book/side';
import { CANCEL, CommandWriter, LIMIT, MARKET, type CommandFile } from './command-file.ts';
import { GeneratorBook } from './generator-book.ts';
import { Random } from './random.ts';

/** After nodejs-order-book's own benchmark, seeded and with integer ticks: buys rest, market sells take. */
function buysOnly(seed: number, fill: (random: Random, book: GeneratorBook) => void): CommandFile {
  const writer = new CommandWriter();
  const book = new GeneratorBook(writer);
  fill(new Random(seed), book);
  return book.finish();
}

/** As many limits as prices, in shuffled order. */
export function everyPriceOnce(seed: number, prices: number): CommandFile {
  return buysOnly(seed, (random, book) => {
    const order = Int32Array.from({ length: prices }, (_, index) => index + 1);
    for (let at = prices - 1; at > 0; at--) {
      const other = random.below(at + 1);
      const price = order[at]!;
      order[at] = order[other]!;
      order[other] = price;
    }
    order.forEach((price, index) => book.apply(LIMIT, BID, 1, index + 1, price, 50));
  });
}

/** Limits around one price; after every fifth, the one five before it is cancelled. */
export function aroundOnePrice(seed: number, limits: number): CommandFile {
  return buysOnly(seed, (random, book) => {
    for (let id = 1; id <= limits; id++) {
      book.apply(LIMIT, BID, 1, id, Math.round(random.normal(500, Math.sqrt(30))), 50);
      if (id % 5 === 0 && id > 5) book.apply(CANCEL, BID, 0, id - 5, 0, 0);
    }
  });
}

/** Limits with a market order after every `marketEvery`. */
export function limitsAndMarkets(
  seed: number,
  limits: number,
  marketEvery: number,
  meanLots: number,
): CommandFile {
  return buysOnly(seed, (random, book) => {
    let id = 1;
    for (let limit = 1; limit <= limits; limit++) {
      const price = Math.round(random.normal(500, Math.sqrt(20)));
      const lots = Math.round(random.normal(meanLots, Math.sqrt(10)));
      book.apply(LIMIT, BID, 1, id++, price, 100);
      if (limit % marketEvery === 0) book.apply(MARKET, ASK, 1, id++, 0, lots);
    }
  });
}
