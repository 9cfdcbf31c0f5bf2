import type { Command, ReadonlyExchange } from '@tallystick/core';
import { mixedCommand, type MixedStep } from '@tallystick/core/testing/mixed-history';
import { stressCommand, type StressStep } from './contract-stress.ts';

/** The next command of a history and the pause before it. */
export type HistoryStep = MixedStep | StressStep;

/** What the step does in the exchange as it is. */
export function historyCommand(step: HistoryStep, exchange: ReadonlyExchange, nowMs: number): Command {
  return 'kind' in step ? stressCommand(step, exchange) : mixedCommand(step, exchange, nowMs);
}
