import { ASK, BID, type BookSide } from '@tallystick/core/book/side';
import { CANCEL, CommandWriter, LIMIT, MARKET, type CommandFile } from './command-file.ts';
import { Random } from './random.ts';
import { GeneratorBook } from './generator-book.ts';

const MID_TICKS = 10_000;
/** How far limits reach from the middle; the innermost of these levels are mostly swept by market orders. */
const REACH = 530;
/** How far a limit may reach across the middle, where it trades. */
const ACROSS = 3;
const OWNERS = 1000;
const MAX_LOTS = 100;

/**
 * 48.5 % limits, 9.5 % market orders, 42 % cancels of a random live order, over about 950 price levels. What adapts
 * is the size of market orders: they grow when more orders rest than wanted and shrink when fewer do.
 */
export function adaptiveMix(seed: number, restingOrders: number, commands: number): CommandFile {
  const random = new Random(seed);
  const writer = new CommandWriter();
  const book = new GeneratorBook(writer);
  let nextId = 1;

  const limit = (across: number): void => {
    const side: BookSide = random.below(2) === 0 ? BID : ASK;
    const distance = 1 + Math.floor(random.unit() * (REACH + across)) - across;
    const price = side === BID ? MID_TICKS - distance : MID_TICKS + distance;
    book.apply(LIMIT, side, 1 + random.below(OWNERS), nextId++, price, 1 + random.below(MAX_LOTS));
  };

  while (book.liveCount < restingOrders) limit(0);
  writer.endPrefill();
  for (let done = 0; done < commands; done++) {
    const choice = random.below(1000);
    if (choice < 485) {
      limit(ACROSS);
    } else if (choice < 580) {
      const excess = (book.liveCount - restingOrders) / restingOrders;
      const scale = Math.min(20, Math.max(0.05, 1 + excess * 50));
      const lots = 1 + random.below(Math.ceil(MAX_LOTS * 0.7 * scale));
      book.apply(MARKET, random.below(2) === 0 ? BID : ASK, 1 + random.below(OWNERS), nextId++, 0, lots);
    } else {
      const { orderId, side } = book.live(random.below(book.liveCount));
      book.apply(CANCEL, side, 0, orderId, 0, 0);
    }
  }
  return book.finish();
}
