/** It does not run, does not answer, or cannot be reached: it may later. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}
