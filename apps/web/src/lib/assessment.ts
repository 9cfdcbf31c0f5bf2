/** What an order form says beside what was typed, and what keeps it from being sent: the button says the first. */
export interface Assessment<Summary, Problem> {
  readonly summary: Summary;
  readonly problems: readonly Problem[];
}

/** How one form is judged: its figures first, then the problems with them. */
export function assessBy<Ticket, Context, Summary, Problem>(
  summarise: (ticket: Ticket, context: Context) => Summary,
  validate: (ticket: Ticket, context: Context, summary: Summary) => readonly Problem[],
): (ticket: Ticket, context: Context) => Assessment<Summary, Problem> {
  return (ticket, context) => {
    const summary = summarise(ticket, context);
    return { summary, problems: validate(ticket, context, summary) };
  };
}

function print(figures: unknown): string {
  return JSON.stringify(figures, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/** Most changes of the book change nothing that is shown: then it need not be drawn again. */
export function sameFigures(a: unknown, b: unknown): boolean {
  return print(a) === print(b);
}

/** Whether the same order could be sent once more from what is left. */
export function canRepeat(availableMinor: bigint | null, neededMinor: bigint | null): boolean {
  return availableMinor !== null && neededMinor !== null && availableMinor >= 2n * neededMinor;
}
