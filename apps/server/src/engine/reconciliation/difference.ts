import { HaltError } from '../engine-error.ts';

const NAMED = 5;

/** The tables tell customers what the core does not say: nothing may be paid out by them. */
export function differenceError(problems: readonly string[]): HaltError {
  const named = problems.slice(0, NAMED).join('; ');
  const more = problems.length > NAMED ? `; and ${problems.length - NAMED} more` : '';
  return new HaltError(`the tables differ from the journal: ${named}${more}`);
}
