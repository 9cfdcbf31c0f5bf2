/** The journal contradicts the rules, or itself. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
}

/** Throws CheckFailed unless the condition holds. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new CheckFailed(what);
}
