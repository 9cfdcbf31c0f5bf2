import type { CallInput, CallOutput } from '@tallystick/protocol';

type Input = CallInput<'GET statement/summary'>;
type Summary = CallOutput<'GET statement/summary'>;
export type Account = NonNullable<Input['account']>;
type Reason = NonNullable<Input['reason']>;

/** In the order customers see them. */
export const ACCOUNTS: readonly Account[] = ['spot', 'option', 'contract', 'trust'];

/** What of the period is shown and exported. */
export interface StatementFilter {
  readonly contents: 'entries' | 'trades';
  readonly input: {
    readonly account?: Account | undefined;
    readonly currency_id?: number | undefined;
    readonly reason?: Reason | undefined;
  };
}

export const EVERYTHING: StatementFilter = { contents: 'entries', input: {} };

interface CurrencyChoice {
  readonly id: number;
  readonly code: string;
}

/** The currencies of the period, plus the chosen one. */
export function currenciesIn(summary: Summary | undefined, chosen: number | undefined): CurrencyChoice[] {
  const codes = new Map(summary?.lines.map(line => [line.currency_id, line.currency]));
  if (chosen !== undefined && !codes.has(chosen)) codes.set(chosen, '…');
  return [...codes].map(([id, code]) => ({ id, code })).toSorted((a, b) => a.id - b.id);
}

/** The kinds of the period, plus the chosen one. */
export function reasonsIn(summary: Summary | undefined, chosen: Reason | undefined): Reason[] {
  const reasons = new Set(summary?.kinds.map(({ reason }) => reason));
  if (chosen !== undefined) reasons.add(chosen);
  return [...reasons];
}
