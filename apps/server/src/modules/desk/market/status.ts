import { randomUUID } from 'node:crypto';
import type { Halt, HaltReason, MarketStatus } from '@tallystick/core';
import { MINUTE_MS } from '@tallystick/core/durations';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { fromWire, toWire } from '../../../http/words.ts';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { AuditLog } from '../../../audit-log/audit-log.ts';
import type { DeskBus, DeskCommand } from '../../../approval/desk-bus.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';

/** How restrictive a status is: raising it takes one person, lowering it two. */
const STRICTNESS: Readonly<Record<MarketStatus, number>> = { open: 0, cancelOnly: 1, halted: 2 };

interface Stoppable {
  readonly id: number;
  readonly symbol: string;
  readonly status: MarketStatus;
  readonly halt: Halt | null;
}

/** What customers are told of a stop, and how long a full halt lasts. */
export interface HaltDetails {
  readonly cause: HaltReason;
  readonly note: string;
  readonly minutes: number;
}

/** What can be stopped and resumed: markets, or contracts. */
export interface Stoppables {
  /** Its name in the log and in proposals: `market:1`. */
  readonly subject: 'market' | 'perpetual';
  readonly unknown: 'unknown_market' | 'unknown_perpetual';
  all(): readonly Stoppable[];
  halt(
    marketId: number,
    status: 'cancelOnly' | 'halted',
    details: HaltDetails,
    prolong: boolean,
  ): DeskCommand;
  resume(marketId: number): DeskCommand;
}

export function stoppableMarkets(exchange: DeskExchange): Stoppables {
  return {
    subject: 'market',
    unknown: 'unknown_market',
    all: () =>
      exchange.markets().flatMap(({ id, symbol }) => {
        const status = exchange.marketStatus(id);
        return status === null ? [] : [{ id, symbol, status, halt: exchange.terms.halt('spot', id) }];
      }),
    ...commandsOf('spot'),
  };
}

export function stoppableContracts({ perpetual, terms }: DeskExchange): Stoppables {
  return {
    subject: 'perpetual',
    unknown: 'unknown_perpetual',
    all: () =>
      perpetual.contracts().flatMap(({ marketId: id, symbol }) => {
        const status = perpetual.status(id);
        return status === null ? [] : [{ id, symbol, status, halt: terms.halt('perpetual', id) }];
      }),
    ...commandsOf('perpetual'),
  };
}

function commandsOf(line: 'spot' | 'perpetual'): Pick<Stoppables, 'halt' | 'resume'> {
  return {
    halt: (marketId, status, { cause, note, minutes }, prolong) => ({
      type: 'haltTrading',
      line,
      marketId,
      mode: status === 'halted' ? 'full' : 'closeOnly',
      reason: cause,
      note,
      forMs: status === 'halted' ? minutes * MINUTE_MS : null,
      prolong,
    }),
    resume: marketId => ({ type: 'resumeTrading', line, marketId }),
  };
}

/** The market or contract with this id; null: all. Throws unknown_market or unknown_perpetual. */
export function meant(of: Stoppables, marketId: number | null): readonly Stoppable[] {
  const found = of.all().filter(({ id }) => marketId === null || id === marketId);
  if (marketId !== null && found.length === 0) throw new CallFailure(of.unknown, { field: 'market_id' });
  return found;
}

/** Those an operator can resume: not in the minutes after a full halt, which end by themselves. Throws as `meant`. */
export function resumable(of: Stoppables, marketId: number | null): readonly Stoppable[] {
  return meant(of, marketId).filter(({ status, halt }) => status !== 'open' && halt?.mode !== 'recovery');
}

export interface StopParts {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly audit: AuditLog;
}

/**
 * Stops one or all at once; those already as restricted stay as they are. Throws nothing_changed when all are,
 * unknown_market, unknown_perpetual, and the exchange's refusal when nothing was stopped.
 */
export async function stopAtOnce(
  { pool, bus, audit }: StopParts,
  of: Stoppables,
  operator: Operator,
  input: DeskRequest<'POST desk/market_stop'>,
): Promise<DeskOutput<'POST desk/market_stop'>> {
  const { market_id: marketId, status: word, cause, note, minutes, reason } = input;
  const status = fromWire(word);
  const stopped = [];
  let refusal = new CallFailure('nothing_changed', { field: 'status' });
  for (const { id, symbol, status: now } of meant(of, marketId ?? null)) {
    if (STRICTNESS[now] >= STRICTNESS[status]) continue;
    const told = { symbol, status: word, cause, note, reason, ...(status === 'halted' ? { minutes } : {}) };
    const write = (action: string, after: unknown) =>
      inTransaction(pool, client =>
        audit.write(client, operator, {
          action: `${of.subject}.${action}`,
          subject: `${of.subject}:${id}`,
          before: { symbol, status: toWire(now) },
          after,
        }),
      );
    // Write the log first, so that no stop is without an author. The command can be repeated with the same result.
    await write('stop', told);
    try {
      await bus.submit(of.halt(id, status, { cause, note, minutes }, false), randomUUID());
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status >= 500) throw error;
      // One that needs a second person must not prevent the others from being stopped.
      refusal = error;
      await write('stop_refused', { symbol, code: error.code });
      continue;
    }
    stopped.push(id);
  }
  if (stopped.length === 0) throw refusal;
  return { stopped };
}
