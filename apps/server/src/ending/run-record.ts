import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HaltError } from '../engine/engine-error.ts';
import { EXIT } from './exit-code.ts';

const record = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), since: z.string() }),
  z.object({
    state: z.literal('ended'),
    at: z.string(),
    exit_code: z.number(),
    reason: z.string(),
    /** Whether it had opened its doors. */
    served: z.boolean(),
  }),
]);

type Ended = Extract<z.infer<typeof record>, { state: 'ended' }>;

/** DATA_DIR/last-stop.json: how the server ended, for its next start, whoever starts it. */
export class RunRecord {
  /** One sentence about the run before; null if there was none. */
  readonly before: string | null;
  /** Whether the run before ended as it should. */
  readonly beforeInOrder: boolean;
  readonly #file: string;
  readonly #now: () => Date;
  #served = false;

  /**
   * Begins a run.
   *
   * @throws HaltError when the run before served customers and found that the books contradict themselves. What a start
   * finds by itself is not remembered: the next one finds it again.
   */
  constructor(dataDir: string, now: () => Date = () => new Date()) {
    this.#file = path.join(dataDir, 'last-stop.json');
    this.#now = now;
    const last = readRecord(this.#file);
    if (last !== null && last !== 'unreadable' && last.state === 'ended') refuseAfterHalt(last, this.#file);
    this.before = sentenceAbout(last);
    this.beforeInOrder =
      last === null || (last !== 'unreadable' && last.state === 'ended' && last.exit_code === EXIT.ordered);
    mkdirSync(dataDir, { recursive: true });
    this.#write({ state: 'running', since: now().toISOString() });
  }

  /** Customers are let in. */
  served(): void {
    this.#served = true;
  }

  ended(exitCode: number, reason: string): void {
    const at = this.#now().toISOString();
    this.#write({ state: 'ended', at, exit_code: exitCode, reason, served: this.#served });
  }

  /** Beside and renamed: whoever is killed here leaves the old one whole. */
  #write(content: z.infer<typeof record>): void {
    const draft = `${this.#file}.new`;
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`);
    renameSync(draft, this.#file);
  }
}

function readRecord(file: string): z.infer<typeof record> | 'unreadable' | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return record.parse(JSON.parse(text));
  } catch {
    // A power cut may have left it empty: it is no reason not to start.
    return 'unreadable';
  }
}

function refuseAfterHalt(last: Ended, file: string): void {
  if (last.exit_code !== EXIT.halted || !last.served) return;
  throw new HaltError(
    `the run that ended at ${last.at} found that the books contradict themselves (${last.reason}): find out why, ` +
      `then delete ${file} to start again`,
  );
}

function sentenceAbout(last: ReturnType<typeof readRecord>): string | null {
  if (last === null) return null;
  if (last === 'unreadable' || last.state === 'running')
    return 'the last run left no word: it was killed, the machine stopped, or it still runs';
  if (last.exit_code === EXIT.ordered) return `the last run was stopped in order at ${last.at}`;
  return `the last run ended at ${last.at} with code ${last.exit_code}: ${last.reason}`;
}
