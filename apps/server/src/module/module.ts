import type { Feed } from '../feed/feed.ts';
import type { CallName } from '@tallystick/protocol';
import type { ProductLine } from '@tallystick/protocol/desk/settings';
import type { RegisterCall } from '../http/call-router.ts';
import type { RegisterDeskCall } from '../http/desk-router.ts';
import type { QueueKind } from '../queue/queue-kind.ts';
import type { Stop } from './stops.ts';

export type Begins = Partial<Record<CallName, ProductLine>>;

/**
 * What a part of the server brings: each field is left out by who has nothing of it. `ModuleRunner` says in which order
 * all of it happens. A module's own services stand beside these fields, for the modules that need them.
 */
export interface Module {
  /** Of no other module. */
  readonly name: string;
  /** Registers the calls of customers. */
  calls?(register: RegisterCall): void;
  /** Calls that begin something new of a product line. What is open can always be looked at and ended. */
  readonly begins?: Begins;
  /** Registers the calls of operators. */
  deskCalls?(register: RegisterDeskCall): void;
  /** What people decide at the desk. */
  readonly queues?: readonly QueueKind[];
  /** After an operator has changed a setting: tells the exchange what it has to know of it. Safe to repeat. */
  settingsChanged?(): Promise<void>;
  /** Subscribes to what happens. */
  subscriptions?(feed: Feed): void;
  /** What has to be there from the first start on. Later it changes nothing. Rejects if stamps are needed and not given. */
  seed?(): Promise<void>;
  /** Finishes what a crash left half done. At each start, once commands are stamped. Safe to repeat. */
  recover?(): Promise<void>;
  /** Begins to work by itself. */
  start?(): Promise<Stop> | Stop;
  /** Drops what was kept for as long as it had to be. After `recover`, and once a day. */
  forgetOld?(): Promise<void>;
}

/** A module with its services, both typed. */
export function defineModule<T extends Module>(module: T): T {
  return module;
}
