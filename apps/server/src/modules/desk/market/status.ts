import { randomUUID } from 'node:crypto';
import type { MarketStatus } from '@tallystick/core';
import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DeskBus, DeskCommand } from '../desk-bus.ts';
import type { DeskExchange } from '../desk-exchange.ts';

/** How much a status holds back: raising it takes one person, lowering it two. */
const STRICTNESS: Readonly<Record<MarketStatus, number>> = { open: 0, cancelOnly: 1, halted: 2 };

/** What can be stopped, and goes on again: markets, or the contracts on them. */
export interface Stoppables {
  /** As the log and proposals name them: `market:1`. */
  readonly subject: 'market' | 'perpetual';
  readonly unknown: 'unknown_market' | 'unknown_perpetual';
  all(): readonly { readonly id: number; readonly symbol: string; readonly status: MarketStatus }[];
  command(marketId: number, status: MarketStatus): DeskCommand;
}

export function stoppableMarkets(exchange: DeskExchange): Stoppables {
  return {
    subject: 'market',
    unknown: 'unknown_market',
    all: () =>
      exchange.markets().flatMap(({ id, symbol }) => {
        const status = exchange.marketStatus(id);
        return status === null ? [] : [{ id, symbol, status }];
      }),
    command: (marketId, status) => ({ type: 'setMarketStatus', marketId, status }),
  };
}

export function stoppableContracts({ perpetual }: DeskExchange): Stoppables {
  return {
    subject: 'perpetual',
    unknown: 'unknown_perpetual',
    all: () =>
      perpetual.contracts().flatMap(({ marketId: id, symbol }) => {
        const status = perpetual.status(id);
        return status === null ? [] : [{ id, symbol, status }];
      }),
    command: (marketId, status) => ({ type: 'setPerpetualStatus', marketId, status }),
  };
}

/** Those meant: one, or all of them when the id is null. Throws unknown_market or unknown_perpetual. */
function meant(of: Stoppables, marketId: number | null): ReturnType<Stoppables['all']> {
  const found = of.all().filter(({ id }) => marketId === null || id === marketId);
  if (marketId !== null && found.length === 0) throw new CallFailure(of.unknown, { field: 'market_id' });
  return found;
}

/** Those that the status would loosen. Throws as `meant` does. */
export function loosened(of: Stoppables, marketId: number | null, to: MarketStatus) {
  return meant(of, marketId).filter(({ status }) => STRICTNESS[to] < STRICTNESS[status]);
}

export interface StopParts {
  readonly pool: pg.Pool;
  readonly bus: DeskBus;
  readonly audit: AuditLog;
}

/**
 * One or all, at once. Those that are held back as much already are left as they are. Throws nothing_changed when all
 * are, unknown_market and unknown_perpetual.
 */
export async function stopAtOnce(
  { pool, bus, audit }: StopParts,
  of: Stoppables,
  operator: Operator,
  { market_id: marketId, status, reason }: DeskRequest<'POST desk/market_stop'>,
): Promise<DeskOutput<'POST desk/market_stop'>> {
  const stopped = [];
  for (const { id, symbol, status: now } of meant(of, marketId ?? null)) {
    if (STRICTNESS[now] >= STRICTNESS[status]) continue;
    // First the log: a stop nobody answers for must not exist. The command may be repeated, it ends the same.
    await inTransaction(pool, client =>
      audit.write(client, operator, {
        action: `${of.subject}.stop`,
        subject: `${of.subject}:${id}`,
        before: { symbol, status: now },
        after: { symbol, status, reason },
      }),
    );
    await bus.submit(of.command(id, status), randomUUID());
    stopped.push(id);
  }
  if (stopped.length === 0) throw new CallFailure('nothing_changed', { field: 'status' });
  return { stopped };
}
