import type { FastifyBaseLogger } from 'fastify';
import type { Feed } from '../feed/feed.ts';
import type { RegisterCall } from '../http/call-router.ts';
import type { RegisterDeskCall } from '../http/desk-router.ts';
import type { QueueKind } from '../queue/queue-kind.ts';
import { finishLeft, finishLeftPeriodically } from './left-work.ts';
import type { Begins, Module } from './module.ts';
import { Stops } from './stops.ts';
import { startTidying } from '../timekeeping/tidying.ts';

export interface StartOptions {
  /** Runs work at once or, while no commands are stamped, as soon as they are: see timekeeping. */
  readonly onceStamping: (work: () => Promise<void>) => Promise<void>;
  readonly log: FastifyBaseLogger;
}

/** Runs modules, each phase in the order of the list: a module comes after those it needs. */
export class ModuleRunner {
  readonly #modules: readonly Module[];
  readonly #stops = new Stops();

  /** @throws if two modules have one name. */
  constructor(modules: readonly Module[]) {
    this.#modules = modules;
    const twice = this.names.find((name, index, names) => names.indexOf(name) < index);
    if (twice !== undefined) throw new Error(`two modules are called ${twice}`);
  }

  /** In the order in which they run. */
  get names(): readonly string[] {
    return this.#modules.map(({ name }) => name);
  }

  calls(register: RegisterCall): void {
    for (const module of this.#modules) module.calls?.(register);
  }

  deskCalls(register: RegisterDeskCall): void {
    for (const module of this.#modules) module.deskCalls?.(register);
  }

  /** Queues of all modules. */
  get begins(): Begins {
    return Object.assign({}, ...this.#modules.map(({ begins }) => begins));
  }

  queues(): readonly QueueKind[] {
    return this.#modules.flatMap(({ queues = [] }) => queues);
  }

  /** Before the feed starts. */
  subscribe(feed: Feed): void {
    for (const module of this.#modules) module.subscriptions?.(feed);
  }

  /**
   * Phases: all seed, then all recover, then interrupted work is finished, then old rows begin to be deleted, then all start. So
   * recovery finds seeded data, and background work starts on nothing half done.
   */
  async start({ onceStamping, log }: StartOptions): Promise<void> {
    for (const module of this.#modules) await module.seed?.();
    for (const module of this.#modules) {
      if (module.recover !== undefined) await onceStamping(async () => module.recover?.());
    }
    await onceStamping(async () => {
      await finishLeft(this.#modules, 0, log);
      this.#stops.add(finishLeftPeriodically(this.#modules, log));
    });
    // If the clock runs ahead, documents and keys would be deleted too early.
    await onceStamping(async () => {
      this.#stops.add(startTidying(this.#modules, log));
    });
    for (const module of this.#modules) {
      const stop = await module.start?.();
      if (stop !== undefined) this.#stops.add(stop);
    }
  }

  /** Stops what was started, in reverse. Also after a start that failed half way. */
  stop(): Promise<void> {
    return this.#stops.run();
  }
}
