import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from '../report.ts';
import type { CommandFile } from './command-file.ts';
import { assertSame, readOutcome } from './outcome.ts';

const ENGINES = ['tallystick', 'nodejs-order-book'] as const;

export interface Measurement {
  /** Commands per second after the pre-fill, medians. */
  readonly tallystick: number;
  readonly reference: number;
  /** How many commands after the pre-fill nodejs-order-book replayed. */
  readonly referenceCommands: number;
}

/**
 * Replays the command file in `folder` with both engines in turn, `rounds` times after one round to warm up, and in
 * every round compares each trade and the final book over the commands that both replayed.
 */
export async function measure(
  folder: string,
  commandPath: string,
  file: CommandFile,
  options: { readonly rounds: number; readonly referenceCommands: number },
): Promise<Measurement> {
  const referenceEnd = Math.min(file.commandCount, file.prefill + options.referenceCommands);
  const outcomePath = (name: string) => join(folder, `${name}.bin`);
  const engines = ENGINES.map(name => {
    const timedEnd = name === 'tallystick' ? file.commandCount : referenceEnd;
    const words = [name, commandPath, outcomePath(name), String(timedEnd), String(referenceEnd)];
    return { name, process: start(words), rates: [] as number[] };
  });
  try {
    for (let round = 0; round <= options.rounds; round++) {
      for (const engine of engines) {
        const rate = await nextSample(engine.process);
        if (round > 0) engine.rates.push(rate);
      }
      const [ours, reference] = ENGINES.map(name => readOutcome(outcomePath(name)));
      assertSame(ENGINES[0], ours!, ENGINES[1], reference!);
    }
  } finally {
    for (const engine of engines) engine.process.kill();
  }
  const [tallystick, reference] = engines.map(engine => median(engine.rates));
  return {
    tallystick: tallystick!,
    reference: reference!,
    referenceCommands: referenceEnd - file.prefill,
  };
}

function start(words: readonly string[]): ChildProcess {
  // A million orders of nodejs-order-book do not fit the default heap of a small machine.
  return fork(new URL('./engine-process.ts', import.meta.url), words, {
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [...process.execArgv, '--max-old-space-size=6144'],
  });
}

async function nextSample(engine: ChildProcess): Promise<number> {
  const stop = new AbortController();
  try {
    const exit = once(engine, 'exit', { signal: stop.signal }).then(([code, signal]: unknown[]) => {
      throw new Error(`an engine's process ended with ${String(code ?? signal)}`);
    });
    const answer = once(engine, 'message', { signal: stop.signal });
    engine.send('sample');
    const [rate] = (await Promise.race([answer, exit])) as [number];
    return rate;
  } finally {
    stop.abort();
  }
}
