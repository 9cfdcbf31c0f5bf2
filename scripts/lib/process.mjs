import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Set-up and progress go to stderr, so that a command's own stdout can be parsed. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Whole seconds under a minute with one decimal, longer ones as `2 min 05 s`. */
export function duration(ms) {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/**
 * Runs a program to its end and resolves to its exit code (128 + n when a signal ended it, as in shells). SIGINT,
 * SIGTERM and SIGHUP are passed on, so that the child ends in its own way and its result is reported. Not Ctrl-C: the
 * terminal already sends it to the child, and passing it on would count as a second one.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @param {(message: unknown) => void} [onMessage] receives messages of a child with an IPC channel
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}, onMessage = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    child.on('message', onMessage);
    const passOn = signal => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, passOn);
    const done = () => {
      for (const signal of signals) process.off(signal, passOn);
    };
    child.on('error', error => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 1));
    });
  });
}

/**
 * The same for a program that runs beside others: its output is printed at once when it has ended.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export async function collect(program, args, options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-output-'));
  const file = path.join(folder, 'output');
  const output = openSync(file, 'w');
  try {
    return await run(program, args, { ...options, stdio: ['ignore', output, output] });
  } finally {
    closeSync(output);
    process.stderr.write(readFileSync(file));
    rmSync(folder, { recursive: true });
  }
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
