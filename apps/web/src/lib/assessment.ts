/** An order form's computed figures, and the problems that prevent sending; the button names the first one. */
export interface Assessment<Summary, Problem> {
  readonly summary: Summary;
  readonly problems: readonly Problem[];
}

/** Builds a form's assessment: first its figures, then the problems found with them. */
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

/** Most changes of the book change no displayed figure, so nothing needs to render again. */
export function sameFigures(a: unknown, b: unknown): boolean {
  return print(a) === print(b);
}

/** Whether the remaining balance allows the same order once more. */
export function canRepeat(availableMinor: bigint | null, neededMinor: bigint | null): boolean {
  return availableMinor !== null && neededMinor !== null && availableMinor >= 2n * neededMinor;
}
