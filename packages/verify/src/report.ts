import type { PromiseProblem } from './promise.ts';

/** In the order in which they are told. */
export const STEPS = [
  'format',
  'terms',
  'head',
  'chain',
  'entry',
  'exit',
  'result',
  'payout',
  'signature',
  'inclusion',
  'consistency',
] as const;
export type StepId = (typeof STEPS)[number];

export type StepProblem =
  | 'not_a_proof'
  | 'terms_contradict'
  | 'terms_changed'
  | PromiseProblem
  | 'not_settled'
  | 'other_head'
  | 'head_too_old'
  | 'number_skipped'
  | 'hash_differs'
  | 'time_went_backwards'
  | 'malformed'
  | 'range_too_short'
  | 'other_entry'
  | 'other_exit'
  | 'not_the_median'
  | 'other_result'
  | 'other_payout'
  | 'unreadable'
  | 'other_log'
  | 'wrong_signature'
  | 'unknown_key'
  | 'not_included'
  | 'other_tick'
  | 'not_before'
  | 'not_consistent';

export interface Step {
  readonly id: StepId;
  /** `skipped`: it rests on a step that failed, or there is nothing to check. */
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly problem: StepProblem | null;
  /** What was found, for the story: amounts and prices as decimals, times in milliseconds. */
  readonly figures: Readonly<Record<string, string | number>>;
}

export interface Report {
  /** `right`: every step that there is passed. `unfinished`: nothing is wrong, but the option is not settled yet. */
  readonly verdict: 'right' | 'wrong' | 'unfinished';
  readonly steps: readonly Step[];
  /** Fields of the receipt that nothing here stands for: they are what somebody wrote. */
  readonly unchecked: readonly UncheckedField[];
}

export type UncheckedField = 'symbol' | 'terms_version' | 'settled_at_ms';

type Figures = Step['figures'];

/** Collects what is found, step by step. */
export class Story {
  readonly #steps = new Map<StepId, Step>();

  pass(id: StepId, figures: Figures): void {
    this.#steps.set(id, { id, state: 'passed', problem: null, figures });
  }

  fail(id: StepId, problem: StepProblem, figures: Figures = {}): void {
    this.#steps.set(id, { id, state: 'failed', problem, figures });
  }

  skip(id: StepId, problem: StepProblem | null = null): void {
    this.#steps.set(id, { id, state: 'skipped', problem, figures: {} });
  }

  failed(...ids: readonly StepId[]): boolean {
    return ids.some(id => this.#steps.get(id)?.state === 'failed');
  }

  end(unsettled: boolean, unchecked: readonly UncheckedField[] = []): Report {
    const steps = STEPS.map(
      id => this.#steps.get(id) ?? ({ id, state: 'skipped', problem: null, figures: {} } as const),
    );
    const wrong = steps.some(step => step.state === 'failed');
    return { verdict: wrong ? 'wrong' : unsettled ? 'unfinished' : 'right', steps, unchecked };
  }
}
