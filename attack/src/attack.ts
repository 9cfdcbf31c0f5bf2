import type { temporaryDataDir } from '@tallystick/server/testing/run-server';

/** One promise of the exchange that an attack tried to break. */
export interface Check {
  /** The promise, as a sentence that is true while it holds. */
  readonly promise: string;
  /** The measured result, with its unit: `readers' p99 41 ms beside the flood, 38 ms alone`. */
  readonly seen: string;
  readonly held: boolean;
}

export interface AttackOptions {
  /** Duration in seconds; null: the attack's own default. Tests set a short one. */
  readonly seconds: number | null;
  /** Data folder of its exchange: empty, or that of a stopped exchange. */
  readonly newFolder: () => ReturnType<typeof temporaryDataDir>;
}

/**
 * An attack on an exchange that it starts itself, on this machine only, bounded in count and time. It always cleans up;
 * it throws only if it could not be carried out.
 */
export interface Attack {
  /** Attackers and actions, in one line. */
  readonly summary: string;
  run(options: AttackOptions): Promise<readonly Check[]>;
}
