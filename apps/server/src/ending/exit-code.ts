import { readFileSync } from 'node:fs';
import { InvariantBroken } from '@tallystick/core';
import pg from 'pg';
import { SettingsError } from '../config/settings.ts';
import { DatabaseUnreachable } from '../database/database-unreachable.ts';
import { EngineError, HaltError } from '../engine/engine-error.ts';

/** How the server ends, for whoever decides whether to start it again; see docs/reliability.md. */
export const EXIT = JSON.parse(readFileSync(new URL('../../exit-codes.json', import.meta.url), 'utf8')) as {
  /** It was told to. */
  readonly ordered: number;
  /** For no reason that is known here: a new start may help. */
  readonly unforeseen: number;
  /** Its settings are wrong: a new start does not help. */
  readonly settings: number;
  /** The books contradict themselves: it must not be started until somebody has looked. */
  readonly halted: number;
  /** The database went away, or the outcome of a commit is unknown: a new start helps, sooner or later. */
  readonly again: number;
};

/** A host or a socket that cannot be reached now. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATE classes of a database without room or will for us now: connection, resources, operator's intervention, system. */
const UNWILLING = /^(?:08|53|57|58)/;

/** By the types of an error and of what caused it, never by words. */
export function exitCodeOf(error: unknown): number {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HaltError || cause instanceof InvariantBroken) return EXIT.halted;
    if (cause instanceof SettingsError) return EXIT.settings;
    if (cause instanceof EngineError || cause instanceof DatabaseUnreachable) return EXIT.again;
    if (isUnreachable(cause)) return EXIT.again;
  }
  return EXIT.unforeseen;
}

function isUnreachable(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return UNWILLING.test(code);
  // The socket of a PostgreSQL that does not run is not there.
  return UNREACHABLE.has(code) || (code === 'ENOENT' && syscall === 'connect');
}
