/** How much `checkInvariants` verifies: the sums that every command checks, or everything from scratch. */
export type InvariantLevel = 'cheap' | 'all';

/** The core contradicts itself and stops: an exchange whose books do not add up must not trade on. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantBroken(message);
}
