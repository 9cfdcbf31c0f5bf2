import type { temporaryDataDir } from '@tallystick/server/testing/run-server';

/** One promise of the exchange that an attack tried to break. */
export interface Check {
  /** What is promised, as a sentence that is true while it holds. */
  readonly promise: string;
  /** What was seen, with its unit: `readers' p99 41 ms beside the flood, 38 ms alone`. */
  readonly seen: string;
  readonly held: boolean;
}

export interface AttackOptions {
  /** How long to go on, in seconds; null: as long as the attack needs to be worth something. Tests are short. */
  readonly seconds: number | null;
  /** Where its exchange keeps its data: an empty folder, or one an exchange has been stopped in. */
  readonly newFolder: () => ReturnType<typeof temporaryDataDir>;
}

/**
 * An attack on an exchange that it starts for itself, on this machine only, bounded in count and time. It cleans up
 * whatever happens; it throws only if it could not be carried out.
 */
export interface Attack {
  /** What happens and who does it, in one line. */
  readonly summary: string;
  run(options: AttackOptions): Promise<readonly Check[]>;
}
