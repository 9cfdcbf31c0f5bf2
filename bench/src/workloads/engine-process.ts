/**
 * One engine in a process of its own, so that neither pays for the other's heap and garbage:
 *
 *   engine-process.ts tallystick|nodejs-order-book COMMAND_FILE OUTCOME_FILE TIMED_END COMPARED_END
 *
 * For each message it takes one sample up to command TIMED_END, writes the outcome of the commands before
 * COMPARED_END and answers with the rate in commands per second.
 */
import { COMMAND_INTS, readCommandFile, type CommandFile } from './command-file.ts';
import type { Engine } from './engine.ts';
import { NodejsOrderBookEngine } from './nodejs-order-book-engine.ts';
import { outcomeOf, writeOutcome } from './outcome.ts';
import { TallystickEngine } from './tallystick-engine.ts';

/** Shorter replays are repeated, or the clock and the compiler would be measured instead. */
const LEAST_SAMPLE_MS = 250;

const [name, commandPath, outcomePath, timedEnd, comparedEnd] = process.argv.slice(2);
if (commandPath === undefined || outcomePath === undefined || process.send === undefined) {
  throw new Error('engine-process.ts is for the benchmark itself');
}
const file = readCommandFile(commandPath);
const create = creator(name, file);

process.on('message', () => {
  const { engine, commandsPerSecond } = sample(Number(timedEnd));
  const compared = Number(comparedEnd) === Number(timedEnd) ? engine : replayed(Number(comparedEnd));
  writeOutcome(outcomePath, outcomeOf(compared));
  process.send?.(commandsPerSecond);
});

function creator(engineName: string | undefined, commands: CommandFile): () => Engine {
  if (engineName === 'tallystick') return () => new TallystickEngine(commands.tradeCount);
  if (engineName !== 'nodejs-order-book') throw new Error(`unknown engine ${engineName}`);
  let highestId = 0;
  for (let at = 1; at < commands.records.length; at += COMMAND_INTS) {
    highestId = Math.max(highestId, commands.records[at]!);
  }
  const ids = Array.from({ length: highestId + 1 }, (_, id) => String(id));
  return () => new NodejsOrderBookEngine(commands.tradeCount, ids);
}

/** Replays on new books until the timed parts, which follow the pre-fill, add up to LEAST_SAMPLE_MS. */
function sample(end: number): { engine: Engine; commandsPerSecond: number } {
  let elapsedMs = 0;
  let commands = 0;
  for (;;) {
    const engine = create();
    engine.replay(file.records, 0, file.prefill);
    const startMs = performance.now();
    engine.replay(file.records, file.prefill, end);
    elapsedMs += performance.now() - startMs;
    commands += end - file.prefill;
    if (elapsedMs >= LEAST_SAMPLE_MS) return { engine, commandsPerSecond: (commands * 1000) / elapsedMs };
  }
}

function replayed(end: number): Engine {
  const engine = create();
  engine.replay(file.records, 0, end);
  return engine;
}
