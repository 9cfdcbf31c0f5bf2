import type { PublicSource, PublicTopicsOptions } from '../public-topics.ts';

export interface RelayEnds {
  /** What this process knows by itself. */
  readonly topics: Omit<PublicTopicsOptions, 'emit'>;
  readonly emit: PublicTopicsOptions['emit'];
  /** Pages get nothing more of these topics (null: of all) before they subscribe to them again, as they are told to. */
  readonly renew: (topics: ReadonlySet<string> | null) => void;
}

/** Makes the source of pages' public topics where feeds are other processes. */
export type OpenRelay = (ends: RelayEnds) => PublicSource;
