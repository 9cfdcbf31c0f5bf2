import { summarise, type TicketContext, type TicketSummary } from './summary.ts';
import type { Ticket } from './ticket.ts';
import { validate, type Problem } from './validate.ts';

export interface Assessment {
  readonly summary: TicketSummary;
  readonly problems: readonly Problem[];
}

export function assess(ticket: Ticket, context: TicketContext): Assessment {
  const summary = summarise(ticket, context);
  return { summary, problems: validate(ticket, context, summary) };
}

function print(assessment: Assessment): string {
  return JSON.stringify(assessment, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  );
}

/** Most changes of the book change nothing that the form shows: then it need not be drawn again. */
export function sameAssessment(a: Assessment, b: Assessment): boolean {
  return print(a) === print(b);
}
