/** The database is not running, does not answer, or cannot be reached; a later attempt may succeed. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}
