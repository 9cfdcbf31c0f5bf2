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
    /** Whether it had begun to serve customers. */
    served: z.boolean(),
  }),
]);

type Ended = Extract<z.infer<typeof record>, { state: 'ended' }>;

/** DATA_DIR/last-stop.json: how the server ended. The next start reads it. */
export class RunRecord {
  /** One sentence about the previous run; null if there was none. */
  readonly before: string | null;
  /** Whether the previous run ended normally. */
  readonly beforeInOrder: boolean;
  readonly #file: string;
  readonly #now: () => Date;
  #served = false;

  /**
   * Begins a run.
   *
   * @throws HaltError if the previous run found inconsistent books while it served customers. What a start finds is not
   * recorded, because the next start finds it again.
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

  /** Customers are admitted from now on. */
  served(): void {
    this.#served = true;
  }

  /** `foundAgain`: the next start finds it again by itself, as if this one had not served. */
  ended(exitCode: number, reason: string, foundAgain = false): void {
    const at = this.#now().toISOString();
    const served = this.#served && !foundAgain;
    this.#write({ state: 'ended', at, exit_code: exitCode, reason, served });
  }

  /** Written beside the old file and renamed: a kill in between leaves the old one intact. */
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
    // A power failure may have left it empty, which is no reason not to start.
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
