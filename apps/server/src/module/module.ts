import type { Feed } from '../feed/feed.ts';
import type { CallName } from '@tallystick/protocol';
import type { ProductLine } from '@tallystick/protocol/desk/settings';
import type { RegisterCall } from '../http/call-router.ts';
import type { RegisterDeskCall } from '../http/desk-router.ts';
import type { QueueKind } from '../queue/queue-kind.ts';
import type { Stop } from './stops.ts';

export type Begins = Partial<Record<CallName, ProductLine>>;

/**
 * What a part of the server contributes; each field is optional. `ModuleRunner` defines the order in which they run. A
 * module's own services are beside these fields, for modules that need them.
 */
export interface Module {
  /** Unique among modules. */
  readonly name: string;
  /** Registers the calls of customers. */
  calls?(register: RegisterCall): void;
  /** Calls that begin something new in a product line. Reading and ending what is open always works. */
  readonly begins?: Begins;
  /** Registers the calls of operators. */
  deskCalls?(register: RegisterDeskCall): void;
  /** Decisions that operators take at the desk. */
  readonly queues?: readonly QueueKind[];
  /** Called after an operator changed a setting: sends the exchange what it must know. Safe to repeat. */
  settingsChanged?(): Promise<void>;
  /** Subscribes to events. */
  subscriptions?(feed: Feed): void;
  /** Creates what must exist from the first start on; later runs change nothing. Rejects if it needs missing stamps. */
  seed?(): Promise<void>;
  /** Sets up what must be there at each start, once commands are stamped. Safe to repeat. */
  recover?(): Promise<void>;
  /**
   * Finishes what this or another process began more than `leftForMs` milliseconds ago and did not end, because it was
   * killed or the exchange did not answer. After `recover`, with 0, and every few seconds. Safe to repeat, and for two at once.
   */
  finishLeft?(leftForMs: number): Promise<void>;
  /** Starts background work. */
  start?(): Promise<Stop> | Stop;
  /** Deletes what has been kept long enough. After `recover`, and once a day. */
  forgetOld?(): Promise<void>;
}

/** A module with its services, both typed. */
export function defineModule<T extends Module>(module: T): T {
  return module;
}
