import type { ReadonlyExchange } from '../exchange.ts';

/** Whether `passTime` has work to do at this time: what is due, or a backlog. */
export function isTimeDue(exchange: ReadonlyExchange, nowMs: number): boolean {
  return exchange.dueAtMs() <= nowMs || exchange.hasBacklog();
}
