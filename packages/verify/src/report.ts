import { minorOf } from './amounts.ts';
import type { Problem } from './problems.ts';

/** Checks of a record's file, of where its inputs come from, and of its mark price. */
const MARKED = ['format', 'index', 'signature', 'inclusion', 'mark'] as const;

/** What can be verified, each with its own kind of file, and its checks in the order of the report. */
export const CHECKS = {
  option: [
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
  ],
  liquidation: [
    ...MARKED,
    'equity',
    'maintenance',
    'liquidation',
    'bankruptcy',
    'reached',
    'lots',
    'liquidation_fee',
    'fee',
    'returned',
  ],
  funding: [...MARKED, 'premium', 'rate', 'amount'],
  topup: [...MARKED, 'liquidation', 'reached', 'amount', 'kept'],
  trigger: [...MARKED, 'reached'],
  deleveraging: [...MARKED, 'rank', 'order', 'lots', 'value', 'profit', 'returned'],
  offset: [...MARKED, 'closed_for', 'profit_long', 'profit_short'],
  allocation: ['format', 'root', 'shares', 'own'],
  trust: ['format', 'dates', 'promised', 'days', 'earned', 'next', 'penalty'],
  liability: ['format', 'holder', 'parts', 'tree', 'shown', 'same', 'signature', 'inclusion'],
} as const;

export type ProofKind = keyof typeof CHECKS;
export type CheckName = (typeof CHECKS)[ProofKind][number];

export type Figures = Readonly<Record<string, string | number>>;

export interface Check {
  readonly name: CheckName;
  /** `not_checkable`: it depends on a check that failed, or there is nothing to compare with. */
  readonly state: 'passed' | 'failed' | 'not_checkable';
  readonly problem: Problem | null;
  /**
   * Findings: amounts and prices as decimals, times in milliseconds. For recomputed figures: `booked`, `again`, and `unit`
   * (a currency's code, `%`, or nothing).
   */
  readonly figures: Figures;
}

export interface Report {
  /** Null: the kind of the file is unknown. */
  readonly kind: ProofKind | null;
  /**
   * `right`: all that could be checked is correct. `unfinished`: nothing is wrong, but it is not settled yet. `unchecked`:
   * nothing that decides could be checked.
   */
  readonly verdict: 'right' | 'wrong' | 'unfinished' | 'unchecked';
  readonly checks: readonly Check[];
  /** Fields that no check covers and no result depends on: they prove nothing. */
  readonly unchecked: readonly string[];
}

/**
 * These identify a file, whom it is for and the source of its inputs, but do not check results: that two files are of one
 * root says nothing of who is counted in it.
 */
const GROUNDS: readonly CheckName[] = [...MARKED, 'holder', 'same'];

/** Collects findings, check by check. */
export class Findings {
  readonly kind: ProofKind;
  readonly #checks = new Map<CheckName, Check>();

  constructor(kind: ProofKind) {
    this.kind = kind;
  }

  pass(name: CheckName, figures: Figures): void {
    this.#checks.set(name, { name, state: 'passed', problem: null, figures });
  }

  fail(name: CheckName, problem: Problem, figures: Figures = {}): void {
    this.#checks.set(name, { name, state: 'failed', problem, figures });
  }

  leave(name: CheckName, problem: Problem | null = null): void {
    this.#checks.set(name, { name, state: 'not_checkable', problem, figures: {} });
  }

  /** Passes if the condition holds. */
  judge(name: CheckName, holds: boolean, problem: Problem, figures: Figures): void {
    if (holds) this.pass(name, figures);
    else this.fail(name, problem, figures);
  }

  /** A booked figure, and the recomputed one. */
  compare(name: CheckName, unit: string, booked: string, again: string): void {
    this.judge(name, minorOf(booked, 30) === minorOf(again, 30), 'figures_differ', { booked, again, unit });
  }

  failed(...names: readonly CheckName[]): boolean {
    return names.some(name => this.#checks.get(name)?.state === 'failed');
  }

  end(unchecked: readonly string[] = [], isUnfinished = false): Report {
    const names: readonly CheckName[] = CHECKS[this.kind];
    const checks = names.map(
      name =>
        this.#checks.get(name) ??
        ({ name, state: 'not_checkable', problem: null, figures: {} } satisfies Check),
    );
    return { kind: this.kind, verdict: verdictOf(checks, isUnfinished), checks, unchecked };
  }
}

function verdictOf(checks: readonly Check[], isUnfinished: boolean): Report['verdict'] {
  if (checks.some(check => check.state === 'failed')) return 'wrong';
  if (isUnfinished) return 'unfinished';
  const decides = checks.some(check => check.state === 'passed' && !GROUNDS.includes(check.name));
  return decides ? 'right' : 'unchecked';
}

/** The report on a file of unknown kind. */
export function unreadable(problem: Problem, figures: Figures = {}): Report {
  const format: Check = { name: 'format', state: 'failed', problem, figures };
  return { kind: null, verdict: 'wrong', checks: [format], unchecked: [] };
}
