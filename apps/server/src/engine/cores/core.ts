import type * as coreModule from './core-module.ts';

export type CoreModule = typeof coreModule;

/** A version of the core that can run. */
export interface Core {
  /** SHA-256 of its bundle, lower-case hex; null for the version from before cores were kept. */
  readonly hash: string | null;
  readonly module: CoreModule;
}

/** Where cores come from. */
export interface Cores {
  /** This program's core. */
  readonly own: Core & { readonly hash: string };
  /** The core that wrote a row. Throws OtherVersion if it was not kept or was never released, HaltError if it was changed. */
  of(row: { readonly core: string | null; readonly logicVersion: number }): Promise<Core>;
}
