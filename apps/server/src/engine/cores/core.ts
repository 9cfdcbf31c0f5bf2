import type * as coreModule from './core-module.ts';

export type CoreModule = typeof coreModule;

/** A version of the core that can be run. */
export interface Core {
  /** SHA-256 of its bundle, lower-case hex; null for that of before cores were kept. */
  readonly hash: string | null;
  readonly module: CoreModule;
}

/** Where cores come from. */
export interface Cores {
  /** Of this program. */
  readonly own: Core & { readonly hash: string };
  /** The one that wrote a row. Throws HaltError for one that is not kept, or not to be trusted. */
  of(row: { readonly core: string | null; readonly logicVersion: number }): Promise<Core>;
}
