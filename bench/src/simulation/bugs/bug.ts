/** A mistake that is put into a source file, to see whether the simulation finds it. */
export interface Bug {
  /** In few words, unique. */
  readonly name: string;
  /** From the project's root. */
  readonly file: string;
  /** Stands exactly once in the file; what is put there instead. */
  readonly find: string;
  readonly replace: string;
  /** Simulated hours in which it must be found; default: see `hunt.ts`. */
  readonly hours?: number;
}

/** All of one file or folder. */
export function bugsIn(file: string, bugs: readonly Omit<Bug, 'file'>[]): Bug[] {
  return bugs.map(bug => ({ ...bug, file }));
}
