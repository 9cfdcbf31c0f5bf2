import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/** Who served for so long had recovered: the next failure is a new one. */
const WELL_AFTER_MS = 60_000;
/** From here on, the code is 128 and the number of the signal that killed it. */
const KILLED = 128;

const SERVER = path.join(ROOT, 'apps', 'server');
const readServerJson = name => JSON.parse(readFileSync(path.join(SERVER, name), 'utf8'));

/** Milliseconds to wait before the next start, after so many failures in a row before this one. */
export function backOffMs(failures) {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
}

/**
 * Whether a new start may help. What fails for an unknown reason before it has ever served will most likely fail again,
 * and whoever typed the command should see why.
 */
export function startsAgain(code, codes, hasServed) {
  if (code === codes.again || code > KILLED) return true;
  if (code === codes.ordered || code === codes.settings || code === codes.halted) return false;
  return hasServed;
}

/**
 * Runs something until it ends for good: in order, because a new start would not help, or because it was told to.
 *
 * @param {(onReady: () => void) => Promise<number>} runOnce resolves to the exit code
 * @param {object} world
 * @param {Record<string, number>} world.codes apps/server/exit-codes.json
 * @param {() => number} world.now milliseconds, never going back
 * @param {(ms: number) => Promise<void>} world.wait resolves early when it is told to stop
 * @param {() => boolean} world.isTold whether it was told to stop
 * @param {(line: string) => void} world.tell
 * @returns {Promise<number>} the last exit code
 */
export async function supervise(runOnce, { codes, now, wait, isTold, tell }) {
  let hasServed = false;
  for (let failures = 0; ; failures++) {
    let readyAt = Infinity;
    const code = await runOnce(() => {
      readyAt = now();
      hasServed = true;
    });
    if (isTold() || !startsAgain(code, codes, hasServed)) return code;
    if (now() - readyAt >= WELL_AFTER_MS) failures = 0;
    const delayMs = backOffMs(failures);
    tell(`The server ended with code ${code}. It is started again in ${delayMs / 1000} s.`);
    await wait(delayMs);
    if (isTold()) return code;
  }
}

/**
 * The server under supervision, until SIGTERM, SIGINT or SIGHUP end it or a new start would not help.
 *
 * @param {{ node: string, env: NodeJS.ProcessEnv }} setup
 * @param {readonly string[]} args
 * @returns {Promise<number>} its last exit code
 */
export async function superviseServer({ node, env }, args) {
  const { flags } = readServerJson('node-flags.json');
  const program = [...flags, path.join(SERVER, 'src', 'main.ts'), ...args];
  const options = { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
  let isTold = false;
  let wakeUp = () => {};
  const told = () => {
    isTold = true;
    wakeUp();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, told);
  return supervise(onReady => run(node, program, options, message => message === 'ready' && onReady()), {
    codes: readServerJson('exit-codes.json'),
    now: () => performance.now(),
    wait: ms =>
      new Promise(resolve => {
        const timer = setTimeout(resolve, ms);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    isTold: () => isTold,
    tell: say,
  });
}
