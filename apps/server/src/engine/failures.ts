import { InvariantBroken } from '@tallystick/core';
import pg from 'pg';
import { EngineError, HaltError } from './engine-error.ts';

/** SQLSTATE classes 22 and 23: a value or a constraint of the schema is violated. By zero divides who has lost the lease. */
const INTEGRITY = /^(?:22(?!012)|23)/;

/**
 * What a failed commit means. If a constraint of the database refused it, the books are inconsistent and a new start would
 * fail again. In all other cases, also when another engine took over (the epoch's constraint), the journal tells after a
 * restart whether the commit happened.
 */
export function commitFailure(error: unknown): EngineError {
  if (error instanceof pg.DatabaseError && INTEGRITY.test(error.code ?? '') && !isOverruled(error)) {
    return new HaltError(`the database refuses what the core did: ${error.message}`, { cause: error });
  }
  return new EngineError(`a commit failed, or its outcome is unknown: ${wordsOf(error)}`, { cause: error });
}

/** See batch-statement.ts. The database names the partition. */
function isOverruled({ table, column }: pg.DatabaseError): boolean {
  return /^journal(_|$)/.test(table ?? '') && column === 'epoch';
}

/** Anything the core throws is an inconsistency: refusals are values. */
export function coreFailure(error: unknown): Error {
  if (error instanceof HaltError || error instanceof InvariantBroken) return error;
  return new HaltError(`the core failed: ${wordsOf(error)}`, { cause: error });
}

export function lostConnection(error: unknown): EngineError {
  return new EngineError(`the connection to the database is lost: ${wordsOf(error)}`, { cause: error });
}

/** The writer's session gets nothing below a warning. */
export function warned(notice: { readonly message?: string | undefined }): EngineError {
  return new EngineError(`the database warns the writer: ${notice.message ?? ''}`);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
