import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run, say } from './process.mjs';
import { ROOT } from './setup.mjs';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/** A server that ran this long had recovered: the next failure is the first of a new series. */
const WELL_AFTER_MS = 60_000;
/** Codes from here on are 128 plus the number of the signal that killed it. */
const KILLED = 128;

const SERVER = path.join(ROOT, 'apps', 'server');
const readServerJson = name => JSON.parse(readFileSync(path.join(SERVER, name), 'utf8'));

/** Milliseconds before the next start, by the number of failures in a row. */
export function backOffMs(failures) {
  return Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
}

/**
 * Whether a restart may help. An unknown failure before it has ever served would most likely repeat, and should be
 * shown.
 */
export function startsAgain(code, codes, hasServed) {
  if (code === codes.again || code > KILLED) return true;
  if (code === codes.ordered || code === codes.settings || code === codes.halted) return false;
  return hasServed;
}

/**
 * Runs something repeatedly until it ends normally, a restart would not help, or it is told to stop.
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
 * Runs the server under supervision until SIGTERM, SIGINT or SIGHUP end it or a restart would not help.
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
