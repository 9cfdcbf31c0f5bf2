import { InvariantBroken } from '@tallystick/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { SettingsError } from '../config/settings.ts';
import { DatabaseUnreachable } from '../database/database-unreachable.ts';
import { EngineError, HaltError } from '../engine/engine-error.ts';
import { commitFailure, coreFailure, lostConnection } from '../engine/failures.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';

function refusal(code: string, details: object = {}): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('no', 1, 'error'), { code, ...details });
}

function systemError(code: string, syscall = 'connect'): Error {
  return Object.assign(new Error('no'), { code, syscall });
}

describe('the exit code', () => {
  it.each([
    ['wrong settings', EXIT.settings, new SettingsError('These are wrong:', [])],
    ['a broken invariant', EXIT.halted, new InvariantBroken('no')],
    ['a journal that was changed', EXIT.halted, new HaltError('no')],
    ['another engine', EXIT.again, new EngineError('no')],
    ['a database that cannot be reached', EXIT.again, new DatabaseUnreachable('no')],
    ['a PostgreSQL that does not run', EXIT.again, systemError('ECONNREFUSED')],
    ['its socket, which is not there', EXIT.again, systemError('ENOENT')],
    ['a file that is not there', EXIT.unforeseen, systemError('ENOENT', 'open')],
    ['a port that is taken', EXIT.unforeseen, systemError('EADDRINUSE', 'listen')],
    ['a PostgreSQL that starts', EXIT.again, refusal('57P03')],
    ['a PostgreSQL without room', EXIT.again, refusal('53300')],
    ['a wrong password', EXIT.unforeseen, refusal('28P01')],
    ['a mistake of ours', EXIT.unforeseen, new TypeError('no')],
    ['something that is no error', EXIT.unforeseen, 'the connection is lost'],
    [
      'a cause of a cause',
      EXIT.halted,
      new Error('no', { cause: new Error('no', { cause: new HaltError('no') }) }),
    ],
    [
      'a failed migration, since the connection was lost',
      EXIT.again,
      new Error('no', { cause: refusal('57P01') }),
    ],
  ])('of %s is %i', (_what, code, error) => {
    expect(exitCodeOf(error)).toBe(code);
  });

  it('is different for each cause', () => {
    const { ordered, unforeseen, settings, halted, again } = EXIT;
    expect(new Set([ordered, unforeseen, settings, halted, again]).size).toBe(5);
    expect(EXIT).toMatchObject({ ordered: 0, settings: 2, halted: 70, again: 75 });
  });
});

describe('the cause of an engine stop', () => {
  it.each([
    ['a connection that is cut in the middle of a commit', EXIT.again, new Error('Connection terminated')],
    ['a database that shuts down', EXIT.again, refusal('57P01')],
    ['a full disk', EXIT.again, refusal('53100')],
    ['another engine that took over', EXIT.again, refusal('23502', { table: 'journal', column: 'epoch' })],
    ['a constraint that the books break', EXIT.halted, refusal('23514', { table: 'balances' })],
    ['a sequence that was used', EXIT.halted, refusal('23505', { table: 'journal' })],
  ])('a commit: %s ends with %i', (_what, code, error) => {
    expect(exitCodeOf(commitFailure(error))).toBe(code);
  });

  it.each([new InvariantBroken('no'), new HaltError('no'), new TypeError('no'), new RangeError('no')])(
    'the core: %o ends with 70',
    error => {
      expect(exitCodeOf(coreFailure(error))).toBe(EXIT.halted);
    },
  );

  it('the connection of its writer: ends with 75', () => {
    expect(exitCodeOf(lostConnection(new Error('Connection terminated unexpectedly')))).toBe(EXIT.again);
  });
});
