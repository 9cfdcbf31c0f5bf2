import { readFileSync } from 'node:fs';
import { InvariantBroken } from '@tallystick/core';
import pg from 'pg';
import { SettingsError } from '../config/settings.ts';
import { DatabaseBusy, DatabaseOutcomeUnknown } from '../database/database-busy.ts';
import { DatabaseUnreachable } from '../database/database-unreachable.ts';
import { ObjectStoreError } from '../object-store/object-store.ts';
import { EngineError, HaltError } from '../engine/engine-error.ts';

/** The server's exit codes, for the supervisor that decides about a restart; see docs/reliability.md. */
export const EXIT = JSON.parse(readFileSync(new URL('../../exit-codes.json', import.meta.url), 'utf8')) as {
  /** It was told to stop. */
  readonly ordered: number;
  /** Unknown cause: a restart may help. */
  readonly unforeseen: number;
  /** Invalid settings: a restart does not help. */
  readonly settings: number;
  /** Inconsistent books: it must not be restarted until somebody has looked. */
  readonly halted: number;
  /** The database is gone, or the outcome of a commit is unknown: a restart helps sooner or later. */
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
/** SQLSTATE classes of a database that cannot serve us now: connection, resources, operator's intervention, system. */
const UNWILLING = /^(?:08|53|57|58)/;

/** Decides by the types of an error and its causes, never by message texts. */
export function exitCodeOf(error: unknown): number {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof HaltError || cause instanceof InvariantBroken) return EXIT.halted;
    if (cause instanceof SettingsError) return EXIT.settings;
    if (cause instanceof EngineError || cause instanceof DatabaseUnreachable) return EXIT.again;
    if (cause instanceof DatabaseBusy || cause instanceof DatabaseOutcomeUnknown) return EXIT.again;
    if (cause instanceof ObjectStoreError) return EXIT.again;
    if (isUnreachable(cause)) return EXIT.again;
  }
  return EXIT.unforeseen;
}

function isUnreachable(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) return UNWILLING.test(code);
  // The socket does not exist if PostgreSQL is not running.
  return UNREACHABLE.has(code) || (code === 'ENOENT' && syscall === 'connect');
}
