export const BUS_PREFIX = 'bench';

/** What the core's process answers to `cpu`. Sent once without being asked, when it is ready. */
export interface CoreSays {
  /** Processor time since the start, in microseconds. */
  readonly cpuUs: number;
}
