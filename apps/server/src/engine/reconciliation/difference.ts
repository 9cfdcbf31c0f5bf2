import { HaltError } from '../engine-error.ts';

const NAMED = 5;

/** The tables show customers something else than the core: no payouts may follow from them. */
export function differenceError(problems: readonly string[]): HaltError {
  const named = problems.slice(0, NAMED).join('; ');
  const more = problems.length > NAMED ? `; and ${problems.length - NAMED} more` : '';
  return new HaltError(`the tables differ from the journal: ${named}${more}`);
}
