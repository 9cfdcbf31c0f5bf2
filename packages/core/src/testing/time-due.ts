import type { ReadonlyExchange } from '../exchange.ts';

/** Whether `passTime` has work left at that moment: what is due, and the backlog. */
export function isTimeDue(exchange: ReadonlyExchange, nowMs: number): boolean {
  return exchange.dueAtMs() <= nowMs || exchange.hasBacklog();
}
