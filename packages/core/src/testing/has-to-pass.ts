import type { ReadonlyExchange } from '../exchange.ts';

/** Whether time has work left at that moment: what is due, and what only others need not wait for. */
export function hasToPass(exchange: ReadonlyExchange, nowMs: number): boolean {
  return exchange.dueAtMs() <= nowMs || exchange.hasBacklog();
}
