import type { Command } from '@tallystick/core';
import type { Database } from '../../database/database.ts';
import { once } from 'node:events';
import { forkEngine, killEngine, type ForkOptions } from './engine-kill.ts';
import type { EngineRequest, StandbyReply } from './engine-process.ts';

/** An engine in its own process, seen from outside. Unanswered requests can be repeated after a kill. */
export class EngineChild {
  readonly #database;
  readonly #child;
  readonly #ready = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, (accepted: boolean) => void>();
  #dead = false;

  constructor(database: Database, options: ForkOptions = {}) {
    this.#database = database;
    this.#child = forkEngine(database.url, options);
    this.#child.on('message', (message: StandbyReply) => {
      if (message.type === 'ready') this.#ready.resolve();
      else if (message.type === 'answer') this.#waiting.get(message.id)?.(message.accepted !== null);
    });
    this.#child.on('exit', code =>
      this.#ready.reject(new Error(`the engine ended with ${code} before it was ready`)),
    );
  }

  /** Resolves once it has recovered. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when the command is committed (true) or refused (false); never if the engine is killed before. */
  ask(id: number, command: Command): Promise<boolean> {
    return new Promise(resolve => {
      this.#waiting.set(id, accepted => {
        this.#waiting.delete(id);
        resolve(accepted);
      });
      const request: EngineRequest = {
        id,
        command,
        idempotency: { scope: 'test', key: `key-${id}`, inputHash: `hash-${id}` },
      };
      if (!this.#dead && this.#child.connected) this.#child.send(request, () => {});
    });
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    this.#dead = true;
    const ended = once(this.#child, 'exit');
    this.#child.send('stop');
    const [code] = await ended;
    if (code !== 0) throw new Error(`the engine ended with ${code} when it was stopped`);
  }

  /** Kills it, and ends its database sessions. `others`: how many there are of one that stands by. */
  async kill(others = 0): Promise<void> {
    this.#dead = true;
    await killEngine(this.#child, this.#database, others);
  }
}

/**
 * Sends the commands one after the other: sent at once they could overtake each other, because keys are looked up
 * asynchronously. Throws if one is refused.
 */
export async function prepareExchange(database: Database, commands: readonly Command[]): Promise<void> {
  const engine = new EngineChild(database);
  await engine.ready;
  for (const [index, command] of commands.entries()) {
    // Negative ids, which load generators do not use.
    if (!(await engine.ask(-1 - index, command))) throw new Error(`${command.type} was refused`);
  }
  await engine.kill();
}
