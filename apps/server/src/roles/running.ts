import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { Seen } from '../http/health.ts';
import type { SharedCalls } from '../http/shared-calls.ts';
import type { Stops } from '../module/stops.ts';

export interface Server {
  /** Its address, e.g. `http://127.0.0.1:8080`; null in a role that serves nobody. */
  readonly url: string | null;
  /** Address of the metrics; null if they are not served. */
  readonly metricsUrl: string | null;
  /** Refuses new work, finishes what was accepted, takes a snapshot, closes the database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Called when the engine must stop: the process has to end and start again. */
  readonly onFatal: (error: unknown) => void;
  /** Called with progress messages during the start. */
  readonly progress: (step: string) => void;
}

/** Which parts are running, and whether they can serve. */
export interface Running {
  readonly stops: Stops;
  ready: boolean;
  /** Of a worker, whose metrics are there before all else. */
  metricsUrl: string | null;
  /** Of a gateway: what all of them have counted. */
  sharedCalls: SharedCalls | null;
  /** See `HealthOptions`. */
  behindMs: () => number;
  clockStopped: () => boolean;
  seen: Seen | null;
}
