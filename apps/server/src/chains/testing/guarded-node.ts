import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** For operations that are short unless the machine is busy. */
export const TIMEOUT_MS = 60_000;

export interface GuardedNode {
  /** What its first line that fits says. */
  readonly line: RegExpExecArray;
  /** Ends it at once; resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a node of some chain that ends with this process, however that ends, and waits until it writes a line that
 * fits.
 *
 * @throws when it ends before, with what it wrote, or takes longer than a minute.
 */
export async function startGuarded(
  program: string,
  args: readonly string[],
  ready: RegExp,
): Promise<GuardedNode> {
  const guard = fileURLToPath(new URL('./guard.ts', import.meta.url));
  const child = spawn(process.execPath, [guard, program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  let written = '';
  const note = (text: string): void => void (written = `${written}${text}\n`.slice(-2000));
  child.stderr.setEncoding('utf8').on('data', note);
  try {
    const line = await new Promise<RegExpExecArray>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${program} is not ready: ${written}`)), TIMEOUT_MS);
      child.once('error', reject);
      void ended.then(() => reject(new Error(`${program} ended: ${written}`)));
      createInterface({ input: child.stdout }).on('line', text => {
        note(text);
        const found = ready.exec(text);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found);
      });
    });
    return { line, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
