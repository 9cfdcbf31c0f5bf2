/** The journal contradicts the rules, or itself, or what was said of it in public. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** What was given cannot be read or does not belong together: nothing is said about the journal. */
export class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
}

/** Throws CheckFailed unless the condition holds. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new CheckFailed(what);
}

/** Throws CannotCheck unless the condition holds. */
export function demand(condition: boolean, what: string): asserts condition {
  if (!condition) throw new CannotCheck(what);
}
