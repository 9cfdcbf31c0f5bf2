import { COMMAND_INTS, type CommandFile } from './command-file.ts';
import { assertSame, type Engine } from './engine.ts';
import { NodejsOrderBookEngine } from './nodejs-order-book-engine.ts';
import { TallystickEngine } from './tallystick-engine.ts';
import { median } from '../report.ts';

/** Shorter replays are repeated, or the clock and the compiler would be measured instead. */
const LEAST_SAMPLE_MS = 100;

export interface Measurement {
  /** Commands per second after the pre-fill, medians. */
  readonly tallystick: number;
  readonly reference: number;
  /** How many commands after the pre-fill nodejs-order-book replayed. */
  readonly referenceCommands: number;
}

/**
 * Replays a file with both engines in turn, `rounds` times after one round to warm up, and in every round compares
 * each trade and the final book over the commands that both replayed.
 */
export function measure(
  file: CommandFile,
  options: { readonly rounds: number; readonly referenceCommands: number },
): Measurement {
  const referenceEnd = Math.min(file.commandCount, file.prefill + options.referenceCommands);
  const ids = Array.from({ length: highestId(file) + 1 }, (_, id) => String(id));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    const tallystick = sample(file, file.commandCount, trades => new TallystickEngine(trades));
    tallystick.engine.book.checkInvariants();
    if (tallystick.engine.trades.count !== file.tradeCount) {
      throw new Error(`made ${tallystick.engine.trades.count} trades, the generator ${file.tradeCount}`);
    }
    const reference = sample(file, referenceEnd, trades => new NodejsOrderBookEngine(trades, ids));
    let comparable = tallystick.engine;
    if (referenceEnd < file.commandCount) {
      comparable = new TallystickEngine(file.tradeCount);
      comparable.replay(file.records, 0, referenceEnd);
    }
    assertSame('tallystick', comparable, 'nodejs-order-book', reference.engine);
    if (round > 0) {
      ours.push(tallystick.commandsPerSecond);
      theirs.push(reference.commandsPerSecond);
    }
  }
  return {
    tallystick: median(ours),
    reference: median(theirs),
    referenceCommands: referenceEnd - file.prefill,
  };
}

/**
 * Replays up to command `end`, each time on a new book, until what is timed (all after the pre-fill) adds up to
 * LEAST_SAMPLE_MS. Returns the last engine and the mean rate.
 */
function sample<E extends Engine>(
  file: CommandFile,
  end: number,
  create: (tradeCapacity: number) => E,
): { engine: E; commandsPerSecond: number } {
  let elapsedMs = 0;
  let commands = 0;
  for (;;) {
    const engine = create(file.tradeCount);
    engine.replay(file.records, 0, file.prefill);
    const startMs = performance.now();
    engine.replay(file.records, file.prefill, end);
    elapsedMs += performance.now() - startMs;
    commands += end - file.prefill;
    if (elapsedMs >= LEAST_SAMPLE_MS) return { engine, commandsPerSecond: (commands * 1000) / elapsedMs };
  }
}

function highestId(file: CommandFile): number {
  let highest = 0;
  for (let at = 1; at < file.records.length; at += COMMAND_INTS)
    highest = Math.max(highest, file.records[at]!);
  return highest;
}
